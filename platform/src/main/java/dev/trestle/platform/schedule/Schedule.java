package dev.trestle.platform.schedule;

import java.util.List;

/** Runs things at their time, on whichever server is there. */
public interface Schedule {
  /**
   * Hands out a system's items as they become due, until it is closed. An item may be handed out
   * more than once and to several servers; the condition of the handler's write decides.
   */
  <K, R> Running due(DueItems<K, R> items, DueHandler<R> handler);

  /**
   * Enqueues recurring jobs, until it is closed. Each time yields one job, however many servers
   * run; its id is the name and the time. Times that pass while no server runs become one job at
   * the next start.
   */
  Running recurring(List<Recurring> recurring);

  /** The names of those whose due items are handed out on this server. */
  List<String> dueNames();

  /** A schedule at work in this process. */
  interface Running extends AutoCloseable {
    /** Finishes what is under way, then ends. */
    @Override
    void close();
  }
}
