package dev.trestle.platform.schedule;

import java.util.List;

/** Makes things happen at their time, in whichever process is there. */
public interface Schedule {
  /**
   * Hands out a system's items as they become due, until it is closed. Each may be handed out more
   * than once, to more than one process: what happens then is decided by the condition of the
   * handler's own write.
   */
  <K, R> Running due(DueItems<K, R> items, DueHandler<R> handler);

  /**
   * Has work enqueued again and again, until it is closed. Each time gives one job, whose id is the
   * name and the time it was meant for, however many processes are there. Times that pass while no
   * process is there become one job, at the next start.
   */
  Running recurring(List<Recurring> recurring);

  /** Something scheduled, at work in this process. */
  interface Running extends AutoCloseable {
    /** Lets what is under way end. */
    @Override
    void close();
  }
}
