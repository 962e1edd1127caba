package dev.trestle.junit;

import dev.trestle.dynamodb.embedded.Trestle;
import dev.trestle.dynamodb.http.DynamoDbServer;
import dev.trestle.engine.EngineOptions;
import dev.trestle.engine.ManualClock;
import dev.trestle.model.Model;
import dev.trestle.store.Store;
import dev.trestle.store.StoreOptions;
import dev.trestle.store.TableCreation;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterResolutionException;

/** An engine in memory with the tables of some models. Thread-safe. */
@SuppressWarnings("deprecation") // JUnit 5.12 closes a CloseableResource only.
final class TestEngine implements AutoCloseable, ExtensionContext.Store.CloseableResource {
  private final ManualClock clock;
  private final Trestle trestle;
  private final List<Model> models;

  /** Guards the server and the store, which are made when a test first asks for them. */
  private final ReentrantLock lock = new ReentrantLock();

  private Optional<DynamoDbServer> server = Optional.empty();
  private Optional<Store> store = Optional.empty();

  private TestEngine(ManualClock clock, Trestle trestle, List<Model> models) {
    this.clock = clock;
    this.trestle = trestle;
    this.models = models;
  }

  static TestEngine open(List<Model> models) {
    var clock = new ManualClock();
    var trestle = Trestle.open(EngineOptions.inMemory().withClock(clock));
    try {
      for (var model : models) TableCreation.create(model, trestle.client(), "");
      return new TestEngine(clock, trestle, models);
    } catch (RuntimeException | Error e) {
      trestle.close();
      throw e;
    }
  }

  ManualClock clock() {
    return clock;
  }

  Trestle trestle() {
    return trestle;
  }

  DynamoDbServer server() {
    lock.lock();
    try {
      var started = server.orElseGet(() -> DynamoDbServer.start(trestle.engine(), "127.0.0.1", 0));
      server = Optional.of(started);
      return started;
    } finally {
      lock.unlock();
    }
  }

  Store store() {
    if (models.size() != 1) {
      throw new ParameterResolutionException(
          """
          A Store parameter needs one model, but @TrestleTest names %d. \
          Make a store of the one you mean: Store.of(MODEL, client)\
          """
              .formatted(models.size()));
    }
    lock.lock();
    try {
      var made =
          store.orElseGet(() ->
              Store.of(models.getFirst(), trestle.client(), StoreOptions.standard().clock(clock)));
      store = Optional.of(made);
      return made;
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void close() {
    server.ifPresent(DynamoDbServer::close);
    trestle.close();
  }
}
