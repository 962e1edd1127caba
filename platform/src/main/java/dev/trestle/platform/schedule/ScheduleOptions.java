package dev.trestle.platform.schedule;

import dev.trestle.platform.lease.FailPoints;
import dev.trestle.platform.lease.LeaseOptions;
import dev.trestle.platform.lease.PollInterval;

/**
 * How a schedule finds what is due.
 *
 * @param poll its maximum is how late something may be
 */
public record ScheduleOptions(LeaseOptions leases, PollInterval poll, FailPoints failPoints) {
  /** At most a second late. */
  public static ScheduleOptions of(String member) {
    return new ScheduleOptions(
        LeaseOptions.of(member), PollInterval.ofMillis(10, 1000), FailPoints.NONE);
  }

  public ScheduleOptions leases(LeaseOptions other) {
    return new ScheduleOptions(other, poll, failPoints);
  }
}
