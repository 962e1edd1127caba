package dev.trestle.platform.queue;

import java.time.Instant;
import java.util.Optional;

/**
 * A snapshot of a queue.
 *
 * @param waiting jobs that are due and unclaimed
 * @param claimed jobs that workers run
 * @param later jobs that are not due yet, or pause after a failure
 * @param dead dead letters
 * @param complete false if there were too many to count: the numbers are then lower bounds
 * @param oldestDue the due time of the first waiting job
 * @param done jobs done by this process since its start, like the following counters
 * @param retried attempts that failed and are repeated
 * @param failed jobs that became dead letters
 * @param lost claims lost to other workers before the job ended
 */
public record QueueStats(
    String queue,
    long waiting,
    long claimed,
    long later,
    long dead,
    boolean complete,
    Optional<Instant> oldestDue,
    long done,
    long retried,
    long failed,
    long lost) {}
