package dev.trestle.platform.feed;

import dev.trestle.platform.lease.Passage;
import dev.trestle.platform.lease.Tenant.Progress;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BooleanSupplier;
import software.amazon.awssdk.services.dynamodb.model.ExpiredIteratorException;
import software.amazon.awssdk.services.dynamodb.model.GetRecordsResponse;
import software.amazon.awssdk.services.dynamodb.model.Record;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;
import software.amazon.awssdk.services.dynamodb.model.TrimmedDataAccessException;

/**
 * Reads one shard from a checkpoint on, on a thread of its own, and hands what it finds to the
 * consumer. The checkpoint moves only behind what the consumer is through with.
 */
final class ShardReader {
  private static final System.Logger LOG = System.getLogger(ShardReader.class.getName());
  private static final Duration PAUSE_FIRST = Duration.ofMillis(50);
  private static final Duration PAUSE_LONGEST = Duration.ofSeconds(5);

  private final FeedSource source;
  private final String shard;
  private final ChangeConsumer consumer;
  private final FeedOptions options;

  /** Whether the lease is sure to be ours still. */
  private final BooleanSupplier held;

  private final Runnable ended;
  private final Thread thread;
  private final CountDownLatch stopping = new CountDownLatch(1);
  private final CountDownLatch over = new CountDownLatch(1);

  /** Guarded by the thread object. */
  private boolean waiting;

  private volatile Checkpoint checkpoint;
  private volatile boolean done;
  private final LongAdder changes = new LongAdder();
  private final LongAdder failures = new LongAdder();
  private volatile Optional<Duration> lag = Optional.empty();

  ShardReader(
      FeedSource source,
      String shard,
      Checkpoint checkpoint,
      ChangeConsumer consumer,
      FeedOptions options,
      BooleanSupplier held,
      Runnable ended) {
    this.source = source;
    this.shard = shard;
    this.checkpoint = checkpoint;
    this.consumer = consumer;
    this.options = options;
    this.held = held;
    this.ended = ended;
    this.thread = Passage.thread("feed-" + shard, this::run);
  }

  void start() {
    thread.start();
  }

  /** Is to end after the batch at hand. */
  void stop() {
    stopping.countDown();
    synchronized (thread) {
      if (waiting) thread.interrupt();
    }
  }

  /** Waits for something new. Only here does {@link #stop} interrupt. */
  private void await(long position, Duration pause) throws InterruptedException {
    synchronized (thread) {
      waiting = goesOn();
    }
    try {
      if (goesOn()) options.signal().await(position, pause);
    } finally {
      synchronized (thread) {
        waiting = false;
      }
    }
  }

  /** Is to end at once: the shard is another's. */
  void abandon() {
    stopping.countDown();
    thread.interrupt();
  }

  boolean isOver() {
    return over.getCount() == 0;
  }

  Progress progress() {
    return new Progress(Optional.of(checkpoint.text()), done);
  }

  FeedFigures.OfShard figures(Optional<String> owner) {
    return new FeedFigures.OfShard(
        shard, owner, Optional.of(checkpoint.text()), done, changes.sum(), failures.sum(), lag);
  }

  private boolean goesOn() {
    return stopping.getCount() > 0;
  }

  private void run() {
    try {
      read();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    over.countDown();
    ended.run();
  }

  private void read() throws InterruptedException {
    var iterator = Optional.<String>empty();
    var pause = options.pollMin();
    var failed = PAUSE_FIRST;
    while (goesOn() && !done) {
      options.passage().at("feed.look");
      long position = options.signal().position();
      try {
        if (iterator.isEmpty()) iterator = Optional.of(source.iterator(shard, checkpoint));
        var answer = source.records(iterator.get(), options.batch());
        failed = PAUSE_FIRST;
        if (!take(answer)) return;
        iterator = Optional.ofNullable(answer.nextShardIterator());
        done = iterator.isEmpty();
        if (answer.records().isEmpty() && !done) {
          lag = Optional.empty();
          await(position, pause);
          pause = longer(pause, options.pollMax());
        } else {
          pause = options.pollMin();
        }
      } catch (ExpiredIteratorException e) {
        iterator = Optional.empty();
      } catch (TrimmedDataAccessException e) {
        if (!gap()) return;
        checkpoint = Checkpoint.horizon();
        iterator = Optional.empty();
      } catch (ResourceNotFoundException e) {
        if (!gap()) return;
        done = true;
      } catch (RuntimeException e) {
        LOG.log(Level.WARNING, "the shard " + shard + " could not be read", e);
        iterator = Optional.empty();
        stopping.await(failed.toMillis(), TimeUnit.MILLISECONDS);
        failed = longer(failed, PAUSE_LONGEST);
      }
    }
  }

  private static Duration longer(Duration pause, Duration longest) {
    var twice = pause.multipliedBy(2);
    return twice.compareTo(longest) < 0 ? twice : longest;
  }

  /** Hands records to the consumer; false where there is to be no more of it. */
  private boolean take(GetRecordsResponse answer) throws InterruptedException {
    if (answer.records().isEmpty()) return true;
    options.passage().at("feed.read");
    var batch = new ArrayList<Change>(answer.records().size());
    for (var record : answer.records()) {
      if (isWanted(record)) batch.add(new StreamChange(record));
    }
    if (batch.isEmpty()) return true; // all from before: the place in time still says it best
    if (!hand(() -> consumer.changed(List.copyOf(batch)))) return false;
    lag = Optional.of(source.since(batch.getLast().at()));
    options.passage().at("feed.handled");
    checkpoint = new Checkpoint.Behind(answer.records().getLast().dynamodb().sequenceNumber());
    changes.add(batch.size());
    return true;
  }

  private boolean isWanted(Record record) {
    return switch (checkpoint) {
      case Checkpoint.Since(var time) -> {
        Instant at = record.dynamodb().approximateCreationDateTime();
        yield !at.isBefore(time.minusSeconds(1)); // DynamoDB tells whole seconds
      }
      case Checkpoint.Behind _ -> true;
    };
  }

  private interface Handing {
    void hand() throws Exception;
  }

  /** Until the consumer takes it; false where this reader is to end instead. */
  private boolean hand(Handing handing) throws InterruptedException {
    var pause = PAUSE_FIRST;
    while (goesOn() && held.getAsBoolean()) {
      try {
        handing.hand();
        return true;
      } catch (InterruptedException e) {
        throw e;
      } catch (Exception e) {
        failures.increment();
        LOG.log(Level.WARNING, "changes of the shard " + shard + " were refused", e);
      }
      stopping.await(pause.toMillis(), TimeUnit.MILLISECONDS);
      pause = longer(pause, PAUSE_LONGEST);
    }
    return false;
  }

  private boolean gap() throws InterruptedException {
    LOG.log(Level.WARNING, "changes of the shard " + shard + " were lost: they were not kept");
    return hand(() -> consumer.gap(shard));
  }
}
