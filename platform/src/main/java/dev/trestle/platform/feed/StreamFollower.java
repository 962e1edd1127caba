package dev.trestle.platform.feed;

import dev.trestle.platform.feed.ChangeFeed.Start;
import dev.trestle.platform.lease.LeaseHolder;
import dev.trestle.platform.lease.LeaseKeeper;
import dev.trestle.platform.lease.LeaseModel.Lease;
import dev.trestle.platform.thread.RestartingThread;
import dev.trestle.store.Store;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import software.amazon.awssdk.services.dynamodb.model.Shard;

/** Follows a stream for one consumer: holds leases on its shards and runs a reader for each. */
final class StreamFollower implements LeaseHolder {
  private static final System.Logger LOG = System.getLogger(StreamFollower.class.getName());

  /** Not a shard: stores when the group began, so that all servers agree on it. */
  static final String BEGINNING = "-";

  private static final int BEATS_PER_DISCOVERY = 10;
  private static final Duration STOP_TIMEOUT = Duration.ofSeconds(30);

  private final FeedSource source;
  private final Start start;
  private final ChangeConsumer consumer;
  private final FeedOptions options;
  private final InstantSource clock;
  private final LeaseKeeper keeper;
  private final Map<String, ShardReader> readers = new ConcurrentHashMap<>();

  /** A permit asks for a heartbeat now. */
  private final Semaphore wakeups = new Semaphore(0);

  private final Thread heartbeat;
  private volatile boolean isStopping;
  private boolean needsDiscovery = true;

  StreamFollower(
      Store leases,
      String group,
      FeedSource source,
      Start start,
      ChangeConsumer consumer,
      FeedOptions options,
      InstantSource clock) {
    this.source = source;
    this.start = start;
    this.consumer = consumer;
    this.options = options;
    this.clock = clock;
    this.keeper = new LeaseKeeper(leases, group, options.leases(), this, clock, System::nanoTime);
    this.heartbeat = RestartingThread.of(group + "-leases", this::beats);
  }

  /** Returns after the first heartbeat: no later change is missed. */
  void start() {
    storeBeginning();
    discover();
    keeper.beat();
    heartbeat.start();
  }

  /** Stores when this group began, unless another server has. */
  private void storeBeginning() {
    var checkpoint =
        switch (start) {
          case HORIZON -> Checkpoint.horizon();
          case NOW -> new Checkpoint.Since(clock.instant());
        };
    keeper.addDone(BEGINNING, checkpoint.text());
  }

  /** Adds the stream's new shards and removes those that are gone. */
  private void discover() {
    needsDiscovery = false;
    var known = keeper.leases().stream().collect(Collectors.toMap(Lease::shard, lease -> lease));
    var beginning = Optional.ofNullable(known.get(BEGINNING)).flatMap(Lease::checkpoint);
    var shards = source.shards();
    for (var shard : shards) {
      if (!known.containsKey(shard.shardId())) {
        keeper.add(shard.shardId(), beginning, Optional.ofNullable(shard.parentShardId()));
      }
    }
    var there = shards.stream().map(Shard::shardId).collect(Collectors.toSet());
    for (var lease : known.values()) {
      if (lease.done() && !there.contains(lease.shard()) && !lease.shard().equals(BEGINNING)) {
        keeper.forget(lease.shard());
      }
    }
  }

  private void beats() {
    long millis = options.leases().heartbeat().toMillis();
    try {
      for (long beats = 1; !isStopping; beats++) {
        if (wakeups.tryAcquire(millis, TimeUnit.MILLISECONDS)) wakeups.drainPermits();
        options.failPoints().at("feed.beat");
        if (isStopping) return;
        if (beats % BEATS_PER_DISCOVERY == 0) needsDiscovery = true;
        beat();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void beat() {
    try {
      if (needsDiscovery) discover();
      keeper.beat();
    } catch (RuntimeException e) {
      LOG.log(Level.WARNING, "could not renew the leases of a feed", e);
    }
  }

  @Override
  public void begin(Lease lease) {
    var shard = lease.shard();
    var reader =
        new ShardReader(
            source,
            shard,
            Checkpoint.parse(lease.checkpoint()),
            consumer,
            options,
            () -> keeper.isFresh(shard),
            wakeups::release);
    readers.put(shard, reader);
    reader.start();
  }

  @Override
  public Progress progress(String shard) {
    return reader(shard).progress();
  }

  @Override
  public Optional<Progress> end(String shard) {
    var reader = reader(shard);
    reader.stop();
    if (!reader.isOver()) return Optional.empty();
    readers.remove(shard);
    return Optional.of(reader.progress());
  }

  /** When a shard is done, its children may begin. */
  @Override
  public void lose(String shard) {
    var reader = readers.remove(shard);
    if (reader == null) return;
    if (reader.progress().done()) {
      needsDiscovery = true;
      wakeups.release();
    }
    reader.abandon();
  }

  private ShardReader reader(String shard) {
    return Optional.ofNullable(readers.get(shard))
        .orElseThrow(() -> new IllegalStateException("no reader for a lease"));
  }

  Optional<FeedStats.ShardStats> stats(Lease lease) {
    return Optional.ofNullable(readers.get(lease.shard()))
        .map(reader -> reader.stats(lease.owner()));
  }

  void stop() {
    isStopping = true;
    wakeups.release();
    long deadline = System.nanoTime() + STOP_TIMEOUT.toNanos();
    try {
      heartbeat.join(STOP_TIMEOUT);
      while (!keeper.leave() && System.nanoTime() < deadline) {
        wakeups.tryAcquire(options.leases().heartbeat().toMillis(), TimeUnit.MILLISECONDS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    readers.values().forEach(ShardReader::abandon);
  }
}
