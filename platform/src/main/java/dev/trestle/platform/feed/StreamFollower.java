package dev.trestle.platform.feed;

import dev.trestle.platform.feed.ChangeFeed.Start;
import dev.trestle.platform.lease.LeaseKeeper;
import dev.trestle.platform.lease.LeaseModel.Lease;
import dev.trestle.platform.lease.Passage;
import dev.trestle.platform.lease.Tenant;
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

/** A consumer in this process: keeps leases of a stream's shards and has a reader for each. */
final class StreamFollower implements Tenant {
  private static final System.Logger LOG = System.getLogger(StreamFollower.class.getName());

  /** The lease that is none: it has the time at which the consumer began, for all to agree on. */
  static final String BEGINNING = "-";

  private static final int SHARDS_EVERY_BEATS = 10;
  private static final Duration STOP_MAX = Duration.ofSeconds(30);

  private final FeedSource source;
  private final Start start;
  private final ChangeConsumer consumer;
  private final FeedOptions options;
  private final InstantSource clock;
  private final LeaseKeeper keeper;
  private final Map<String, ShardReader> readers = new ConcurrentHashMap<>();

  /** Permits: a beat is wanted now. */
  private final Semaphore hurry = new Semaphore(0);

  private final Thread beating;
  private volatile boolean stopping;
  private boolean lookForShards = true;

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
    this.beating = Passage.thread(group + "-leases", this::beats);
  }

  /** The first beat is done when this is back: nothing that changes from then on is missed. */
  void start() {
    begin();
    discover();
    keeper.beat();
    beating.start();
  }

  /** Writes down once when this consumer began. */
  private void begin() {
    var checkpoint =
        switch (start) {
          case HORIZON -> Checkpoint.horizon();
          case NOW -> new Checkpoint.Since(clock.instant());
        };
    keeper.addDone(BEGINNING, checkpoint.text());
  }

  /** Makes the stream's shards known and forgets those that are no more. */
  private void discover() {
    lookForShards = false;
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
    long millis = options.leases().beat().toMillis();
    try {
      for (long beats = 1; !stopping; beats++) {
        if (hurry.tryAcquire(millis, TimeUnit.MILLISECONDS)) hurry.drainPermits();
        options.passage().at("feed.beat");
        if (stopping) return;
        if (beats % SHARDS_EVERY_BEATS == 0) lookForShards = true;
        beat();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void beat() {
    try {
      if (lookForShards) discover();
      keeper.beat();
    } catch (RuntimeException e) {
      LOG.log(Level.WARNING, "leases of a feed were not renewed", e);
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
            hurry::release);
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

  /** Lost to another, or done: then children may begin. */
  @Override
  public void lose(String shard) {
    var reader = readers.remove(shard);
    if (reader == null) return;
    if (reader.progress().done()) {
      lookForShards = true;
      hurry.release();
    }
    reader.abandon();
  }

  private ShardReader reader(String shard) {
    return Optional.ofNullable(readers.get(shard))
        .orElseThrow(() -> new IllegalStateException("a lease without a reader"));
  }

  Optional<FeedFigures.OfShard> figures(Lease lease) {
    return Optional.ofNullable(readers.get(lease.shard()))
        .map(reader -> reader.figures(lease.owner()));
  }

  void stop() {
    stopping = true;
    hurry.release();
    long deadline = System.nanoTime() + STOP_MAX.toNanos();
    try {
      beating.join(STOP_MAX);
      while (!keeper.leave() && System.nanoTime() < deadline) {
        hurry.tryAcquire(options.leases().beat().toMillis(), TimeUnit.MILLISECONDS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    readers.values().forEach(ShardReader::abandon);
  }
}
