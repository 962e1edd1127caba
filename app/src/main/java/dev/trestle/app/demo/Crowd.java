package dev.trestle.app.demo;

import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;

/**
 * Does the acts of the demo at a steady rate, as likely as they weigh. An act that takes long does
 * not hold up the others; when too many are under way, the crowd waits instead of piling up.
 */
public final class Crowd implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger(Crowd.class.getName());
  private static final int UNDER_WAY_MAX = 64;
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private record Weighted(Act act, int weight) {}

  private final List<Weighted> acts = new ArrayList<>();
  private final Semaphore room = new Semaphore(UNDER_WAY_MAX);
  private final LongAdder performed = new LongAdder();
  private final LongAdder failed = new LongAdder();
  private final SplittableRandom random;
  private final long pauseNanos;
  private final Thread thread = Thread.ofVirtual().name("demo").unstarted(this::live);
  private volatile boolean isOver;

  /**
   * A crowd that does nothing yet.
   *
   * @param rate acts a second; 0: they all stay at home
   */
  public Crowd(int rate, long seed) {
    this.random = new SplittableRandom(seed);
    this.pauseNanos = rate == 0 ? 0 : Duration.ofSeconds(1).toNanos() / rate;
  }

  public Crowd does(int weight, Act act) {
    acts.add(new Weighted(act, weight));
    return this;
  }

  /** Begins; no act is added after that. */
  public Crowd begin() {
    if (pauseNanos > 0 && !acts.isEmpty()) thread.start();
    return this;
  }

  public long performed() {
    return performed.sum();
  }

  public long failed() {
    return failed.sum();
  }

  private void live() {
    long next = System.nanoTime();
    while (!isOver) {
      next = Math.max(next + pauseNanos, System.nanoTime() - Duration.ofSeconds(1).toNanos());
      for (long left = next - System.nanoTime();
          left > 0 && !isOver;
          left = next - System.nanoTime()) {
        LockSupport.parkNanos(left);
      }
      if (isOver) return;
      room.acquireUninterruptibly();
      var act = chosen();
      var own = random.split();
      Thread.startVirtualThread(() -> perform(act, own));
    }
  }

  private Act chosen() {
    int total = acts.stream().mapToInt(Weighted::weight).sum();
    int at = random.nextInt(total);
    for (var weighted : acts) {
      at -= weighted.weight;
      if (at < 0) return weighted.act;
    }
    throw new IllegalStateException("weights do not add up");
  }

  private void perform(Act act, SplittableRandom own) {
    try {
      act.perform(own);
      performed.increment();
    } catch (Exception e) {
      failed.increment();
      if (!isOver) LOG.log(Level.DEBUG, "somebody in the demo met an error", e);
    } finally {
      room.release();
    }
  }

  /** Lets what is under way end, for a while. */
  @Override
  public void close() {
    isOver = true;
    LockSupport.unpark(thread);
    try {
      var _ = room.tryAcquire(UNDER_WAY_MAX, PATIENCE.toNanos(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
