package dev.trestle.bench.stak;

import java.time.Duration;

/** The most heap that was in use, garbage and all, looked at many times a second. */
final class HeapWatch implements AutoCloseable {
  private static final Duration EVERY = Duration.ofMillis(20);

  private final Thread thread;
  private volatile long most;
  private volatile boolean isOver;

  HeapWatch() {
    thread = Thread.ofPlatform().daemon().name("heap-watch").start(this::watch);
  }

  private void watch() {
    var runtime = Runtime.getRuntime();
    while (!isOver) {
      most = Math.max(most, runtime.totalMemory() - runtime.freeMemory());
      try {
        Thread.sleep(EVERY);
      } catch (InterruptedException e) {
        return;
      }
    }
  }

  long megabytes() {
    return most >> 20;
  }

  @Override
  public void close() {
    isOver = true;
    thread.interrupt();
  }
}
