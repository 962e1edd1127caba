package dev.trestle.platform.feed;

import java.time.Duration;

/** Wakes readers of a stream when there is something to read. */
@FunctionalInterface
public interface ChangeWakeup {
  /**
   * Waits until there may be records after a shard iterator, or until the timeout. Returns at once
   * if they are there already, so a reader misses nothing.
   */
  void await(String shardIterator, Duration timeout) throws InterruptedException;

  /** No wakeup: readers poll after each timeout. */
  static ChangeWakeup none() {
    return (_, timeout) -> Thread.sleep(timeout);
  }
}
