package dev.trestle.conformance.concurrency;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Runs threads that all start at the same time. */
final class ConcurrentThreads {
  static final int THREADS = 16;

  /** The work of one thread. */
  interface Part<T> {
    T play(int thread) throws Exception;
  }

  private ConcurrentThreads() {}

  /** Returns the results of all threads, or throws what one of them threw. */
  static <T> List<T> run(int threads, Part<T> part) {
    var start = new CyclicBarrier(threads);
    var results = new ArrayList<T>();
    try (var executor = Executors.newFixedThreadPool(threads)) {
      var futures = new ArrayList<Future<T>>();
      for (int i = 0; i < threads; i++) {
        int thread = i;
        futures.add(
            executor.submit(() -> {
              start.await();
              return part.play(thread);
            }));
      }
      for (var future : futures) results.add(future.get());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted", e);
    } catch (ExecutionException e) {
      throw new AssertionError("a thread failed", e.getCause());
    }
    return results;
  }
}
