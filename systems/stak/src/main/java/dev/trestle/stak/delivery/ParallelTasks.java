package dev.trestle.stak.delivery;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadFactory;
import java.util.function.Function;

/** Runs the same task for many recipients at once, so that one commit serves several of them. */
final class ParallelTasks {
  /** How one task ended. */
  sealed interface Result<T> {}

  record Done<T>(T value) implements Result<T> {}

  /**
   * A task that threw an exception.
   *
   * @param reason the exception's name; its message may contain what a tenant sent
   */
  record Failed<T>(String reason) implements Result<T> {}

  private final Semaphore permits;
  private final ThreadFactory threads = Thread.ofVirtual().name("stak-recipient-", 0).factory();

  ParallelTasks(int concurrency) {
    permits = new Semaphore(concurrency);
  }

  /** Waits for all tasks. Results are in the order of the inputs. */
  <A, T> List<Result<T>> all(List<A> inputs, Function<A, T> task) {
    try (ExecutorService executor = Executors.newThreadPerTaskExecutor(threads)) {
      var futures = new ArrayList<Future<T>>();
      for (var input : inputs) futures.add(executor.submit(() -> run(input, task)));
      var results = new ArrayList<Result<T>>();
      for (var future : futures) results.add(result(future));
      return results;
    }
  }

  private <A, T> T run(A input, Function<A, T> task) throws InterruptedException {
    permits.acquire();
    try {
      return task.apply(input);
    } finally {
      permits.release();
    }
  }

  private static <T> Result<T> result(Future<T> future) {
    try {
      return new Done<>(future.get());
    } catch (ExecutionException e) {
      var cause = e.getCause();
      if (cause instanceof Error error) throw error;
      var failure = cause == null ? e : cause;
      return new Failed<>(failure.getClass().getSimpleName());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return new Failed<>("interrupted");
    }
  }
}
