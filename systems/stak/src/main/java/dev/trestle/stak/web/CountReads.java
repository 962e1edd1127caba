package dev.trestle.stak.web;

import dev.trestle.platform.thread.RestartingThread;
import java.lang.System.Logger.Level;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;

/**
 * Reads of users' counts, a few at a time and no more than one waiting for each user. A broadcast
 * to many open streams is thereby spread, and many broadcasts cost no more reads than the last.
 */
final class CountReads implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger(CountReads.class.getName());

  private final Semaphore slots;
  private final Set<Object> waiting = ConcurrentHashMap.newKeySet();
  private final ExecutorService tasks =
      Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name("stak-live-", 0).factory());

  CountReads(int concurrency) {
    slots = new Semaphore(concurrency);
  }

  /** Runs a read for a subscriber, unless one is waiting that will see the same. */
  void request(Object subscriber, Runnable read) {
    if (!waiting.add(subscriber)) return;
    try {
      tasks.execute(() -> run(subscriber, read));
    } catch (RejectedExecutionException closed) {
      waiting.remove(subscriber);
    }
  }

  private void run(Object subscriber, Runnable read) {
    slots.acquireUninterruptibly();
    try {
      // From here on a further change needs a further read.
      waiting.remove(subscriber);
      read.run();
    } catch (RuntimeException | Error e) {
      if (RestartingThread.isFatal(e)) throw e;
      LOG.log(Level.WARNING, "counts were not sent", e);
    } finally {
      slots.release();
    }
  }

  /** Waits for the reads under way. */
  @Override
  public void close() {
    tasks.close();
  }
}
