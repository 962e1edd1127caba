package dev.trestle.platform.queue;

import org.jspecify.annotations.Nullable;

/** A job at the desk. Written by its thread, read by the one that renews. */
final class Handling {
  final Job job;
  volatile Thread thread = Thread.currentThread();
  volatile long renewedNanos = Long.MAX_VALUE;
  volatile boolean settling;
  volatile @Nullable Job claimed;

  Handling(Job job) {
    this.job = job;
  }

  void claimed(Job now, long nanos) {
    renewedNanos = nanos;
    claimed = now;
  }
}
