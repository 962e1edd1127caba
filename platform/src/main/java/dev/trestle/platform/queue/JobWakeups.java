package dev.trestle.platform.queue;

import java.util.function.Predicate;

/**
 * Tells servers of jobs, so that workers need not poll often. Wake-ups may be lost, doubled, late
 * or out of order: the table is the authority, and workers look at it anyway.
 */
public interface JobWakeups {
  /** None: workers poll. */
  JobWakeups NONE =
      new JobWakeups() {
        @Override
        public void send(JobWakeup wakeup) {}

        @Override
        public void listen(Predicate<JobWakeup> listener) {}

        @Override
        public boolean isConnected() {
          return false;
        }
      };

  /** Tells one server, this one or another, of a job. Neither waits nor fails. */
  void send(JobWakeup wakeup);

  /**
   * Hands over the wake-ups that reach this server, from any thread. Called once at most.
   *
   * @param listener returns at once whether it takes the job; otherwise another server is told
   */
  void listen(Predicate<JobWakeup> listener);

  /** Whether wake-ups reach this server at present. */
  boolean isConnected();
}
