package dev.trestle.engine.table;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Runs work that no request waits for, on its own platform threads because it spends its time in
 * native calls. A task checks {@link #stopping()} between chunks. A task that fails or is stopped
 * resumes when the engine is next opened, because what is left to do is on disk.
 */
final class BackgroundTasks implements AutoCloseable {
  private static final Logger LOG = System.getLogger(BackgroundTasks.class.getName());
  private static final int THREADS = 2;

  private final ExecutorService threads =
      Executors.newFixedThreadPool(
          THREADS, Thread.ofPlatform().name("trestle-background-", 0).daemon().factory());

  /** Guards {@code unfinished}. */
  private final ReentrantLock lock = new ReentrantLock();

  private final Condition idle = lock.newCondition();
  private int unfinished;
  private volatile boolean stopping;
  private volatile @Nullable Throwable failure;

  /** Submits a task. If this is closed, the task runs after the next opening. */
  void submit(String name, Runnable task) {
    var unused = offer(name, task);
  }

  /** Submits a task unless this is closed. Returns whether the task will run. */
  boolean offer(String name, Runnable task) {
    change(1);
    try {
      threads.execute(() -> run(name, task));
      return true;
    } catch (RejectedExecutionException e) {
      change(-1);
      return false;
    } catch (Error noThread) {
      change(-1);
      throw noThread;
    }
  }

  private void run(String name, Runnable task) {
    try {
      task.run();
    } catch (RuntimeException | Error thrown) {
      failure = thrown;
      LOG.log(Level.WARNING, name + " stopped; it resumes when the engine is next opened", thrown);
      // The process decides whether it goes on after such an error; if so, another thread follows.
      if (thrown instanceof VirtualMachineError) throw thrown;
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

  /** Returns why a task stopped that has not resumed, or empty if none has. */
  Optional<Throwable> failure() {
    return Optional.ofNullable(failure);
  }

  boolean stopping() {
    return stopping;
  }

  /** Waits until all tasks are done. */
  void awaitIdle() {
    lock.lock();
    try {
      while (unfinished > 0) idle.awaitUninterruptibly();
    } finally {
      lock.unlock();
    }
  }

  /** Stops running tasks at their next chunk and waits for them. */
  @Override
  public void close() {
    stopping = true;
    threads.shutdown();
    boolean interrupted = false;
    while (!threads.isTerminated()) {
      try {
        threads.awaitTermination(1, TimeUnit.MINUTES);
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) Thread.currentThread().interrupt();
  }
}
