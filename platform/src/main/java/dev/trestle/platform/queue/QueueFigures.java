package dev.trestle.platform.queue;

import java.time.Instant;
import java.util.Optional;

/**
 * How a queue stands.
 *
 * @param waiting jobs whose time has come and that nobody has claimed
 * @param claimed jobs in the hands of workers
 * @param later jobs that are not due yet, or pause after a failure
 * @param dead letters
 * @param complete false where there were more than are counted: the numbers are then lower bounds
 * @param oldestDue the due time of the first that waits
 * @param done jobs that workers of this process ended since its start; so are the next
 * @param retried attempts that failed and come again
 * @param buried jobs given up
 * @param lost claims that were lost to others before they were through
 */
public record QueueFigures(
    String queue,
    long waiting,
    long claimed,
    long later,
    long dead,
    boolean complete,
    Optional<Instant> oldestDue,
    long done,
    long retried,
    long buried,
    long lost) {}
