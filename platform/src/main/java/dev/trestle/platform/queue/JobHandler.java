package dev.trestle.platform.queue;

/** Runs a queue's jobs. Called by many virtual threads at a time. */
@FunctionalInterface
public interface JobHandler {
  /**
   * Runs one job. An exception counts as {@link JobOutcome#retry} with its text. Operators see that
   * text, so it must contain no secret.
   */
  JobOutcome handle(Claim claim) throws Exception;
}
