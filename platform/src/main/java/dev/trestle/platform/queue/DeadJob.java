package dev.trestle.platform.queue;

import java.time.Instant;

/**
 * A dead letter: a job that failed for good.
 *
 * @param died when it failed
 * @param due when it was first due
 * @param failure of the last attempt
 */
public record DeadJob(
    String queue,
    Instant died,
    String id,
    String payload,
    long attempts,
    Instant due,
    long enqueuedAt,
    String failure) {}
