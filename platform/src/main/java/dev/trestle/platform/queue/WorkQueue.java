package dev.trestle.platform.queue;

import dev.trestle.store.Cursor;
import dev.trestle.store.Page;

/**
 * Work to be done later, by any of the processes that share the queue.
 *
 * <p>What was enqueued is handled at least once, until a handler is through with it or it was given
 * up and lies among the dead letters. A job is handed to one worker at a time; a worker that was
 * slow beyond its lease and another may overlap, so an effect is to be one that a second time does
 * not change: see {@link Claim}. Jobs of a queue begin about in the order of their due times,
 * exactly so where the queue has one shard and its worker handles one at a time, except for those
 * that failed and come again.
 */
public interface WorkQueue {
  /**
   * Adds work.
   *
   * @return whether it is new: false where work of this queue, id and due time is waiting already
   */
  boolean enqueue(Work work);

  /** Begins to handle a queue's jobs in this process, until the worker is stopped. */
  Worker work(String queue, WorkOptions options, JobHandler handler);

  /** How a queue stands, for people to look at. */
  QueueFigures figures(String queue);

  /** What was given up, oldest first. */
  Page<DeadJob> dead(String queue, Cursor cursor);

  /**
   * Lets a dead letter be tried again from the first attempt on, as due now.
   *
   * @return false where it is no longer among the dead
   */
  boolean replay(DeadJob dead);

  /** The same for all that are dead now; gives their number. */
  long replayAll(String queue);

  /** Throws a dead letter away; false where it is no longer there. */
  boolean drop(DeadJob dead);
}
