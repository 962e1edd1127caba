package dev.trestle.stak.inbox;

import dev.trestle.stak.event.Happening;
import dev.trestle.stak.event.Notices;
import dev.trestle.stak.event.Notices.Notice;
import dev.trestle.stak.model.Broadcasts.Newcomer;
import dev.trestle.stak.model.Inboxes.OfInbox;
import dev.trestle.store.Store;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** What all inboxes share. */
public final class Mailroom {
  /** Time to live lies this much after expiry, so that settling finds what has expired. */
  public static final Duration GRACE = Duration.ofDays(7);

  /**
   * A change is tried this often against others that change the same inbox; each time it fails
   * somebody else has succeeded.
   */
  private static final int ATTEMPTS = 200;

  /** A pause is shorter than two to this many milliseconds. */
  private static final int PAUSE_DOUBLINGS_MAX = 5;

  /** Too many others changed the same inbox. */
  public static final class BusyException extends RuntimeException {
    BusyException() {
      super("the inbox is changed by too many at once");
    }
  }

  private final Store store;
  private final InstantSource clock;
  private final PublicMessages publicMessages;
  private final Consumer<Happening> happenings;
  private final Notices notices;

  public Mailroom(Store store, InstantSource clock, Consumer<Happening> happenings) {
    this(store, clock, happenings, Notices.NONE);
  }

  public Mailroom(
      Store store, InstantSource clock, Consumer<Happening> happenings, Notices notices) {
    this.notices = notices;
    this.store = store;
    this.clock = clock;
    this.publicMessages = new PublicMessages(store);
    this.happenings = happenings;
  }

  public UserInbox inbox(OfInbox of) {
    return new UserInbox(this, of);
  }

  /** What is written of someone who is not known yet. */
  public Newcomer newcomer(OfInbox of) {
    return Ledger.newcomer(this, of);
  }

  Store store() {
    return store;
  }

  public PublicMessages publicMessages() {
    return publicMessages;
  }

  /** Counts know whole seconds. */
  public Instant now() {
    return clock.instant().truncatedTo(ChronoUnit.SECONDS);
  }

  Notice notice() {
    return notices.next();
  }

  void tell(Happening happening) {
    happenings.accept(happening);
  }

  /** Tries until the attempt gives a result. */
  public static <T> T insist(Supplier<Optional<T>> attempt) {
    for (int i = 0; i < ATTEMPTS; i++) {
      var result = attempt.get();
      if (result.isPresent()) return result.get();
      pause(i);
    }
    throw new BusyException();
  }

  private static void pause(int failed) {
    if (failed < 2) return;
    try {
      int millis = 1 << Math.min(failed, PAUSE_DOUBLINGS_MAX);
      Thread.sleep(ThreadLocalRandom.current().nextInt(millis));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new BusyException();
    }
  }
}
