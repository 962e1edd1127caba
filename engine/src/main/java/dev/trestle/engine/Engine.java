package dev.trestle.engine;

import dev.trestle.engine.operation.Kernel;
import dev.trestle.engine.operation.Operation;
import dev.trestle.engine.operation.RequestTokens;
import dev.trestle.engine.storage.Storage;
import dev.trestle.engine.table.Catalog;
import dev.trestle.engine.write.ItemWrites;

/**
 * An embedded, durable store that behaves like DynamoDB. Every request of the API is an {@link
 * Operation}; {@link #run} carries one out on the calling thread. Safe for any number of threads.
 */
public final class Engine implements AutoCloseable {
  private final Storage storage;
  private final Catalog catalog;
  private final Kernel kernel;

  private Engine(Storage storage, Catalog catalog, Kernel kernel) {
    this.storage = storage;
    this.catalog = catalog;
    this.kernel = kernel;
  }

  /** Opens the data, recovering what a crash left behind; creates it where there is none. */
  public static Engine open(EngineOptions options) {
    var storage = Storage.open(options.storage());
    try {
      var catalog = Catalog.load(storage, options.faults(), options.clock());
      var writes = new ItemWrites(storage, options.clock());
      catalog.start(writes);
      var tokens = new RequestTokens(storage, options.clock());
      var kernel =
          new Kernel(storage, catalog, writes, tokens, options.clock(), options.region());
      return new Engine(storage, catalog, kernel);
    } catch (RuntimeException | Error e) {
      storage.close();
      throw e;
    }
  }

  /**
   * Carries out a request.
   *
   * @throws dev.trestle.engine.refusal.Refusal where DynamoDB would answer with an error
   * @throws dev.trestle.engine.storage.StorageException when the disk fails or the engine is closed
   */
  public <R> R run(Operation<R> operation) {
    storage.enter();
    try {
      return operation.run(kernel);
    } finally {
      storage.leave();
    }
  }

  /** Waits for the requests under way and lets go of the data. */
  @Override
  public void close() {
    catalog.close();
    storage.close();
  }
}
