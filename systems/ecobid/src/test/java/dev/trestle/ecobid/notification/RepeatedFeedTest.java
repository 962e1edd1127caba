package dev.trestle.ecobid.notification;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.accounts.UserId;
import dev.trestle.ecobid.Market;
import dev.trestle.ecobid.model.EcoBidTable;
import dev.trestle.ecobid.model.Item;
import dev.trestle.ecobid.model.NotificationKind;
import dev.trestle.ecobid.model.Notifications;
import dev.trestle.ecobid.model.Notifications.Notification;
import dev.trestle.ecobid.model.Reservation;
import dev.trestle.ecobid.model.ReservationState;
import dev.trestle.ecobid.model.Reservations;
import dev.trestle.ecobid.model.Sharing;
import dev.trestle.ecobid.photo.PhotoUploads;
import dev.trestle.ecobid.reservation.Handovers;
import dev.trestle.ecobid.wanted.NearbyDigests;
import dev.trestle.ecobid.wanted.SavedSearches;
import dev.trestle.platform.blob.BlobDeletions;
import dev.trestle.platform.blob.MemoryBlobs;
import dev.trestle.platform.feed.Change;
import dev.trestle.platform.feed.ChangeConsumer;
import dev.trestle.platform.feed.ChangeFeed;
import dev.trestle.platform.feed.FeedOptions;
import dev.trestle.platform.identity.MemorySecrets;
import dev.trestle.platform.signal.MemorySignals;
import dev.trestle.platform.system.SystemContext;
import dev.trestle.store.StoreOptions;
import dev.trestle.testing.Await;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Two workers write the same thing down, and the feed says everything three times. */
class RepeatedFeedTest {
  private static final Duration SOON = Duration.ofSeconds(30);
  private static final int WORKERS = 2;
  private static final int TIMES = 3;

  private final Market market = new Market();
  private final SystemContext context =
      SystemContext.open(
          market.trestle.client(),
          market.trestle.streamsClient(),
          StoreOptions.standard().clock(market.clock),
          new MemorySecrets(new SecureRandom()),
          FeedOptions.woken("test", market.trestle.engine()::awaitRecords));
  private final List<Change> seen = new CopyOnWriteArrayList<>();
  private final ChangeFeed.Subscription collecting =
      context.feed().follow("test", EcoBidTable.TABLE, ChangeFeed.Start.HORIZON, collector());
  private final UserId ann = market.person();

  private ChangeConsumer collector() {
    return new ChangeConsumer() {
      @Override
      public void changed(List<Change> changes) {
        seen.addAll(changes);
      }

      @Override
      public void gap(String shard) {
        throw new AssertionError("the feed has a gap");
      }
    };
  }

  @AfterEach
  void close() {
    collecting.close();
    context.close();
    market.close();
  }

  private ChangeHandler handler() {
    var handovers = new Handovers(market.store, market.clock, 3);
    var searches = new SavedSearches(market.store, market.clock, market.ids);
    return new ChangeHandler(
        market.store,
        new NewItems(searches, new NearbyDigests(market.store), market.profiles),
        new DependentWrites(market.store, handovers, market.clock),
        new PhotoUploads(
            market.store,
            new MemoryBlobs(),
            new BlobDeletions(context.queue(), "deletions", new MemoryBlobs()),
            market.clock,
            market.ids),
        new MemorySignals(),
        NotificationSink.NONE,
        new NotificationText("EUR"));
  }

  /** Both workers settle the item, again and again, at the same time. */
  private void settledByTwo(Item item) throws Exception {
    var calls = new ArrayList<Callable<Boolean>>();
    for (int i = 0; i < WORKERS; i++) {
      var worker = new Handovers(market.store, market.clock, 3);
      for (int j = 0; j < 5; j++) {
        calls.add(() -> {
          worker.settle(item.item());
          return true;
        });
      }
    }
    atOnce(calls);
  }

  /** Hands everything that has happened to two handlers, three times each. */
  private void repeated() throws Exception {
    var calls = new ArrayList<Callable<Boolean>>();
    var changes = List.copyOf(seen);
    for (int i = 0; i < WORKERS; i++) {
      var handler = handler();
      calls.add(() -> {
        for (int j = 0; j < TIMES; j++) handler.changed(changes);
        return true;
      });
    }
    atOnce(calls);
  }

  private static void atOnce(List<Callable<Boolean>> calls) throws Exception {
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (var each : threads.invokeAll(calls)) each.get();
    }
  }

  private void awaitState(Reservation reservation, ReservationState state) {
    Await.until(
        () ->
            seen.stream()
                .flatMap(change -> change.after(Reservations.RESERVATION_OF).stream())
                .anyMatch(row ->
                    row.reservation().equals(reservation.reservation()) && row.state() == state),
        SOON);
  }

  private List<NotificationKind> told(UserId user) {
    return market.store.stream(Notifications.OF_USER, new Notifications.OfUser(user), 100)
        .map(Notification::kind)
        .toList();
  }

  private Reservation reserve(UserId user, Item item) {
    return market.handovers.reserve(user, item.item(), "nonce");
  }

  @Test
  void the_next_in_a_queue_is_promoted_once_and_told_once() throws Exception {
    var first = market.person();
    var blocked = market.person();
    var second = market.person();
    var third = market.person();
    var chair = market.free(ann, Sharing.QUEUE);
    reserve(first, chair);
    var passedOver = reserve(blocked, chair);
    var promoted = reserve(second, chair);
    reserve(third, chair);
    market.profiles.block(ann, blocked, true);
    market.clock.advance(Duration.ofHours(24));
    settledByTwo(chair);
    awaitState(promoted, ReservationState.OFFERED);
    awaitState(passedOver, ReservationState.DECLINED);
    repeated();
    var item = market.item(chair);
    assertThat(item.holding().orElseThrow().user()).isEqualTo(second);
    assertThat(item.turns().waiting()).isEqualTo(1);
    assertThat(told(first)).containsExactly(NotificationKind.LAPSED);
    assertThat(told(second)).containsExactly(NotificationKind.CHOSEN);
    assertThat(told(blocked)).containsExactly(NotificationKind.DECLINED);
    assertThat(told(third)).isEmpty();
    assertThat(market.profiles.get(first).active()).isZero();
  }

  @Test
  void everybody_in_a_draw_is_told_once_what_came_of_it() throws Exception {
    var chair = market.free(ann, Sharing.DRAW);
    var entrants = new ArrayList<UserId>();
    for (int i = 0; i < 8; i++) {
      entrants.add(market.person());
      reserve(entrants.getLast(), chair);
    }
    market.clock.advance(Duration.ofHours(6));
    settledByTwo(chair);
    var winner = market.item(chair).holding().orElseThrow();
    Await.until(
        () ->
            seen.stream()
                .flatMap(change -> change.after(Reservations.RESERVATION_OF).stream())
                .anyMatch(row -> row.state() == ReservationState.OFFERED),
        SOON);
    repeated();
    // Their entries have ended by now, and that has to be told.
    Await.until(
        () ->
            seen.stream()
                    .flatMap(change -> change.after(Reservations.RESERVATION_OF).stream())
                    .filter(row -> row.state() == ReservationState.NOT_CHOSEN)
                    .count()
                == 7,
        SOON);
    repeated();
    for (var user : entrants) {
      assertThat(told(user))
          .containsExactly(
              user.equals(winner.user()) ? NotificationKind.CHOSEN : NotificationKind.NOT_CHOSEN);
    }
  }
}
