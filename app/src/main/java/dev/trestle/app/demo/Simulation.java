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
 * Runs activities at a steady rate, chosen at random by weight. A slow activity does not delay the
 * others; when too many are running, the simulation waits.
 */
public final class Simulation implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger(Simulation.class.getName());
  private static final int RUNNING_MAX = 64;
  private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(5);

  private record Weighted(Activity activity, int weight) {}

  private final List<Weighted> activities = new ArrayList<>();
  private final Semaphore slots = new Semaphore(RUNNING_MAX);
  private final LongAdder completed = new LongAdder();
  private final LongAdder failed = new LongAdder();
  private final SplittableRandom random;
  private final long pauseNanos;
  private final Thread thread = Thread.ofVirtual().name("simulation").unstarted(this::loop);

  /** Used by the loop, and by {@link #close} when the loop has ended. */
  private final List<Thread> running = new ArrayList<>();

  private volatile boolean isClosed;

  /**
   * Creates a simulation that is not started yet.
   *
   * @param rate activities per second; with 0, nothing happens
   */
  public Simulation(int rate, long seed) {
    this.random = new SplittableRandom(seed);
    this.pauseNanos = rate == 0 ? 0 : Duration.ofSeconds(1).toNanos() / rate;
  }

  /** Adds an activity. Call it before {@link #start}. */
  public Simulation add(int weight, Activity activity) {
    activities.add(new Weighted(activity, weight));
    return this;
  }

  public Simulation start() {
    if (pauseNanos > 0 && !activities.isEmpty()) thread.start();
    return this;
  }

  public long completed() {
    return completed.sum();
  }

  public long failed() {
    return failed.sum();
  }

  private void loop() {
    long next = System.nanoTime();
    while (!isClosed) {
      next = Math.max(next + pauseNanos, System.nanoTime() - Duration.ofSeconds(1).toNanos());
      for (long left = next - System.nanoTime();
          left > 0 && !isClosed;
          left = next - System.nanoTime()) {
        LockSupport.parkNanos(left);
      }
      if (isClosed) return;
      slots.acquireUninterruptibly();
      if (isClosed) return;
      var activity = choose();
      var own = random.split();
      running.removeIf(thread -> !thread.isAlive());
      running.add(Thread.startVirtualThread(() -> run(activity, own)));
    }
  }

  private Activity choose() {
    int total = activities.stream().mapToInt(Weighted::weight).sum();
    int at = random.nextInt(total);
    for (var weighted : activities) {
      at -= weighted.weight;
      if (at < 0) return weighted.activity;
    }
    throw new IllegalStateException("weights do not add up");
  }

  private void run(Activity activity, SplittableRandom own) {
    try {
      activity.run(own);
      completed.increment();
    } catch (Exception e) {
      failed.increment();
      if (!isClosed) LOG.log(Level.DEBUG, "an activity of the demo failed", e);
    } finally {
      slots.release();
    }
  }

  /** Waits for running activities, and interrupts those that take long. */
  @Override
  public void close() {
    isClosed = true;
    LockSupport.unpark(thread);
    try {
      var _ = slots.tryAcquire(RUNNING_MAX, CLOSE_TIMEOUT.toNanos(), TimeUnit.NANOSECONDS);
      // The loop may wait for a slot, which it then finds closed.
      slots.release(RUNNING_MAX);
      thread.join();
      running.forEach(Thread::interrupt);
      for (var activity : running) activity.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
