package dev.trestle.testing;

import dev.trestle.engine.FaultPoints;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Injects faults at named points: when the engine reaches a point, now or at a later time, it
 * throws, waits or its process dies. A fault happens once. Arrivals are always counted.
 */
public final class Faults implements FaultPoints {
  /** The exception that {@link #fail} injects. */
  public static final class InjectedFault extends RuntimeException {
    InjectedFault(String name) {
      super("injected at " + name);
    }
  }

  /** The exit code of a process that {@link #halt} ended with signal 9. */
  public static final int HALTED = 128 + ProcessKill.SIGKILL;

  private static final Duration BLOCKED_MAX = Duration.ofSeconds(60);

  private interface Action {
    void act(String name);
  }

  private record Armed(long arrival, Action action) {}

  /**
   * How often each point was reached, and the fault that is armed there. Guarded by this object.
   */
  private final Map<String, Long> arrivals = new ConcurrentHashMap<>();

  private final Map<String, Armed> armed = new ConcurrentHashMap<>();
  private SplittableRandom random = new SplittableRandom(0);
  private double probability;
  private final Optional<Consumer<Path>> syncs;

  public Faults() {
    this.syncs = Optional.empty();
  }

  /** Also reports each file that was made durable, on the thread that did it. */
  public Faults(Consumer<Path> syncs) {
    this.syncs = Optional.of(syncs);
  }

  @Override
  public boolean watchesSyncs() {
    return syncs.isPresent();
  }

  @Override
  public void synced(Path file) {
    syncs.ifPresent(told -> told.accept(file));
  }

  @Override
  public void reached(String name) {
    next(name).act(name);
  }

  private synchronized Action next(String name) {
    long arrival = arrivals.merge(name, 1L, Long::sum);
    var fault = armed.get(name);
    if (fault != null && arrival >= fault.arrival) {
      armed.remove(name);
      return fault.action;
    }
    return probability > 0 && random.nextDouble() < probability ? Faults::inject : _ -> {};
  }

  /** Returns how often the point was reached. */
  public synchronized long count(String name) {
    return arrivals.getOrDefault(name, 0L);
  }

  /** Makes the engine throw at the next arrival. */
  public void fail(String name) {
    arm(name, 1, Faults::inject);
  }

  /** Kills the process at a later arrival, counted from 1 for the next one. */
  public void halt(String name, long arrival) {
    arm(name, arrival, _ -> ProcessKill.now());
  }

  /** Makes the next arrival wait until it is released. */
  public Blockade block(String name) {
    var blockade = new Blockade();
    arm(name, 1, _ -> blockade.hold());
    return blockade;
  }

  /** Makes every arrival at any point throw with this probability. */
  public synchronized void failAtRandom(long seed, double chance) {
    random = new SplittableRandom(seed);
    probability = chance;
  }

  private synchronized void arm(String name, long arrival, Action action) {
    armed.put(name, new Armed(count(name) + arrival, action));
  }

  private static void inject(String name) {
    throw new InjectedFault(name);
  }

  /** A thread of the engine that is held at a point. */
  public static final class Blockade implements AutoCloseable {
    private final CountDownLatch arrived = new CountDownLatch(1);
    private final CountDownLatch released = new CountDownLatch(1);

    private Blockade() {}

    /** Waits until a thread is held. */
    public void awaitArrival() {
      await(arrived);
    }

    public void release() {
      released.countDown();
    }

    @Override
    public void close() {
      release();
    }

    private void hold() {
      arrived.countDown();
      await(released);
    }

    private static void await(CountDownLatch latch) {
      try {
        if (!latch.await(BLOCKED_MAX.toSeconds(), TimeUnit.SECONDS)) {
          throw new AssertionError("held or awaited for more than " + BLOCKED_MAX);
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new AssertionError("interrupted", e);
      }
    }
  }
}
