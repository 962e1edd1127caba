package dev.trestle.platform.queue;

import dev.trestle.platform.lease.FailPoints;
import dev.trestle.platform.lease.LeaseOptions;
import dev.trestle.platform.lease.PollInterval;
import java.time.Duration;

/**
 * How queues are kept in their table.
 *
 * @param shards per queue; each takes about 330 jobs per second on DynamoDB. All servers use the
 *     same number. It may grow at any time, and shrink while the queues are empty
 * @param wokenPauseMax the longest pause between two polls while {@link JobWakeups} arrive. All
 *     servers use the same: a job that is due later than this needs no wake-up
 */
public record QueueOptions(
    int shards,
    LeaseOptions leases,
    PollInterval poll,
    Duration wokenPauseMax,
    FailPoints failPoints) {
  public QueueOptions {
    if (shards < 1 || shards > QueueModel.SHARDS_MAX) {
      throw new IllegalArgumentException(shards + " shards");
    }
    if (wokenPauseMax.compareTo(poll.max()) < 0) {
      throw new IllegalArgumentException("woken workers pause for at most " + wokenPauseMax);
    }
  }

  /** Four shards, polled every 10 ms to 1 s, or to 10 s while wake-ups arrive. */
  public static QueueOptions of(String member) {
    return new QueueOptions(
        4,
        LeaseOptions.of(member),
        PollInterval.ofMillis(10, 1000),
        Duration.ofSeconds(10),
        FailPoints.NONE);
  }

  public QueueOptions shards(int number) {
    return new QueueOptions(number, leases, poll, wokenPauseMax, failPoints);
  }

  public QueueOptions leases(LeaseOptions other) {
    return new QueueOptions(shards, other, poll, wokenPauseMax, failPoints);
  }

  public QueueOptions failPoints(FailPoints other) {
    return new QueueOptions(shards, leases, poll, wokenPauseMax, other);
  }

  public QueueOptions wokenPauseMax(Duration pause) {
    return new QueueOptions(shards, leases, poll, pause, failPoints);
  }
}
