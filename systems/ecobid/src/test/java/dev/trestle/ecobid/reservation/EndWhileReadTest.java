package dev.trestle.ecobid.reservation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.accounts.UserId;
import dev.trestle.ecobid.Market;
import dev.trestle.ecobid.model.EcoBidModel;
import dev.trestle.ecobid.model.Item;
import dev.trestle.ecobid.model.Reservation;
import dev.trestle.ecobid.model.ReservationId;
import dev.trestle.ecobid.model.ReservationState;
import dev.trestle.ecobid.model.Sharing;
import dev.trestle.ecobid.model.Status;
import dev.trestle.store.Store;
import dev.trestle.store.StoreOptions;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/**
 * The end of an auction, or a draw, is recorded while the item is read, before each of the reads in
 * turn.
 */
final class EndWhileReadTest {
  private static final Set<String> READS = Set.of("getItem", "query");

  /** More than the reads that one look takes. */
  private static final int READS_MAX = 20;

  private final Market market = new Market();
  private final UserId ann = market.person();
  private final UserId bo = market.person();

  /** How many reads come before it is recorded. */
  private int left;

  @AfterEach
  void close() {
    market.close();
  }

  /** Handovers of another server, which reads while the market's own records. */
  private Handovers looking(Item item) {
    var client = market.trestle.client();
    var recording =
        (DynamoDbClient)
            Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {DynamoDbClient.class},
                (_, method, arguments) -> {
                  if (READS.contains(method.getName()) && left-- == 0) {
                    market.handovers.settle(item.item());
                  }
                  try {
                    return method.invoke(client, arguments);
                  } catch (InvocationTargetException e) {
                    throw e.getTargetException();
                  }
                });
    var store = Store.of(EcoBidModel.MODEL, recording, StoreOptions.standard().clock(market.clock));
    return new Handovers(store, market.clock, 3);
  }

  private Item auctioned() {
    var chair = market.auction(ann, 500, Optional.empty());
    market.bid(bo, chair, 2000);
    return chair;
  }

  private Item drawn() {
    var chair = market.free(ann, Sharing.DRAW);
    market.handovers.reserve(bo, chair.item(), "nonce");
    return chair;
  }

  /** Reads an item of which an earlier state is known. */
  private <T> void readWhile(
      Supplier<Item> listed, Function<Handovers, Function<Item, T>> read, Check<T> check) {
    int reads = 0;
    do {
      var chair = listed.get();
      market.clock.advance(Duration.ofHours(24));
      left = reads;
      check.of("before read " + reads, read.apply(looking(chair)).apply(market.item(chair)));
      // Until there are fewer reads than that.
    } while (left < 0 && ++reads < READS_MAX);
    assertThat(reads).isBetween(2, READS_MAX - 1);
  }

  @FunctionalInterface
  private interface Check<T> {
    void of(String when, T seen);
  }

  private void assertWon(String when, Handover handover, Optional<Reservation> reservation) {
    assertThat(handover.item().status()).as(when).isEqualTo(Status.RESERVED);
    assertThat(reservation.map(Reservation::user)).as(when).contains(bo);
    assertThat(reservation.map(handover::stateOf)).as(when).contains(ReservationState.OFFERED);
  }

  @Test
  void the_giver_sees_the_receiver() {
    for (var listed : List.<Supplier<Item>>of(this::auctioned, this::drawn)) {
      readWhile(
          listed,
          handovers -> item -> handovers.involvementOf(ann, item),
          (when, seen) -> assertWon(when, seen.handover(), seen.reservation()));
    }
  }

  @Test
  void the_winner_sees_the_reservation() {
    for (var listed : List.<Supplier<Item>>of(this::auctioned, this::drawn)) {
      readWhile(
          listed,
          handovers -> item -> handovers.involvementOf(bo, item),
          (when, seen) -> assertWon(when, seen.handover(), seen.reservation()));
    }
  }

  @Test
  void everybody_else_sees_that_it_is_reserved() {
    readWhile(
        this::auctioned,
        handovers -> handovers::look,
        (when, seen) -> assertThat(seen.item().status()).as(when).isEqualTo(Status.RESERVED));
  }

  /** The reservation that the winner sees, whether it is recorded or not. */
  private ReservationId won(Item item) {
    return market.handovers.involvementOf(bo, item).reservation().orElseThrow().reservation();
  }

  @Test
  void the_winner_can_accept() {
    readWhile(
        this::auctioned,
        handovers -> item -> handovers.accept(bo, item.item(), won(item)),
        (when, accepted) ->
            assertThat(accepted.state()).as(when).isEqualTo(ReservationState.RESERVED));
  }
}
