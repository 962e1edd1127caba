package dev.trestle.messenger.message;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;

/** The background threads of all logs. Closing waits until they have ended. */
final class LogThreads implements AutoCloseable {
  private final ExecutorService threads =
      Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name("chat-log-", 0).factory());
  private final CountDownLatch closing = new CountDownLatch(1);

  /** Runs a task on a thread of its own; false if closed. */
  boolean start(Runnable task) {
    try {
      threads.execute(task);
      return true;
    } catch (RejectedExecutionException closed) {
      return false;
    }
  }

  /** Sleeps; returns early, and false, when closing. */
  boolean sleep(Duration time) throws InterruptedException {
    return !closing.await(time.toNanos(), TimeUnit.NANOSECONDS);
  }

  @Override
  public void close() {
    closing.countDown();
    threads.close();
  }
}
