package dev.trestle.platform.lease;

import dev.trestle.platform.lease.LeaseModel.Lease;
import dev.trestle.platform.thread.RestartingThread;
import dev.trestle.store.Store;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;

/**
 * Shares a fixed number of shards among servers and runs a loop for each shard that this server
 * holds. The loops keep no checkpoint.
 */
public final class LeasedShards<L extends LeasedShards.Loop> implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger(LeasedShards.class.getName());
  private static final Duration STOP_TIMEOUT = Duration.ofSeconds(30);

  /** The work on one shard, on a thread of its own. */
  public interface Loop {
    void start();

    /** Ends the loop soon. Does not wait. */
    void stop();

    /** Waits for the end of a loop that was stopped. */
    void join(Duration timeout) throws InterruptedException;
  }

  private final String group;
  private final LeaseOptions options;
  private final FailPoints failPoints;
  private final IntFunction<L> loopOf;
  private final LeaseKeeper keeper;
  private final Map<String, L> loops = new ConcurrentHashMap<>();
  private final CountDownLatch stopping = new CountDownLatch(1);
  private final Thread heartbeat;

  /**
   * Shares the shards of a group; {@link #start} begins.
   *
   * @param leases a store of {@link LeaseModel#MODEL}
   * @param loopOf creates the loop of a shard
   */
  public LeasedShards(
      Store leases,
      String group,
      LeaseOptions options,
      InstantSource clock,
      FailPoints failPoints,
      IntFunction<L> loopOf) {
    this.group = group;
    this.options = options;
    this.failPoints = failPoints;
    this.loopOf = loopOf;
    this.keeper = new LeaseKeeper(leases, group, options, new Holder(), clock, System::nanoTime);
    this.heartbeat = RestartingThread.of(group + "-leases", this::beat);
  }

  /** Takes this server's share of the shards. */
  public void start(int shards) {
    for (int shard = 0; shard < shards; shard++) {
      keeper.add(name(shard), Optional.empty(), Optional.empty());
    }
    keeper.beat();
    heartbeat.start();
  }

  private static String name(int shard) {
    return "%02d".formatted(shard);
  }

  /** The loop of a shard, if this server holds it. */
  public Optional<L> loop(int shard) {
    return Optional.ofNullable(loops.get(name(shard)));
  }

  /** The shards that this server holds. */
  public Set<String> held() {
    return keeper.held();
  }

  private void beat() {
    try {
      while (!stopping.await(options.heartbeat().toMillis(), TimeUnit.MILLISECONDS)) {
        failPoints.at("shards.beat");
        try {
          keeper.beat();
        } catch (RuntimeException e) {
          LOG.log(Level.WARNING, "could not renew the leases of " + group, e);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Ends the loops and releases the shards. */
  @Override
  public void close() {
    if (stopping.getCount() == 0) return;
    stopping.countDown();
    loops.values().forEach(Loop::stop);
    try {
      heartbeat.join(STOP_TIMEOUT);
      // The last heartbeat may have started a loop.
      var running = Map.copyOf(loops).values();
      running.forEach(Loop::stop);
      for (var loop : running) loop.join(STOP_TIMEOUT);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    keeper.leave();
  }

  /** Starts and stops the loops as leases come and go. */
  private final class Holder implements LeaseHolder {
    @Override
    public void begin(Lease lease) {
      var loop = loopOf.apply(Integer.parseInt(lease.shard()));
      loops.put(lease.shard(), loop);
      loop.start();
    }

    @Override
    public Progress progress(String shard) {
      return Progress.NONE;
    }

    @Override
    public Optional<Progress> end(String shard) {
      lose(shard);
      return Optional.of(Progress.NONE);
    }

    @Override
    public void lose(String shard) {
      var loop = loops.remove(shard);
      if (loop != null) loop.stop();
    }
  }
}
