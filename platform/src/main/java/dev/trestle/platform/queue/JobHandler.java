package dev.trestle.platform.queue;

/** Does the work of a queue's jobs. Called by many threads at a time, on virtual threads. */
@FunctionalInterface
public interface JobHandler {
  /**
   * Does one job. An exception is {@link Handled#retry} with its text, which ends up where people
   * look: it is to hold no secret.
   */
  Handled handle(Claim claim) throws Exception;
}
