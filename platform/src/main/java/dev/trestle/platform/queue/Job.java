package dev.trestle.platform.queue;

import java.time.Instant;
import java.util.Optional;

/**
 * Work as it lies in the table. Its key never moves while it waits for its due time or for a
 * worker.
 *
 * @param shard one of the queue's, by the id
 * @param visibleAt in milliseconds: before this nobody may claim it. The due time at first, then
 *     the end of a worker's lease, or of the pause before the next attempt
 * @param token of the latest claim: who has another one has lost the job
 * @param attempts claims so far
 * @param enqueuedAt in milliseconds
 * @param failure how the latest attempt ended
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
    Optional<String> failure) {}
