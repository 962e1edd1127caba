package dev.trestle.platform.queue;

import dev.trestle.platform.lease.FailPoints;
import dev.trestle.platform.lease.LeaseOptions;
import dev.trestle.platform.lease.PollInterval;

/**
 * How queues are kept in their table.
 *
 * @param shards per queue; each takes about 330 jobs per second on DynamoDB. All servers use the
 *     same number. It may grow at any time, and shrink while the queues are empty
 */
public record QueueOptions(
    int shards, LeaseOptions leases, PollInterval poll, FailPoints failPoints) {
  public QueueOptions {
    if (shards < 1 || shards > QueueModel.SHARDS_MAX) {
      throw new IllegalArgumentException(shards + " shards");
    }
  }

  /** Four shards, polled every 10 ms to 1 s. */
  public static QueueOptions of(String member) {
    return new QueueOptions(
        4, LeaseOptions.of(member), PollInterval.ofMillis(10, 1000), FailPoints.NONE);
  }

  public QueueOptions shards(int number) {
    return new QueueOptions(number, leases, poll, failPoints);
  }

  public QueueOptions leases(LeaseOptions other) {
    return new QueueOptions(shards, other, poll, failPoints);
  }

  public QueueOptions failPoints(FailPoints other) {
    return new QueueOptions(shards, leases, poll, other);
  }
}
