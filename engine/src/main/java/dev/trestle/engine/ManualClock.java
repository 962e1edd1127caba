package dev.trestle.engine;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicReference;

/**
 * A clock that stands still until a test moves it. An engine with such a clock does nothing in the
 * background: items expire when {@link Engine#runHousekeeping} is called. Thread-safe.
 */
public final class ManualClock implements InstantSource {
  /** The initial time of every clock, without special meaning. */
  public static final Instant START = Instant.parse("2026-03-01T12:00:00Z");

  private final AtomicReference<Instant> now = new AtomicReference<>(START);

  @Override
  public Instant instant() {
    return now.get();
  }

  /** Moves the clock to a time, also back. */
  public void set(Instant instant) {
    now.set(instant);
  }

  /** Moves the clock forward. */
  public void advance(Duration duration) {
    now.updateAndGet(instant -> instant.plus(duration));
  }
}
