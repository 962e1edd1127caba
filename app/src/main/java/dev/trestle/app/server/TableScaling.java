package dev.trestle.app.server;

import dev.trestle.engine.Engine;
import dev.trestle.platform.thread.RestartingThread;
import dev.trestle.store.Store;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/**
 * Scales the units of tables whose models declare it, once a minute, as Application Auto Scaling
 * does in AWS. It does so for tables of the engine in this process that are limited, since the
 * units of others have no effect; at an endpoint, whoever runs it scales.
 */
final class TableScaling implements AutoCloseable {
  private static final Duration EVERY = Duration.ofMinutes(1);
  private static final Duration LOOK_EVERY = Duration.ofSeconds(1);

  private final List<ScaledTable> tables;
  private final InstantSource clock;
  private final Thread thread;

  /** Guards what follows. */
  private final ReentrantLock lock = new ReentrantLock();

  private final Condition changed = lock.newCondition();
  private Instant next;
  private boolean closed;

  private TableScaling(List<ScaledTable> tables, InstantSource clock) {
    this.tables = tables;
    this.clock = clock;
    this.next = clock.instant().plus(EVERY);
    this.thread = RestartingThread.of("trestle-scaling", this::run);
  }

  /** Starts scaling, if there is a table to scale. */
  static TableScaling start(ServerDatabase database, List<Store> stores, InstantSource clock) {
    var tables =
        database
            .engine()
            .map(engine -> tables(engine, database.client(), stores, clock.instant()))
            .orElseGet(List::of);
    return start(tables, clock);
  }

  static TableScaling start(List<ScaledTable> tables, InstantSource clock) {
    var scaling = new TableScaling(tables, clock);
    if (!tables.isEmpty()) scaling.thread.start();
    return scaling;
  }

  /** The tables to scale. */
  static List<ScaledTable> tables(
      Engine engine, DynamoDbClient client, List<Store> stores, Instant now) {
    return stores.stream()
        .flatMap(store ->
            store.model().tables().stream()
                .filter(ScaledTable::isScaled)
                .filter(table -> engine.isLimited(store.tablePrefix() + table.name()))
                .map(table ->
                    new ScaledTable(
                        engine, client, table, store.tablePrefix() + table.name(), now)))
        .toList();
  }

  private void run() {
    while (awaitMinute()) {
      var now = clock.instant();
      tables.forEach(table -> table.minute(now));
    }
  }

  private boolean awaitMinute() {
    lock.lock();
    try {
      // The clock may be set, so it is looked at again and again.
      while (!closed && isEarly(clock.instant())) changed.awaitNanos(LOOK_EVERY.toNanos());
      next = clock.instant().plus(EVERY);
      return !closed;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    } finally {
      lock.unlock();
    }
  }

  private boolean isEarly(Instant now) {
    boolean isSetBack = now.isBefore(next.minus(EVERY));
    return now.isBefore(next) && !isSetBack;
  }

  /** Finishes a change that is being made. */
  @Override
  public void close() {
    lock.lock();
    try {
      closed = true;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
