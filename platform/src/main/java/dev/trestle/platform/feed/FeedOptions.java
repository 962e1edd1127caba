package dev.trestle.platform.feed;

import dev.trestle.platform.lease.FailPoints;
import dev.trestle.platform.lease.LeaseOptions;
import dev.trestle.platform.lease.PollInterval;

/**
 * How streams are read.
 *
 * @param poll DynamoDB allows five reads per second and shard; an embedded engine any number
 * @param batch the most changes that a consumer gets at once
 */
public record FeedOptions(
    LeaseOptions leases, ChangeWakeup wakeup, PollInterval poll, int batch, FailPoints failPoints) {
  public FeedOptions {
    if (batch < 1 || batch > 1000) throw new IllegalArgumentException("batches of " + batch);
  }

  /** For DynamoDB. */
  public static FeedOptions polling(String member) {
    return new FeedOptions(
        LeaseOptions.of(member),
        ChangeWakeup.none(),
        PollInterval.ofMillis(200, 1000),
        1000,
        FailPoints.NONE);
  }

  /** For an engine in this process, which wakes its readers. */
  public static FeedOptions woken(String member, ChangeWakeup wakeup) {
    return new FeedOptions(
        LeaseOptions.of(member), wakeup, PollInterval.ofMillis(1000, 1000), 1000, FailPoints.NONE);
  }

  public FeedOptions leases(LeaseOptions other) {
    return new FeedOptions(other, wakeup, poll, batch, failPoints);
  }

  public FeedOptions batch(int changes) {
    return new FeedOptions(leases, wakeup, poll, changes, failPoints);
  }

  public FeedOptions failPoints(FailPoints other) {
    return new FeedOptions(leases, wakeup, poll, batch, other);
  }
}
