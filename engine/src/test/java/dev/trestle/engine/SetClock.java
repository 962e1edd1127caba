package dev.trestle.engine;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/** A clock that stands still until a test moves it. */
public final class SetClock implements InstantSource {
  private volatile Instant now = Instant.parse("2026-05-01T12:00:00Z");

  @Override
  public Instant instant() {
    return now;
  }

  public void advance(Duration by) {
    now = now.plus(by);
  }
}
