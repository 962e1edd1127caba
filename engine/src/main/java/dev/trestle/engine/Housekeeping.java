package dev.trestle.engine;

import dev.trestle.engine.execution.OperationContext;
import dev.trestle.engine.recovery.Recovery;
import dev.trestle.engine.storage.Storage;
import dev.trestle.engine.stream.LastLogTime;
import dev.trestle.engine.stream.StreamMaintenance;
import dev.trestle.engine.table.Catalog;
import dev.trestle.engine.ttl.Sweeper;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The engine's periodic work: it removes expired items and old log records, rolls over shards and
 * flushes memory. It has its own platform thread because it spends its time in native calls, and
 * works in small steps so that closing does not have to wait.
 */
final class Housekeeping implements AutoCloseable {
  private static final Logger LOG = System.getLogger(Housekeeping.class.getName());
  private static final Duration SWEEP_EVERY = Duration.ofSeconds(1);
  private static final int SWEEPS_PER_STREAM_MAINTENANCE = 60;

  private static final Duration STORE_TIME_EVERY = Duration.ofMinutes(1);

  /** Old images in memory would otherwise grow for 35 days. */
  private static final Duration IN_MEMORY_RECOVERY = Duration.ofHours(1);

  private final Storage storage;
  private final Catalog catalog;
  private final Sweeper sweeper;
  private final StreamMaintenance streams;
  private final Recovery recovery;
  private final InstantSource clock;
  private final Optional<TrustedClock> trusted;
  private final Optional<Duration> recoveryMax;
  private long storedNumber = -1;
  private Instant storedTime;
  private final Thread thread =
      Thread.ofPlatform().name("trestle-housekeeping").daemon().unstarted(this::runPeriodically);
  private Optional<Throwable> streamsFailure = Optional.empty();
  private volatile boolean stopping;
  private volatile @Nullable Throwable failure;

  private Housekeeping(
      OperationContext context,
      Sweeper sweeper,
      StreamMaintenance streams,
      Optional<TrustedClock> trusted,
      Optional<Duration> recoveryMax) {
    this.storage = context.storage();
    this.catalog = context.catalog();
    this.sweeper = sweeper;
    this.streams = streams;
    this.recovery = new Recovery(context);
    this.trusted = trusted;
    this.clock = trusted.<InstantSource>map(time -> time).orElseGet(context::clock);
    this.recoveryMax = recoveryMax;
    this.storedTime = clock.instant();
  }

  static Housekeeping of(
      OperationContext context, EngineOptions options, Optional<TrustedClock> trusted) {
    var storage = context.storage();
    var catalog = context.catalog();
    var clock = trusted.<InstantSource>map(time -> time).orElseGet(options::clock);
    var sweeper =
        new Sweeper(
            storage,
            catalog,
            context.writes()::expire,
            clock,
            options.timeToLiveDelay(),
            options.faults());
    var streams =
        new StreamMaintenance(
            storage, context.streams(), clock, StreamMaintenance.SHARD_AGE, options.faults());
    // A clock that a test sets may pass days in no time.
    boolean isBounded = options.folder().isEmpty() && trusted.isPresent();
    var recoveryMax = isBounded ? Optional.of(IN_MEMORY_RECOVERY) : Optional.<Duration>empty();
    return new Housekeeping(context, sweeper, streams, trusted, recoveryMax);
  }

  /** Starts the thread that runs it periodically. */
  void start() {
    thread.start();
  }

  /** Runs everything that is due now. */
  void runOnce() {
    sweeper.sweep(() -> stopping);
    maintainStreams();
  }

  /** Returns why the last round failed, or empty if it did not. */
  Optional<Throwable> failure() {
    return Optional.ofNullable(failure);
  }

  private void runPeriodically() {
    for (long round = 0; !stopping; round++) {
      try {
        run(round);
      } catch (RuntimeException | Error thrown) {
        // There was not even memory to report what failed.
        failure = thrown;
      }
      LockSupport.parkNanos(this, SWEEP_EVERY.toNanos());
    }
  }

  private void run(long round) {
    boolean isStreamsTurn = round % SWEEPS_PER_STREAM_MAINTENANCE == 0;
    var first = attempt(() -> sweeper.sweep(() -> stopping));
    var second = attempt(this::flushIfDue);
    // After a failure it is tried in each round, so that the failure is known while it lasts.
    if (isStreamsTurn || streamsFailure.isPresent()) {
      streamsFailure = attempt(this::maintainStreams);
    }
    note(Stream.of(first, second, streamsFailure).flatMap(Optional::stream).findFirst());
  }

  /** One part that fails does not keep the others from their work. */
  private static Optional<Throwable> attempt(Runnable part) {
    try {
      part.run();
      return Optional.empty();
    } catch (RuntimeException | Error thrown) {
      if (thrown instanceof VirtualMachineError fatal) handOver(fatal);
      return Optional.of(thrown);
    }
  }

  /**
   * The process decides whether it goes on after such an error; if it does, so does this. It is
   * told on another thread: it may close the engine, which waits for this one.
   */
  private static void handOver(VirtualMachineError fatal) {
    try {
      Thread.ofPlatform()
          .name("trestle-fatal-error")
          .daemon()
          .start(() -> {
            throw fatal;
          });
    } catch (RuntimeException | Error noThread) {
      var here = Thread.currentThread();
      here.getUncaughtExceptionHandler().uncaughtException(here, fatal);
    }
  }

  /** Logs the first of a series of failures, and its end. */
  private void note(Optional<Throwable> now) {
    if (stopping) return;
    boolean wasFailing = failure != null;
    failure = now.orElse(null);
    // Without files, the log cannot be written. That must not end the thread.
    var unused = attempt(() -> log(wasFailing, now));
  }

  private static void log(boolean wasFailing, Optional<Throwable> now) {
    if (now.isPresent() && !wasFailing) {
      LOG.log(Level.WARNING, "Housekeeping failed and will be retried every second", now.get());
    } else if (now.isEmpty() && wasFailing) {
      LOG.log(Level.INFO, "Housekeeping works again");
    }
  }

  private void flushIfDue() {
    storage.enter();
    try {
      storage.flushIfDue();
    } finally {
      storage.leave();
    }
  }

  private void maintainStreams() {
    streams.run(catalog.streams(), () -> stopping);
    storage.enter();
    try {
      catalog.forgetStreams(streams.horizon());
      recoveryMax.ifPresent(most -> recovery.shorten(clock.instant().minus(most)));
      recovery.trim(clock.instant(), () -> stopping);
      if (!clock.instant().isBefore(storedTime.plus(STORE_TIME_EVERY))) storeTime();
    } finally {
      storage.leave();
    }
  }

  /** Stores the time if anything was written since the last one. */
  private void storeTime() {
    if (storage.committedNumber() == storedNumber) return;
    var now = clock.instant();
    LastLogTime.store(storage, now);
    storedTime = now;
    storedNumber = storage.committedNumber();
  }

  Instant now() {
    return clock.instant();
  }

  boolean isClockDoubted() {
    return trusted.filter(TrustedClock::isDoubted).isPresent();
  }

  void trustClock() {
    trusted.ifPresent(TrustedClock::trust);
  }

  /** Stops after the current step, and stores the time at which the data was closed. */
  @Override
  public void close() {
    boolean wasStarted = thread.isAlive();
    stopping = true;
    LockSupport.unpark(thread);
    boolean interrupted = false;
    while (thread.isAlive()) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    // A disk that fails now loses a minute at most.
    var unused = wasStarted ? attempt(this::storeLastTime) : Optional.<Throwable>empty();
    if (interrupted) Thread.currentThread().interrupt();
  }

  private void storeLastTime() {
    storage.enter();
    try {
      storeTime();
    } finally {
      storage.leave();
    }
  }
}
