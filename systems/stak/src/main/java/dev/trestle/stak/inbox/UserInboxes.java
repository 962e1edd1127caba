package dev.trestle.stak.inbox;

import dev.trestle.stak.event.EventOutbox;
import dev.trestle.stak.event.InboxEvent;
import dev.trestle.stak.model.Broadcasts.Newcomer;
import dev.trestle.stak.model.UserInboxKey;
import dev.trestle.stak.trend.ActivityCounter;
import dev.trestle.store.Store;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/** The inboxes of all users, and what they share. */
public final class UserInboxes {
  /** Time to live ends this long after expiry, so that settling the counts finds what expired. */
  public static final Duration TTL_GRACE = Duration.ofDays(7);

  private final Store store;
  private final InstantSource clock;
  private final OptimisticRetry retry;
  private final BroadcastCache broadcasts;
  private final Consumer<InboxEvent> events;
  private final EventOutbox outbox;
  private final ActivityCounter activity;

  public UserInboxes(
      Store store,
      InstantSource clock,
      RandomGenerator random,
      Consumer<InboxEvent> events,
      EventOutbox outbox,
      ActivityCounter activity) {
    this.store = store;
    this.clock = clock;
    this.retry = new OptimisticRetry(random);
    this.broadcasts = new BroadcastCache(store);
    this.events = events;
    this.outbox = outbox;
    this.activity = activity;
  }

  public UserInbox of(UserInboxKey key) {
    return new UserInbox(this, key);
  }

  /** What is written for a user who is not known yet. */
  public Newcomer newcomer(UserInboxKey key) {
    return CountsStore.newcomer(key, broadcasts.count(key.shared()), now());
  }

  /** Counts what happens, for trends. */
  public ActivityCounter activity() {
    return activity;
  }

  public BroadcastCache broadcasts() {
    return broadcasts;
  }

  /** The time in whole seconds, as counts have it. */
  public Instant now() {
    return clock.instant().truncatedTo(ChronoUnit.SECONDS);
  }

  /** The exact time, by which jobs are ordered. */
  public Instant exactTime() {
    return clock.instant();
  }

  /** Repeats a conditional write until it succeeds. */
  public <T> T retry(Supplier<Optional<T>> attempt) {
    return retry.until(attempt);
  }

  Store store() {
    return store;
  }

  EventOutbox.Entry newEntry() {
    return outbox.newEntry();
  }

  void publish(InboxEvent event) {
    events.accept(event);
  }
}
