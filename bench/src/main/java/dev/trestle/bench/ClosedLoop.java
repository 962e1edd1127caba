package dev.trestle.bench;

import java.util.ArrayList;
import java.util.SplittableRandom;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicBoolean;

/** Threads that each make one call after the other. */
record ClosedLoop(int threads, ThreadFactory factory, double seconds, long seed) {
  /** Calls per second and their latencies. */
  record Result(double perSecond, Latencies latencies) {}

  ClosedLoop withSeed(long another) {
    return new ClosedLoop(threads, factory, seconds, another);
  }

  interface Call {
    void make(SplittableRandom random);
  }

  Result run(Call call) {
    var stop = new AtomicBoolean();
    var results = new ArrayList<Latencies>();
    var failures = new ArrayList<Throwable>();
    var workers = new ArrayList<Thread>();
    long start = System.nanoTime();
    for (int i = 0; i < threads; i++) {
      var random = new SplittableRandom(seed + i);
      var latencies = new Latencies();
      results.add(latencies);
      var worker =
          factory.newThread(() -> {
            try {
              while (!stop.get()) {
                long before = System.nanoTime();
                call.make(random);
                latencies.add(System.nanoTime() - before);
              }
            } catch (RuntimeException e) {
              synchronized (failures) {
                failures.add(e);
              }
            }
          });
      workers.add(worker);
      worker.start();
    }
    pause(seconds);
    stop.set(true);
    for (var worker : workers) join(worker);
    double elapsed = (System.nanoTime() - start) / 1e9;
    synchronized (failures) {
      if (!failures.isEmpty())
        throw new IllegalStateException("a call failed", failures.getFirst());
    }
    var all = new Latencies();
    results.forEach(all::add);
    return new Result(all.count() / elapsed, all);
  }

  private static void pause(double seconds) {
    try {
      Thread.sleep((long) (seconds * 1000));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void join(Thread thread) {
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
