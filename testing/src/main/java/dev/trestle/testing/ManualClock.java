package dev.trestle.testing;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicReference;

/** A clock that stands still until a test moves it. */
public final class ManualClock implements InstantSource {
  /** Where every clock starts: some instant with nothing special about it. */
  public static final Instant START = Instant.parse("2026-03-01T12:00:00Z");

  private final AtomicReference<Instant> now = new AtomicReference<>(START);

  @Override
  public Instant instant() {
    return now.get();
  }

  public void set(Instant instant) {
    now.set(instant);
  }

  public void advance(Duration duration) {
    now.updateAndGet(instant -> instant.plus(duration));
  }
}
