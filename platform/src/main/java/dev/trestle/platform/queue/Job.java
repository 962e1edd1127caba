package dev.trestle.platform.queue;

import java.time.Instant;
import java.util.Optional;

/**
 * A job in the table. Its key does not change while it waits or runs.
 *
 * @param shard derived from the id
 * @param visibleAt in milliseconds; nobody may claim the job before. First the due time, then the
 *     end of a worker's claim or of the pause before the next attempt
 * @param token of the latest claim; a worker with another token has lost the job
 * @param attempts number of claims so far
 * @param enqueuedAt in milliseconds
 * @param failure of the latest attempt
 */
public record Job(
    String queue,
    long shard,
    Instant due,
    String id,
    String payload,
    long visibleAt,
    Optional<String> token,
    long attempts,
    long enqueuedAt,
    Optional<String> failure) {
  /** The same job, which nobody may claim before {@code millis}. */
  Job pausedUntil(long millis) {
    return new Job(
        queue, shard, due, id, payload, millis, Optional.empty(), attempts, enqueuedAt, failure);
  }
}
