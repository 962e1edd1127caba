package dev.trestle.platform.queue;

import java.time.Duration;

/** Runs a queue's jobs in this process. */
public interface Worker extends AutoCloseable {
  /**
   * Takes no more jobs and waits for those that run. Jobs that take longer than {@code grace} are
   * interrupted and run again elsewhere.
   */
  void stop(Duration grace);

  /** Stops, with 30 seconds of grace. */
  @Override
  default void close() {
    stop(Duration.ofSeconds(30));
  }
}
