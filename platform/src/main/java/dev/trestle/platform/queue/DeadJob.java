package dev.trestle.platform.queue;

import java.time.Instant;

/**
 * A job that was given up.
 *
 * @param died when
 * @param due when it was first to be done
 * @param failure how its last attempt ended
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
