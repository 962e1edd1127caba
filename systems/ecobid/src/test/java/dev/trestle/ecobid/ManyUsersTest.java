package dev.trestle.ecobid;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.accounts.UserId;
import dev.trestle.ecobid.auction.BiddingState;
import dev.trestle.ecobid.auction.Bids;
import dev.trestle.ecobid.model.Auctions;
import dev.trestle.ecobid.model.BidId;
import dev.trestle.ecobid.model.Reservation;
import dev.trestle.ecobid.model.ReservationState;
import dev.trestle.ecobid.model.Reservations;
import dev.trestle.ecobid.model.Sharing;
import dev.trestle.ecobid.reservation.Handovers;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Two hundred people at once, on two servers that share a table. */
class ManyUsersTest {
  private static final int CROWD = 200;

  private final Market market = new Market();
  private final List<UserId> crowd =
      IntStream.range(0, CROWD).mapToObj(_ -> market.person()).toList();

  @AfterEach
  void close() {
    market.close();
  }

  private static <T> List<T> atOnce(List<Callable<T>> calls) throws Exception {
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var results = new ArrayList<T>();
      for (Future<T> each : threads.invokeAll(calls)) results.add(each.get());
      return results;
    }
  }

  private static void orRefused(Runnable call) {
    try {
      call.run();
    } catch (Refusal expected) {
      // Another bid was higher.
    }
  }

  @Test
  void no_bid_is_lost_and_the_history_adds_up() throws Exception {
    long seed = System.nanoTime();
    var random = new Random(seed);
    var chair = market.auction(market.person(), 500, Optional.of(3000L));
    var auction = chair.auctionId().orElseThrow();
    var other = new Bids(market.store, market.clock);
    var at = market.clock.instant();
    var accepted = Collections.synchronizedSet(new HashSet<BidId>());
    var calls = new ArrayList<Callable<Boolean>>();
    for (var user : crowd) {
      var id = new BidId(market.ids.next("bid_"));
      long maximum = 500 + random.nextLong(20_000);
      // Each is sent to both servers, twice to one of them.
      for (var server : List.of(market.bids, other, market.bids)) {
        calls.add(() -> {
          orRefused(() -> server.bid(user, auction, maximum, id, at));
          var there =
              market.handovers.history(auction).stream().anyMatch(bid -> bid.bid().equals(id));
          return there && accepted.add(id);
        });
      }
    }
    Collections.shuffle(calls, random);
    atOnce(calls);
    var history = market.handovers.history(auction);
    var stands = market.store.run(Auctions.FIND, new Auctions.OfAuction(auction)).orElseThrow();
    assertThat(history).as("seed %d", seed).hasSize((int) stands.bids());
    assertThat(history)
        .extracting(Auctions.Bid::number)
        .containsExactlyInAnyOrderElementsOf(
            IntStream.rangeClosed(1, history.size()).mapToObj(Long::valueOf).toList());
    assertThat(history).extracting(Auctions.Bid::bid).doesNotHaveDuplicates();
    var replayed = BiddingState.without(stands, history, Set.of()).bidding();
    assertThat(replayed.price()).as("seed %d", seed).isEqualTo(stands.price());
    assertThat(replayed.leader().orElseThrow().user()).isEqualTo(stands.leader().orElseThrow());
    long highest = history.stream().mapToLong(Auctions.Bid::maximum).max().orElseThrow();
    assertThat(stands.leaderMaximum()).isEqualTo(highest);
  }

  private List<Optional<Reservation>> reserve(Sharing sharing, Function<UserId, Handovers> server)
      throws Exception {
    var chair = market.free(market.person(), sharing);
    var calls = new ArrayList<Callable<Optional<Reservation>>>();
    for (var user : crowd) {
      for (int i = 0; i < 2; i++) {
        calls.add(() -> {
          try {
            return Optional.of(server.apply(user).reserve(user, chair.item(), "nonce"));
          } catch (Refusal.ItemTaken taken) {
            return Optional.empty();
          }
        });
      }
    }
    atOnce(calls);
    return market.store.stream(Reservations.OF_ITEM, new Reservations.OfItem(chair.item()), 1000)
        .map(Optional::of)
        .toList();
  }

  @Test
  void of_two_hundred_who_want_an_item_one_has_it() throws Exception {
    var other = new Handovers(market.store, market.clock, 3);
    var random = new Random(1);
    var rows = reserve(Sharing.FIRST, _ -> random.nextBoolean() ? market.handovers : other);
    assertThat(rows).hasSize(1);
    var winner = rows.getFirst().orElseThrow();
    assertThat(winner.state()).isEqualTo(ReservationState.RESERVED);
    for (var user : crowd) {
      assertThat(market.profiles.get(user).active()).isEqualTo(user.equals(winner.user()) ? 1 : 0);
    }
  }

  @Test
  void two_hundred_in_a_draw_have_two_hundred_numbers() throws Exception {
    var rows = reserve(Sharing.DRAW, _ -> market.handovers);
    assertThat(rows)
        .extracting(row -> row.orElseThrow().number())
        .containsExactlyInAnyOrderElementsOf(
            IntStream.rangeClosed(1, CROWD).mapToObj(Long::valueOf).toList());
  }

  @Test
  void two_hundred_in_a_queue_have_one_place_each() throws Exception {
    var rows = reserve(Sharing.QUEUE, _ -> market.handovers);
    assertThat(rows).hasSize(CROWD);
    assertThat(rows)
        .filteredOn(row -> row.orElseThrow().state() == ReservationState.RESERVED)
        .hasSize(1);
    assertThat(rows)
        .filteredOn(row -> row.orElseThrow().state() == ReservationState.WAITING)
        .hasSize(CROWD - 1);
  }
}
