package dev.trestle.testing;

import dev.trestle.engine.storage.FaultPoints;
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
 * Faults by name: at the next passage of a named point, or at a later one, the engine throws, waits
 * or its process dies. An armed fault acts once. Passages are counted whether armed or not.
 */
public final class Faults implements FaultPoints {
  /** What the engine meets at a point armed with {@link #fail}. */
  public static final class Planted extends RuntimeException {
    Planted(String name) {
      super("planted at " + name);
    }
  }

  /** The exit code of a process that {@link #halt} ended: it was killed by signal 9. */
  public static final int HALTED = 128 + Suicide.SIGKILL;

  private static final Duration BLOCKED_MAX = Duration.ofSeconds(60);

  private interface Action {
    void act(String name);
  }

  private record Armed(long passage, Action action) {}

  /** Guarded by this object: how often each point was passed, and what is armed there. */
  private final Map<String, Long> passages = new ConcurrentHashMap<>();

  private final Map<String, Armed> armed = new ConcurrentHashMap<>();
  private SplittableRandom random = new SplittableRandom(0);
  private double probability;
  private final Optional<Consumer<Path>> syncs;

  public Faults() {
    this.syncs = Optional.empty();
  }

  /** Also tells of each file that was made durable, on the thread that did it. */
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
    long passage = passages.merge(name, 1L, Long::sum);
    var fault = armed.get(name);
    if (fault != null && passage >= fault.passage) {
      armed.remove(name);
      return fault.action;
    }
    return probability > 0 && random.nextDouble() < probability ? Faults::plant : _ -> {};
  }

  /** How often the point has been passed. */
  public synchronized long count(String name) {
    return passages.getOrDefault(name, 0L);
  }

  /** The next passage throws. */
  public void fail(String name) {
    arm(name, 1, Faults::plant);
  }

  /** The passage that comes so many from now (1: the next) ends the process, unannounced. */
  public void halt(String name, long passage) {
    arm(name, passage, _ -> Suicide.commit());
  }

  /** The next passage waits until it is released. */
  public Blockade block(String name) {
    var blockade = new Blockade();
    arm(name, 1, _ -> blockade.hold());
    return blockade;
  }

  /** From now on every passage of any point throws with this probability. */
  public synchronized void failAtRandom(long seed, double chance) {
    random = new SplittableRandom(seed);
    probability = chance;
  }

  /** Takes back what is armed. */
  public synchronized void disarm() {
    armed.clear();
    probability = 0;
  }

  private synchronized void arm(String name, long passage, Action action) {
    armed.put(name, new Armed(count(name) + passage, action));
  }

  private static void plant(String name) {
    throw new Planted(name);
  }

  /** A thread of the engine that is held where it is. */
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
