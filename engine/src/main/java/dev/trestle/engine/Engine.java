package dev.trestle.engine;

import dev.trestle.engine.capacity.RequestRecord;
import dev.trestle.engine.capacity.RequestUsage;
import dev.trestle.engine.capacity.TableUsage;
import dev.trestle.engine.execution.LaggingIndexes;
import dev.trestle.engine.execution.OperationContext;
import dev.trestle.engine.execution.ThroughputLimits;
import dev.trestle.engine.operation.Operation;
import dev.trestle.engine.recovery.Recovery;
import dev.trestle.engine.recovery.Verification;
import dev.trestle.engine.refusal.Refusal;
import dev.trestle.engine.storage.Storage;
import dev.trestle.engine.stream.LastLogTime;
import dev.trestle.engine.stream.ShardIterator;
import dev.trestle.engine.table.Catalog;
import dev.trestle.engine.table.OpenTable;
import dev.trestle.engine.transfer.Transfer;
import dev.trestle.engine.transfer.TransferRegistry;
import dev.trestle.engine.write.ItemCollections;
import dev.trestle.engine.write.ItemWrites;
import dev.trestle.engine.write.RequestTokens;
import dev.trestle.item.Value;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * An embedded, durable store that behaves like DynamoDB. Each API request is an {@link Operation},
 * which {@link #run} executes on the calling thread. Thread-safe.
 */
public final class Engine implements AutoCloseable {
  private static final Duration WRITE_TIME_MAX = Duration.ofSeconds(1);

  private final Storage storage;
  private final Catalog catalog;
  private final OperationContext context;
  private final Housekeeping housekeeping;
  private final InstantSource clock;
  private final Instant opened;
  private volatile @Nullable Consumer<RequestRecord> observer;

  /** Held while the engine is being closed. */
  private final ReentrantLock closing = new ReentrantLock();

  private Engine(
      Storage storage,
      Catalog catalog,
      OperationContext context,
      Housekeeping housekeeping,
      InstantSource clock) {
    this.storage = storage;
    this.clock = clock;
    this.opened = clock.instant();
    this.catalog = catalog;
    this.context = context;
    this.housekeeping = housekeeping;
  }

  /** Opens the data and recovers from a crash if necessary. Creates the data if there is none. */
  public static Engine open(EngineOptions options) {
    var storage = Storage.open(options.storage());
    try {
      var catalog = Catalog.load(storage, options.faults());
      try {
        return open(options, storage, catalog);
      } catch (RuntimeException | Error e) {
        catalog.close();
        throw e;
      }
    } catch (RuntimeException | Error e) {
      storage.close();
      throw e;
    }
  }

  private static Engine open(EngineOptions options, Storage storage, Catalog catalog) {
    var clock = options.clock();
    var stored = startTimes(storage, catalog);
    var lagging = new LaggingIndexes(storage, options.indexLag(), clock);
    var writes = new ItemWrites(storage, clock, options.strictConflicts(), lagging::beforeWrite);
    catalog.start(writes);
    var context =
        new OperationContext(
            storage,
            catalog,
            writes,
            clock instanceof Clock
                ? RequestTokens.withSteadyClock(storage, clock)
                : new RequestTokens(storage, clock),
            new ItemCollections(storage, options.itemCollectionBytes()),
            new ThroughputLimits(options.limits(), clock, options.region()),
            lagging,
            TransferRegistry.load(
                storage, options.exportFolder(), clock, done -> isThere(catalog, done)),
            clock,
            options.faults(),
            options.region(),
            new RequestUsage());
    var trusted =
        clock instanceof Clock
            ? Optional.of(new TrustedClock(clock, System::nanoTime, stored))
            : Optional.<TrustedClock>empty();
    var housekeeping = Housekeeping.of(context, options, trusted);
    // With a clock that a test sets by hand, the timing of a background thread would be random.
    if (clock instanceof Clock) housekeeping.start();
    return new Engine(storage, catalog, context, housekeeping, clock);
  }

  /** Returns whether an imported table is there. Unfinished ones were removed by the catalog. */
  private static boolean isThere(Catalog catalog, Transfer imported) {
    return catalog
        .find(imported.table().name())
        .filter(table -> table.definition().uuid().equals(imported.table().uuid()))
        .isPresent();
  }

  /** Returns the time that was last believed, for the {@link TrustedClock}. */
  private static Instant startTimes(Storage storage, Catalog catalog) {
    storage.enter();
    try {
      long last = LastLogTime.find(storage, catalog);
      storage.startTimesAt(last);
      return LastLogTime.stored(storage).orElse(Instant.ofEpochMilli(last));
    } finally {
      storage.leave();
    }
  }

  /** Returns the region that this engine's ARNs contain. */
  public String region() {
    return context.region();
  }

  /**
   * Executes a request.
   *
   * @throws Refusal where DynamoDB would return an error
   * @throws StorageException if the disk fails or the engine is closed
   */
  public <R> R run(Operation<R> operation) {
    var usage = new RequestUsage();
    storage.enter();
    long start = System.nanoTime();
    Refusal refusal = null;
    try {
      return operation.run(context.withUsage(usage));
    } catch (Refusal refused) {
      refusal = refused;
      throw refused;
    } finally {
      storage.leave();
      var name = operation.getClass().getSimpleName();
      usage.finish(name, System.nanoTime() - start, refusal, observer);
    }
  }

  /**
   * Reports an error that makes the engine reject all further writes although the disk works, such
   * as an error of the virtual machine. Requests fail with a {@link StorageException} from then on.
   * The engine never ends the process itself; the program that embeds it may. The listener runs on
   * a thread of its own and may close the engine. It is also told of an error that has happened
   * before.
   */
  public void onFatalError(Consumer<Throwable> listener) {
    storage.onFatalError(listener);
  }

  /**
   * Checks that writes are accepted.
   *
   * @throws StorageException if they are not, or if the engine is closed
   */
  public void checkWrites() {
    storage.enter();
    storage.leave();
    storage
        .failure()
        .ifPresent(cause -> {
          throw new StorageException("writes are rejected", cause);
        });
  }

  /**
   * Checks that the disk does not keep writes waiting.
   *
   * @throws StorageException if the write under way has taken longer than a second
   */
  public void checkWriteTime() {
    var time = storage.writeTime();
    if (time.compareTo(WRITE_TIME_MAX) > 0) {
      throw new StorageException(
          "the disk is slow: a write has taken " + time.toMillis() + " ms so far");
    }
  }

  /**
   * Checks that no read has failed since the data was opened.
   *
   * @throws StorageException with the last failure, if one has
   */
  public void checkReads() {
    storage
        .readFailure()
        .ifPresent(cause -> {
          throw new StorageException("reads have failed", cause);
        });
  }

  /**
   * Checks that expired items and old stream records are removed.
   *
   * @throws StorageException if the last round of housekeeping failed
   */
  public void checkHousekeeping() {
    if (housekeeping.isClockDoubted()) {
      throw new StorageException(
          "the system's clock is more than 35 days past the last stored time, so nothing is deleted."
              + " Set the clock, or confirm it (trust.clock).");
    }
    housekeeping
        .failure()
        .ifPresent(cause -> {
          throw new StorageException("housekeeping fails", cause);
        });
  }

  /**
   * Checks that indexes are built and dropped tables removed.
   *
   * @throws StorageException if that stopped; it resumes when the data is next opened
   */
  public void checkBackgroundTasks() {
    catalog
        .backgroundFailure()
        .ifPresent(cause -> {
          throw new StorageException(
              "background work stopped until the data is next opened", cause);
        });
  }

  /** Reports each request to the observer from now on, on the thread that made the request. */
  public void observe(Consumer<RequestRecord> requests) {
    observer = requests;
  }

  public void stopObserving() {
    observer = null;
  }

  /** Returns the usage of a table since the engine was opened. */
  public Optional<TableUsage> usage(String tableName) {
    return catalog.find(tableName).map(OpenTable::usage);
  }

  /** Returns whether the throughput of a table is limited. */
  public boolean isLimited(String tableName) {
    return context.limits().contains(tableName);
  }

  /**
   * Returns the approximate share of a table's items that has this partition key, from 0 to 1, or
   * empty if there is no such table.
   */
  public Optional<Double> shareOf(String tableName, Value partitionKey) {
    storage.enter();
    try {
      return catalog
          .find(tableName)
          .map(table -> context.collections().share(table.definition(), partitionKey));
    } finally {
      storage.leave();
    }
  }

  /** Returns a snapshot of the engine's counters and sizes. */
  public EngineStats stats() {
    storage.enter();
    try {
      return new EngineStats(opened, clock.instant(), storage.stats());
    } finally {
      storage.leave();
    }
  }

  /**
   * Does now what otherwise happens in the background over time: removes expired items, rolls over
   * shards that have been open long enough, and trims old stream records. Only needed with a clock
   * that does not run by itself.
   */
  public void runHousekeeping() {
    housekeeping.runOnce();
  }

  /**
   * Reads all data and compares items, indexes and logs. Tables may be in use meanwhile.
   *
   * @param progress told how many entries were read, and about how many there are
   */
  public VerifyReport verify(BiConsumer<Long, Long> progress) {
    storage.enter();
    try {
      return new Verification(storage, catalog, clock.instant(), progress).run();
    } finally {
      storage.leave();
    }
  }

  /**
   * Restores all tables, in place, to their state at a time, if their log reaches back that far.
   * Nothing else may write meanwhile.
   */
  public UndoReport undoTo(Instant at) {
    storage.enter();
    try {
      var undone = new ArrayList<String>();
      var unchanged = new ArrayList<String>();
      for (var name : catalog.names()) {
        var table = catalog.require(name);
        var recovery = new Recovery(context);
        var log = table.definition().recovery();
        if (log.filter(found -> !recovery.earliest(found).isAfter(at)).isEmpty()) {
          unchanged.add(name);
          continue;
        }
        recovery.undo(table, at);
        undone.add(name);
      }
      return new UndoReport(undone, unchanged);
    } finally {
      storage.leave();
    }
  }

  /**
   * Returns the time that decides what has expired. It is the present, unless the system's clock
   * has jumped forward.
   */
  public Instant trustedTime() {
    return housekeeping.now();
  }

  /** Confirms that the system's clock is right although it is far past the last stored time. */
  public void trustClock() {
    housekeeping.trustClock();
  }

  Storage storage() {
    return storage;
  }

  /**
   * Waits until there may be records after an iterator that GetRecords or GetShardIterator has
   * returned, the timeout is over or the engine is closed. Does not wait if they are there already,
   * so no record is missed.
   */
  public void awaitRecords(String shardIterator, Duration timeout) throws InterruptedException {
    var iterator =
        ShardIterator.parse(shardIterator)
            .orElseThrow(() -> new IllegalArgumentException("not a shard iterator"));
    context.streams().await(iterator, timeout);
  }

  /** Waits for running requests, then closes the data. Another caller waits for the first one. */
  @Override
  public void close() {
    closing.lock();
    try {
      housekeeping.close();
      catalog.close();
      context.laggingIndexes().close();
      storage.close();
    } finally {
      closing.unlock();
    }
  }
}
