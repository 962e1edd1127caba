package dev.trestle.platform.queue;

import org.jspecify.annotations.Nullable;

/** A job that this worker runs. Written by its own thread, read by the one that renews claims. */
final class RunningJob {
  final Job job;
  volatile Thread thread = Thread.currentThread();
  volatile long renewedNanos = Long.MAX_VALUE;
  volatile boolean isEnding;
  volatile @Nullable Job claimed;

  RunningJob(Job job) {
    this.job = job;
  }

  void claimed(Job now, long nanos) {
    renewedNanos = nanos;
    claimed = now;
  }
}
