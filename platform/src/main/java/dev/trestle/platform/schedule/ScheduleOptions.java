package dev.trestle.platform.schedule;

import dev.trestle.platform.lease.LeaseOptions;
import dev.trestle.platform.lease.Passage;
import java.time.Duration;

/**
 * How a schedule looks for what is due.
 *
 * @param pollMin the pause after a look that found something
 * @param pollMax and after many that did not: the most by which something is late
 */
public record ScheduleOptions(
    LeaseOptions leases, Duration pollMin, Duration pollMax, Passage passage) {
  public ScheduleOptions {
    if (pollMin.isNegative() || pollMin.isZero() || pollMax.compareTo(pollMin) < 0) {
      throw new IllegalArgumentException("looks every %s to %s".formatted(pollMin, pollMax));
    }
  }

  /** At most a second late. */
  public static ScheduleOptions of(String member) {
    return new ScheduleOptions(
        LeaseOptions.of(member), Duration.ofMillis(10), Duration.ofSeconds(1), Passage.FREE);
  }
}
