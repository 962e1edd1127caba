package dev.trestle.cli.migrate;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;

/** Keeps consumption at a number of units per second, over all threads. */
final class Pace {
  /** Units that were not used are lost after this time, so that a pause is not made up for. */
  private static final long IDLE_NANOS_MAX = Duration.ofMillis(100).toNanos();

  private final double nanosPerUnit;
  private final LongSupplier nanoTime;
  private final LongConsumer pause;

  /** Guards {@link #paidUntil}. */
  private final ReentrantLock lock = new ReentrantLock();

  private long paidUntil;

  Pace(double unitsPerSecond) {
    this(unitsPerSecond, System::nanoTime, LockSupport::parkNanos);
  }

  /** With a clock and a pause, both in nanoseconds; the pause may end early. */
  Pace(double unitsPerSecond, LongSupplier nanoTime, LongConsumer pause) {
    if (!(unitsPerSecond > 0)) {
      throw new IllegalArgumentException(unitsPerSecond + " units per second");
    }
    this.nanosPerUnit = Duration.ofSeconds(1).toNanos() / unitsPerSecond;
    this.nanoTime = nanoTime;
    this.pause = pause;
    this.paidUntil = nanoTime.getAsLong();
  }

  /** Waits until these units, which were consumed, are within the pace. */
  void spend(double units) {
    long until;
    lock.lock();
    try {
      paidUntil = Math.max(paidUntil, nanoTime.getAsLong() - IDLE_NANOS_MAX);
      paidUntil += (long) (units * nanosPerUnit);
      until = paidUntil;
    } finally {
      lock.unlock();
    }
    long wait = until - nanoTime.getAsLong();
    while (wait > 0 && !Thread.currentThread().isInterrupted()) {
      pause.accept(wait);
      wait = until - nanoTime.getAsLong();
    }
  }
}
