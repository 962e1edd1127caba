package dev.trestle.platform.queue;

import java.time.Instant;
import java.util.Optional;

/**
 * A job that a worker has claimed. A job may be handed out twice; its effect still happens once if
 * it is one of these:
 *
 * <ul>
 *   <li>a transaction that includes {@link QueueModel#DONE} with {@link #done}: the effect and the
 *       end of the job happen together or not at all, and only while the claim holds. The handler
 *       returns {@link JobOutcome#doneInTransaction};
 *   <li>a put-if-absent whose key contains {@link #id}, or any other write that changes nothing the
 *       second time.
 * </ul>
 *
 * @param attempt counts from 1
 * @param token a fence: each claim of a job has another one
 * @param done for {@link QueueModel#DONE}, if the queue is a table
 */
public record Claim(
    String queue,
    String id,
    String payload,
    Instant due,
    long attempt,
    String token,
    Optional<QueueModel.Done> done) {}
