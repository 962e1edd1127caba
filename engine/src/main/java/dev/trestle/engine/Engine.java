package dev.trestle.engine;

import dev.trestle.engine.capacity.RequestRecord;
import dev.trestle.engine.capacity.TableMeter;
import dev.trestle.engine.capacity.Usage;
import dev.trestle.engine.operation.Kernel;
import dev.trestle.engine.operation.Operation;
import dev.trestle.engine.operation.RequestTokens;
import dev.trestle.engine.refusal.Refusal;
import dev.trestle.engine.storage.Storage;
import dev.trestle.engine.table.Catalog;
import dev.trestle.engine.table.Table;
import dev.trestle.engine.write.ItemWrites;
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
  private volatile @Nullable Consumer<RequestRecord> observer;

  private Engine(Storage storage, Catalog catalog, Kernel kernel) {
    this.storage = storage;
    this.catalog = catalog;
    this.kernel = kernel;
  }

  /** Opens the data, recovering what a crash left behind; creates it where there is none. */
  public static Engine open(EngineOptions options) {
    var storage = Storage.open(options.storage());
    try {
      var clock = options.clock();
      var catalog = Catalog.load(storage, options.faults(), clock);
      var writes = new ItemWrites(storage, clock);
      var tokens = new RequestTokens(storage, clock);
      catalog.start(writes);
      var kernel =
          new Kernel(storage, catalog, writes, tokens, clock, options.region(), new Usage());
      return new Engine(storage, catalog, kernel);
    } catch (RuntimeException | Error e) {
      storage.close();
      throw e;
    }
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

  /** Waits for the requests under way and lets go of the data. */
  @Override
  public void close() {
    catalog.close();
    storage.close();
  }
}
