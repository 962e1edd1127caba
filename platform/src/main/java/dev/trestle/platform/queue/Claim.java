package dev.trestle.platform.queue;

import java.time.Instant;
import java.util.Optional;

/**
 * A job in the hands of a worker. Its effect happens once although the job may be handed out twice,
 * if it is one of these:
 *
 * <ul>
 *   <li>a transaction of the system's own that has {@link QueueModel#DONE} with {@link #done} among
 *       its steps: effect and end of the job, or neither, and only while the claim holds. The
 *       handler then answers {@link Handled#settled}. It needs tables beside the queue's own;
 *   <li>a put if absent whose key is made of {@link #id}, or any other write that a second time
 *       changes nothing.
 * </ul>
 *
 * @param attempt from 1
 * @param token fences: a later claim of the same job has another one
 * @param done for {@link QueueModel#DONE}, where the queue lies in a table
 */
public record Claim(
    String queue,
    String id,
    String payload,
    Instant due,
    long attempt,
    String token,
    Optional<QueueModel.Done> done) {}
