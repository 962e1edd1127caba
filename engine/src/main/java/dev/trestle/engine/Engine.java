package dev.trestle.engine;

import dev.trestle.engine.capacity.RequestRecord;
import dev.trestle.engine.capacity.TableMeter;
import dev.trestle.engine.capacity.Usage;
import dev.trestle.engine.operation.ItemCollections;
import dev.trestle.engine.operation.Kernel;
import dev.trestle.engine.operation.Operation;
import dev.trestle.engine.operation.RequestTokens;
import dev.trestle.engine.refusal.Refusal;
import dev.trestle.engine.storage.Storage;
import dev.trestle.engine.table.Catalog;
import dev.trestle.engine.table.Table;
import dev.trestle.engine.write.ItemWrites;
import dev.trestle.item.Value;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * An embedded, durable store that behaves like DynamoDB. Every request of the API is an {@link
 * Operation}; {@link #run} carries one out on the calling thread. Safe for any number of threads.
 */
public final class Engine implements AutoCloseable {
  private final Storage storage;
  private final Catalog catalog;
  private final Kernel kernel;
  private final Housekeeping housekeeping;
  private final InstantSource clock;
  private final Instant opened;
  private volatile @Nullable Consumer<RequestRecord> observer;

  private Engine(
      Storage storage,
      Catalog catalog,
      Kernel kernel,
      Housekeeping housekeeping,
      InstantSource clock) {
    this.storage = storage;
    this.clock = clock;
    this.opened = clock.instant();
    this.catalog = catalog;
    this.kernel = kernel;
    this.housekeeping = housekeeping;
  }

  /** Opens the data, recovering what a crash left behind; creates it where there is none. */
  public static Engine open(EngineOptions options) {
    var storage = Storage.open(options.storage());
    try {
      var clock = options.clock();
      var catalog = Catalog.load(storage, options.faults(), clock);
      var writes = new ItemWrites(storage, clock, options.strictConflicts());
      var tokens = new RequestTokens(storage, clock);
      var collections = new ItemCollections(storage, options.itemCollectionBytes());
      catalog.start(writes);
      var kernel =
          new Kernel(
              storage, catalog, writes, tokens, collections, clock, options.region(), new Usage());
      var housekeeping = Housekeeping.of(kernel, options);
      // A clock that a test sets by hand would make its moments a matter of chance.
      if (clock instanceof Clock) housekeeping.start();
      return new Engine(storage, catalog, kernel, housekeeping, clock);
    } catch (RuntimeException | Error e) {
      storage.close();
      throw e;
    }
  }

  /** The region whose name is in this engine's ARNs. */
  public String region() {
    return kernel.region();
  }

  /**
   * Carries out a request.
   *
   * @throws Refusal where DynamoDB would answer with an error
   * @throws dev.trestle.engine.storage.StorageException when the disk fails or the engine is closed
   */
  public <R> R run(Operation<R> operation) {
    storage.enter();
    var usage = new Usage();
    long start = System.nanoTime();
    Refusal refusal = null;
    try {
      return operation.run(kernel.withUsage(usage));
    } catch (Refusal refused) {
      refusal = refused;
      throw refused;
    } finally {
      storage.leave();
      var name = operation.getClass().getSimpleName();
      usage.finish(name, System.nanoTime() - start, refusal, observer);
    }
  }

  /** Has every request told to the observer from now on, on the thread that made it. */
  public void observe(Consumer<RequestRecord> requests) {
    observer = requests;
  }

  public void stopObserving() {
    observer = null;
  }

  /** What has been done to a table since the engine was opened. */
  public Optional<TableMeter> meter(String tableName) {
    return catalog.find(tableName).map(Table::meter);
  }

  /**
   * About which part of a table's items has this partition key, from 0 to 1; nothing where there is
   * no such table.
   */
  public Optional<Double> shareOf(String tableName, Value partitionKey) {
    storage.enter();
    try {
      return catalog
          .find(tableName)
          .map(table -> kernel.collections().share(table.definition(), partitionKey));
    } finally {
      storage.leave();
    }
  }

  /** How the engine is doing: what it holds on disk and in memory, and what it is busy with. */
  public EngineHealth health() {
    storage.enter();
    try {
      return new EngineHealth(opened, clock.instant(), storage.statistics());
    } finally {
      storage.leave();
    }
  }

  /**
   * Does now what is otherwise done as time goes by: expired items are removed, shards of streams
   * that were open long enough are followed by new ones, and old stream records go. Only needed
   * where the clock is not a {@link Clock} that runs by itself.
   */
  public void keepHouse() {
    housekeeping.once();
  }

  /** A position of the log of changes, for {@link #awaitChange}. */
  public long changePosition() {
    return storage.logPosition();
  }

  /**
   * Waits until something was added to any stream since a position, but no longer than the timeout
   * or until the engine is closed. Whoever takes the position, reads a stream and then waits misses
   * nothing.
   *
   * @return the position of then
   */
  public long awaitChange(long position, Duration timeout) throws InterruptedException {
    return storage.awaitLog(position, timeout);
  }

  /** Waits for the requests under way and lets go of the data. */
  @Override
  public void close() {
    housekeeping.close();
    catalog.close();
    storage.close();
  }
}
