package dev.trestle.platform.schedule;

import dev.trestle.platform.lease.FailPoints;
import dev.trestle.platform.lease.LeaseModel;
import dev.trestle.platform.lease.LeasedShards;
import dev.trestle.platform.schedule.Schedule.Running;
import dev.trestle.platform.thread.RestartingThread;
import dev.trestle.store.Cursor;
import dev.trestle.store.Store;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Polls the shards that this server holds for due items. The leases only save servers each other's
 * reads; correctness rests on the condition of the handler's write.
 */
final class DueRunner<K, R> implements Running {
  private static final System.Logger LOG = System.getLogger(DueRunner.class.getName());
  private static final int PAGES_MAX = 50;

  private final DueItems<K, R> items;
  private final DueHandler<R> handler;
  private final InstantSource clock;
  private final ScheduleOptions options;
  private final LeasedShards<DuePoller> shards;

  DueRunner(
      DueItems<K, R> items,
      DueHandler<R> handler,
      Store leases,
      InstantSource clock,
      ScheduleOptions options) {
    this.items = items;
    this.handler = handler;
    this.clock = clock;
    this.options = options;
    this.shards =
        new LeasedShards<>(
            leases,
            LeaseModel.dueGroup(items.name()),
            options.leases(),
            clock,
            options.failPoints(),
            DuePoller::new);
  }

  void start() {
    shards.start(items.shards());
  }

  @Override
  public void close() {
    shards.close();
  }

  /** Polls one shard. */
  private final class DuePoller implements LeasedShards.Loop {
    private final int shard;
    private final CountDownLatch stopping = new CountDownLatch(1);
    private final Thread thread;

    DuePoller(int shard) {
      this.shard = shard;
      this.thread = RestartingThread.of("due-" + items.name() + "-" + shard, this::run);
    }

    @Override
    public void start() {
      thread.start();
    }

    @Override
    public void stop() {
      stopping.countDown();
    }

    @Override
    public void join(Duration timeout) throws InterruptedException {
      thread.join(timeout);
    }

    private void run() {
      var poll = options.poll();
      var pause = poll.min();
      try {
        do {
          pause = handleAll() ? poll.min() : poll.longer(pause);
        } while (!stopping.await(pause.toMillis(), TimeUnit.MILLISECONDS));
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }

    /** Handles all due items. One that fails does not hold up the others. */
    private boolean handleAll() {
      options.failPoints().at("due.look");
      boolean any = false;
      try {
        var key = items.key().of(shard, Instant.ofEpochMilli(clock.millis()));
        var cursor = Optional.of(Cursor.start());
        for (int pages = 0; pages < PAGES_MAX && cursor.isPresent(); pages++) {
          var page = items.store().run(items.query(), key, cursor.get());
          for (var item : page.items()) {
            if (stopping.getCount() == 0) return false;
            any |= handle(item);
          }
          cursor = page.next();
        }
      } catch (RuntimeException e) {
        LOG.log(Level.WARNING, "could not read the due items of " + items.name(), e);
      }
      return any;
    }

    private boolean handle(R item) {
      try {
        handler.due(item);
        options.failPoints().at("due.handled");
        return true;
      } catch (FailPoints.SimulatedCrash crash) {
        throw crash;
      } catch (Exception | Error e) {
        if (e instanceof Error error && RestartingThread.isFatal(error)) throw error;
        if (e instanceof InterruptedException) Thread.currentThread().interrupt();
        LOG.log(Level.WARNING, "could not handle a due item of " + items.name(), e);
        return false;
      }
    }
  }
}
