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

/** Does the same for many at once, so that one commit of the table serves several of them. */
final class Crew {
  /** What one of them came to. */
  sealed interface Result<T> {}

  record Made<T>(T value) implements Result<T> {}

  record Failed<T>(String reason) implements Result<T> {}

  private final Semaphore hands;
  private final ThreadFactory threads = Thread.ofVirtual().name("stak-recipient-", 0).factory();

  /** How many recipients of this process are served at the same time. */
  Crew(int atOnce) {
    hands = new Semaphore(atOnce);
  }

  /** Results in the order of what was given; waits for all of them. */
  <A, T> List<Result<T>> all(List<A> given, Function<A, T> work) {
    try (ExecutorService executor = Executors.newThreadPerTaskExecutor(threads)) {
      var futures = new ArrayList<Future<T>>();
      for (var one : given) futures.add(executor.submit(() -> one(one, work)));
      var results = new ArrayList<Result<T>>();
      for (var future : futures) results.add(result(future));
      return results;
    }
  }

  private <A, T> T one(A given, Function<A, T> work) throws InterruptedException {
    hands.acquire();
    try {
      return work.apply(given);
    } finally {
      hands.release();
    }
  }

  private static <T> Result<T> result(Future<T> future) {
    try {
      return new Made<>(future.get());
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
