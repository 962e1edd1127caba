package dev.trestle.platform.queue;

import dev.trestle.store.Cursor;
import dev.trestle.store.Page;
import dev.trestle.store.Store;

/**
 * Jobs to run later, on any server that shares the queue.
 *
 * <p>A job runs at least once, until a handler ends it or it becomes a dead letter. One worker
 * holds a job at a time; a worker that outlived its claim may overlap with the next, so effects
 * must be idempotent: see {@link Claim}. Jobs start roughly in the order of their due times. The
 * order is exact if the queue has one shard and its worker runs one job at a time, except for jobs
 * that failed and are repeated.
 */
public interface WorkQueue {
  /**
   * Adds a job.
   *
   * @return whether it is new; false if a job of this queue, id and due time is waiting
   */
  boolean enqueue(NewJob job);

  /** Starts to run a queue's jobs in this process, until the worker is stopped. */
  Worker work(String queue, WorkOptions options, JobHandler handler);

  /** The store that holds the jobs, for its usage. */
  Store store();

  /** How many jobs wait, run and failed. */
  QueueStats stats(String queue);

  /** Dead letters, oldest first. */
  Page<DeadJob> dead(String queue, Cursor cursor);

  /**
   * Makes a dead letter due now, with all its attempts.
   *
   * @return false if it is no longer a dead letter
   */
  boolean replay(DeadJob dead);

  /** Replays all dead letters and returns their number. */
  long replayAll(String queue);

  /** Deletes a dead letter; false if it is no longer there. */
  boolean drop(DeadJob dead);
}
