package dev.trestle.engine;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;

/**
 * Decides what has expired and is deleted: items, old log records, backups. A wrong clock must not
 * delete anything, so the system's clock is believed only as far as it is plausible. While the
 * engine runs, time passes at most as fast as the monotonic clock, plus an hour. When it is opened,
 * the system's clock is believed up to 35 days past the last time that was stored; beyond that,
 * time goes on from the stored one until the clock is set right or {@link #trust} is called. It
 * never goes back.
 */
final class TrustedClock implements InstantSource {
  static final Duration AHEAD_MAX = Duration.ofHours(1);
  static final Duration CLOSED_MAX = Duration.ofDays(35);

  private final InstantSource system;
  private final LongSupplier nanoTime;

  /** Guards what follows. */
  private final ReentrantLock lock = new ReentrantLock();

  private Instant base;
  private long baseNanos;
  private boolean doubted;
  private Instant last;

  /**
   * Starts the clock.
   *
   * @param stored the last time of such a clock that was stored, or the epoch if there is none
   */
  TrustedClock(InstantSource system, LongSupplier nanoTime, Instant stored) {
    this.system = system;
    this.nanoTime = nanoTime;
    var now = system.instant();
    this.doubted = stored.isAfter(Instant.EPOCH) && now.isAfter(stored.plus(CLOSED_MAX));
    this.base = doubted ? stored : now;
    this.baseNanos = nanoTime.getAsLong();
    this.last = base;
  }

  @Override
  public Instant instant() {
    lock.lock();
    try {
      endDoubt();
      var passed = passed();
      var latest = doubted ? passed : passed.plus(AHEAD_MAX);
      var now = system.instant();
      var believed = now.isAfter(latest) ? latest : now;
      if (believed.isAfter(last)) last = believed;
      return last;
    } finally {
      lock.unlock();
    }
  }

  private Instant passed() {
    return base.plusNanos(nanoTime.getAsLong() - baseNanos);
  }

  /** Believes the system's clock again once somebody has set it right. */
  private void endDoubt() {
    if (!doubted) return;
    var passed = passed();
    var now = system.instant();
    if (now.isAfter(passed.plus(CLOSED_MAX))) return;
    doubted = false;
    base = now.isAfter(passed) ? now : passed;
    baseNanos = nanoTime.getAsLong();
  }

  /** Whether the system's clock is so far ahead that it is not believed. */
  boolean isDoubted() {
    lock.lock();
    try {
      endDoubt();
      return doubted;
    } finally {
      lock.unlock();
    }
  }

  /** Believes the system's clock from now on. */
  void trust() {
    lock.lock();
    try {
      doubted = false;
      base = system.instant();
      baseNanos = nanoTime.getAsLong();
    } finally {
      lock.unlock();
    }
  }
}
