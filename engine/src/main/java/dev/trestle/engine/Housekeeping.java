package dev.trestle.engine;

import dev.trestle.engine.operation.Kernel;
import dev.trestle.engine.refusal.Refusal.InternalServerError;
import dev.trestle.engine.storage.Storage;
import dev.trestle.engine.storage.StorageException;
import dev.trestle.engine.stream.LogKeeper;
import dev.trestle.engine.table.Catalog;
import dev.trestle.engine.ttl.Sweeper;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/**
 * What an engine does as time goes by, and not because somebody asks: expired items and old log
 * records go, shards give way to their children. It is done on a thread of its own, because it
 * spends its time in native calls, in steps small enough that closing need not wait.
 */
final class Housekeeping implements AutoCloseable {
  private static final Logger LOG = System.getLogger(Housekeeping.class.getName());
  private static final Duration SWEEP_EVERY = Duration.ofSeconds(1);
  private static final int SWEEPS_PER_LOG_KEEPING = 60;

  private final Storage storage;
  private final Catalog catalog;
  private final Sweeper sweeper;
  private final LogKeeper log;
  private final Thread thread =
      Thread.ofPlatform().name("trestle-housekeeping").daemon().unstarted(this::serve);
  private volatile boolean stopping;

  private Housekeeping(Storage storage, Catalog catalog, Sweeper sweeper, LogKeeper log) {
    this.storage = storage;
    this.catalog = catalog;
    this.sweeper = sweeper;
    this.log = log;
  }

  static Housekeeping of(Kernel kernel, EngineOptions options) {
    var storage = kernel.storage();
    var catalog = kernel.catalog();
    var clock = options.clock();
    var sweeper =
        new Sweeper(
            storage,
            catalog,
            kernel.writes()::expire,
            clock,
            options.timeToLiveDelay(),
            options.faults());
    var log = new LogKeeper(storage, kernel.streams(), clock, LogKeeper.SHARD_AGE);
    return new Housekeeping(storage, catalog, sweeper, log);
  }

  /** Begins to do it regularly. */
  void start() {
    thread.start();
  }

  /** Does what is due now. */
  void once() {
    sweeper.sweep(() -> stopping);
    keepLog();
  }

  private void serve() {
    for (long round = 0; !stopping; round++) {
      try {
        sweeper.sweep(() -> stopping);
        relieveMemory();
        if (round % SWEEPS_PER_LOG_KEEPING == 0) keepLog();
      } catch (StorageException | InternalServerError e) {
        if (stopping) return;
        LOG.log(Level.WARNING, "Housekeeping stopped: the disk fails", e);
        return;
      } catch (RuntimeException e) {
        LOG.log(Level.WARNING, "Housekeeping failed; it is tried again", e);
      }
      LockSupport.parkNanos(this, SWEEP_EVERY.toNanos());
    }
  }

  private void relieveMemory() {
    storage.enter();
    try {
      storage.relieveMemory();
    } finally {
      storage.leave();
    }
  }

  private void keepLog() {
    log.keep(catalog.streams(), () -> stopping);
    storage.enter();
    try {
      catalog.forgetStreams(log.horizon());
    } finally {
      storage.leave();
    }
  }

  /** Has it end after the step that is under way. */
  @Override
  public void close() {
    stopping = true;
    LockSupport.unpark(thread);
    boolean interrupted = false;
    while (thread.isAlive()) {
      try {
        thread.join();
      } catch (InterruptedException _) {
        interrupted = true;
      }
    }
    if (interrupted) Thread.currentThread().interrupt();
  }
}
