package dev.trestle.platform.metrics;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * A health check of periodic work: it fails if the work was not done for too long, whether its
 * thread has ended, hangs, or fails each time. Thread-safe.
 */
public final class Watchdog implements Health.Check {
  private final Duration max;
  private final LongSupplier nanoTime;
  private volatile long doneAt;

  /** Fails once nothing was done for {@code max}, from now on. */
  public Watchdog(Duration max) {
    this(max, System::nanoTime);
  }

  Watchdog(Duration max, LongSupplier nanoTime) {
    this.max = max;
    this.nanoTime = nanoTime;
    done();
  }

  /** Notes that the work was done. */
  public void done() {
    doneAt = nanoTime.getAsLong();
  }

  @Override
  public void check() {
    var since = Duration.ofNanos(nanoTime.getAsLong() - doneAt);
    if (since.compareTo(max) > 0) {
      throw new IllegalStateException("not done for " + since.toSeconds() + " s");
    }
  }
}
