package dev.trestle.platform.queue;

import dev.trestle.platform.lease.LeaseOptions;
import dev.trestle.platform.lease.Passage;
import java.time.Duration;

/**
 * How queues lie in their table.
 *
 * @param shards of each queue: about 330 jobs a second each on DynamoDB. All processes have the
 *     same number; it may grow, and shrink once the queues are empty
 * @param pollMin the pause after a look that found nothing, at first
 * @param pollMax and after many of them
 */
public record QueueOptions(
    int shards, LeaseOptions leases, Duration pollMin, Duration pollMax, Passage passage) {
  public QueueOptions {
    if (shards < 1 || shards > QueueModel.SHARDS_MAX) {
      throw new IllegalArgumentException(shards + " shards");
    }
    if (pollMin.isNegative() || pollMin.isZero() || pollMax.compareTo(pollMin) < 0) {
      throw new IllegalArgumentException("looks every %s to %s".formatted(pollMin, pollMax));
    }
  }

  /** Four shards. */
  public static QueueOptions of(String member) {
    return new QueueOptions(
        4, LeaseOptions.of(member), Duration.ofMillis(10), Duration.ofSeconds(1), Passage.FREE);
  }

  public QueueOptions shards(int number) {
    return new QueueOptions(number, leases, pollMin, pollMax, passage);
  }

  public QueueOptions leases(LeaseOptions other) {
    return new QueueOptions(shards, other, pollMin, pollMax, passage);
  }

  public QueueOptions passage(Passage other) {
    return new QueueOptions(shards, leases, pollMin, pollMax, other);
  }
}
