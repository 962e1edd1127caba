package dev.trestle.platform.feed;

import dev.trestle.platform.lease.FailPoints;
import dev.trestle.platform.lease.LeaseHolder.Progress;
import dev.trestle.platform.lease.PollInterval;
import dev.trestle.platform.thread.RestartingThread;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
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
 * Reads one shard on a thread of its own and hands its changes to the consumer. The checkpoint
 * advances when the consumer has handled them.
 */
final class ShardReader {
  private static final System.Logger LOG = System.getLogger(ShardReader.class.getName());
  private static final PollInterval ERROR_PAUSE = PollInterval.ofMillis(50, 5000);

  private final FeedSource source;
  private final String shard;
  private final ChangeConsumer consumer;
  private final FeedOptions options;

  /** Whether no other server can have taken the lease. */
  private final BooleanSupplier isHeld;

  private final Runnable ended;
  private final Thread thread;
  private final CountDownLatch stopping = new CountDownLatch(1);
  private final CountDownLatch over = new CountDownLatch(1);

  /** Guarded by the thread object. */
  private boolean isWaiting;

  private volatile Checkpoint checkpoint;
  private volatile boolean done;
  private final LongAdder changes = new LongAdder();
  private final LongAdder failures = new LongAdder();
  private volatile Optional<Duration> lag = Optional.empty();

  /** The time of the oldest change that was read and not handled yet. */
  private volatile Optional<Instant> unhandled = Optional.empty();

  /** Since when the shard cannot be read, by {@link System#nanoTime}. */
  private volatile OptionalLong unreadableSince = OptionalLong.empty();

  ShardReader(
      FeedSource source,
      String shard,
      Checkpoint checkpoint,
      ChangeConsumer consumer,
      FeedOptions options,
      BooleanSupplier isHeld,
      Runnable ended) {
    this.source = source;
    this.shard = shard;
    this.checkpoint = checkpoint;
    this.consumer = consumer;
    this.options = options;
    this.isHeld = isHeld;
    this.ended = ended;
    this.thread = RestartingThread.of("feed-" + shard, this::run);
  }

  void start() {
    thread.start();
  }

  /** Ends after the current batch. */
  void stop() {
    stopping.countDown();
    synchronized (thread) {
      if (isWaiting) thread.interrupt();
    }
  }

  /** Waits for changes. {@link #stop} interrupts only this. */
  private void await(String iterator, Duration pause) throws InterruptedException {
    synchronized (thread) {
      isWaiting = isRunning();
    }
    try {
      if (isRunning()) options.wakeup().await(iterator, pause);
    } finally {
      synchronized (thread) {
        isWaiting = false;
      }
    }
  }

  /** Ends at once, because another server has the shard. */
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

  FeedStats.ShardStats stats(Optional<String> owner) {
    return new FeedStats.ShardStats(
        shard, owner, Optional.of(checkpoint.text()), done, changes.sum(), failures.sum(), lag());
  }

  /** Grows while a consumer fails or takes long, and while the shard cannot be read. */
  private Optional<Duration> lag() {
    var since = unreadableSince;
    if (since.isPresent()) {
      return Optional.of(Duration.ofNanos(System.nanoTime() - since.getAsLong()));
    }
    return unhandled.map(source::since).or(() -> lag);
  }

  private boolean isRunning() {
    return stopping.getCount() > 0;
  }

  private void run() {
    try {
      read();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (Error e) {
      // Whoever stops the feed must not wait for this reader.
      if (RestartingThread.isFatal(e)) end();
      throw e;
    }
    end();
  }

  private void end() {
    over.countDown();
    ended.run();
  }

  private void read() throws InterruptedException {
    var iterator = Optional.<String>empty();
    var pause = options.poll().min();
    var errorPause = ERROR_PAUSE.min();
    while (isRunning() && !done) {
      options.failPoints().at("feed.look");
      try {
        if (iterator.isEmpty()) iterator = Optional.of(source.iterator(shard, checkpoint));
        var response = source.records(iterator.get(), options.batch());
        errorPause = ERROR_PAUSE.min();
        unreadableSince = OptionalLong.empty();
        if (!take(response)) return;
        iterator = Optional.ofNullable(response.nextShardIterator());
        done = iterator.isEmpty();
        if (response.records().isEmpty() && !done) {
          lag = Optional.empty();
          await(iterator.get(), pause);
          pause = options.poll().longer(pause);
        } else {
          pause = options.poll().min();
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
        LOG.log(Level.WARNING, "could not read the shard " + shard, e);
        if (unreadableSince.isEmpty()) unreadableSince = OptionalLong.of(System.nanoTime());
        iterator = Optional.empty();
        stopping.await(errorPause.toMillis(), TimeUnit.MILLISECONDS);
        errorPause = ERROR_PAUSE.longer(errorPause);
      }
    }
  }

  /** Hands records to the consumer; false if this reader must end. */
  private boolean take(GetRecordsResponse response) throws InterruptedException {
    if (response.records().isEmpty()) return true;
    options.failPoints().at("feed.read");
    var batch = new ArrayList<Change>(response.records().size());
    for (var record : response.records()) {
      if (isWanted(record)) batch.add(new StreamChange(record));
    }
    if (batch.isEmpty()) return true; // all are older than the checkpoint's time
    unhandled = Optional.of(batch.getFirst().at());
    if (!deliver(() -> consumer.changed(List.copyOf(batch)))) return false;
    unhandled = Optional.empty();
    lag = Optional.of(source.since(batch.getLast().at()));
    options.failPoints().at("feed.handled");
    checkpoint = new Checkpoint.After(response.records().getLast().dynamodb().sequenceNumber());
    changes.add(batch.size());
    return true;
  }

  private boolean isWanted(Record record) {
    return switch (checkpoint) {
      case Checkpoint.Since(var time) -> {
        Instant at = record.dynamodb().approximateCreationDateTime();
        yield !at.isBefore(time.minusSeconds(1)); // DynamoDB's times are whole seconds
      }
      case Checkpoint.After _ -> true;
    };
  }

  private interface Delivery {
    void run() throws Exception;
  }

  /** Repeats a delivery until the consumer accepts it; false if this reader must end. */
  private boolean deliver(Delivery delivery) throws InterruptedException {
    var pause = ERROR_PAUSE.min();
    while (awaitLease()) {
      try {
        delivery.run();
        return true;
      } catch (InterruptedException e) {
        throw e;
      } catch (FailPoints.SimulatedCrash crash) {
        throw crash;
      } catch (Exception | Error e) {
        if (e instanceof Error error && RestartingThread.isFatal(error)) throw error;
        failures.increment();
        LOG.log(Level.WARNING, "the consumer failed on changes of the shard " + shard, e);
      }
      stopping.await(pause.toMillis(), TimeUnit.MILLISECONDS);
      pause = ERROR_PAUSE.longer(pause);
    }
    return false;
  }

  /**
   * Waits until no other server can have taken the lease; false if this reader must end. A server
   * that stood still renews its leases late: those that nobody took are still its own, and only
   * this reader works on their shards.
   */
  private boolean awaitLease() throws InterruptedException {
    long millis = options.leases().heartbeat().toMillis();
    while (isRunning() && !isHeld.getAsBoolean()) {
      options.failPoints().at("feed.wait");
      stopping.await(millis, TimeUnit.MILLISECONDS);
    }
    return isRunning();
  }

  private boolean gap() throws InterruptedException {
    LOG.log(Level.WARNING, "changes of the shard " + shard + " expired before they were read");
    return deliver(() -> consumer.gap(shard));
  }
}
