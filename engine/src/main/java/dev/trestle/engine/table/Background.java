package dev.trestle.engine.table;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Work that no request waits for, on platform threads of its own because it spends its time in
 * native calls. A task looks at {@link #stopping()} between chunks. One that fails or is stopped is
 * taken up again when the engine is next opened: what is left to do is on disk.
 */
final class Background implements AutoCloseable {
  private static final Logger LOG = System.getLogger(Background.class.getName());
  private static final int THREADS = 2;

  private final ExecutorService threads =
      Executors.newFixedThreadPool(
          THREADS, Thread.ofPlatform().name("trestle-background-", 0).daemon().factory());

  /** Guards {@code unfinished}. */
  private final ReentrantLock lock = new ReentrantLock();

  private final Condition idle = lock.newCondition();
  private int unfinished;
  private volatile boolean stopping;

  void submit(String name, Runnable task) {
    change(1);
    try {
      threads.execute(() -> run(name, task));
    } catch (RejectedExecutionException _) {
      // Closed meanwhile: the next opening does it.
      change(-1);
    }
  }

  private void run(String name, Runnable task) {
    try {
      task.run();
    } catch (RuntimeException | Error failure) {
      LOG.log(Level.WARNING, name + " stopped; it goes on when the data is opened again", failure);
    } finally {
      change(-1);
    }
  }

  private void change(int by) {
    lock.lock();
    try {
      unfinished += by;
      if (unfinished == 0) idle.signalAll();
    } finally {
      lock.unlock();
    }
  }

  boolean stopping() {
    return stopping;
  }

  /** Waits until nothing is left to do. */
  void awaitIdle() {
    lock.lock();
    try {
      while (unfinished > 0) idle.awaitUninterruptibly();
    } finally {
      lock.unlock();
    }
  }

  /** Stops what runs at its next chunk and waits for that. */
  @Override
  public void close() {
    stopping = true;
    threads.shutdown();
    boolean interrupted = false;
    while (!threads.isTerminated()) {
      try {
        threads.awaitTermination(1, TimeUnit.MINUTES);
      } catch (InterruptedException _) {
        interrupted = true;
      }
    }
    if (interrupted) Thread.currentThread().interrupt();
  }
}
