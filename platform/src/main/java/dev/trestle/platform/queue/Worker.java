package dev.trestle.platform.queue;

import java.time.Duration;

/** Handles a queue's jobs in this process. */
public interface Worker extends AutoCloseable {
  /**
   * Takes no more jobs and waits for those under way; those that take longer are interrupted and
   * come again elsewhere.
   */
  void stop(Duration grace);

  /** Stops, with half a minute for what is under way. */
  @Override
  default void close() {
    stop(Duration.ofSeconds(30));
  }
}
