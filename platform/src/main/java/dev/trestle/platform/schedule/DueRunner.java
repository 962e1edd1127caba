package dev.trestle.platform.schedule;

import dev.trestle.platform.lease.LeaseKeeper;
import dev.trestle.platform.lease.LeaseModel.Lease;
import dev.trestle.platform.lease.Passage;
import dev.trestle.platform.lease.Tenant;
import dev.trestle.platform.schedule.Schedule.Running;
import dev.trestle.store.Cursor;
import dev.trestle.store.Store;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Looks for due items in the shards that this process has leases of, each on a thread of its own.
 * Leases only spare processes each other's looks: what is right is decided by the handler's write.
 */
final class DueRunner<K, R> implements Running, Tenant {
  private static final System.Logger LOG = System.getLogger(DueRunner.class.getName());
  private static final int PAGES_MAX = 50;
  private static final Duration STOP_MAX = Duration.ofSeconds(30);

  /** A shard that is looked at. */
  private final class Look {
    private final int shard;
    private final CountDownLatch stop = new CountDownLatch(1);
    private final Thread thread;

    Look(int shard) {
      this.shard = shard;
      this.thread = Passage.thread("due-" + items.name() + "-" + shard, this::run);
    }

    private void run() {
      long pause = options.pollMin().toMillis();
      try {
        do {
          boolean any = look(this);
          long longer = Math.min(options.pollMax().toMillis(), 2 * pause);
          pause = any ? options.pollMin().toMillis() : longer;
        } while (!stop.await(pause, TimeUnit.MILLISECONDS));
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private final DueItems<K, R> items;
  private final DueHandler<R> handler;
  private final InstantSource clock;
  private final ScheduleOptions options;
  private final LeaseKeeper keeper;
  private final Map<String, Look> looks = new ConcurrentHashMap<>();
  private final CountDownLatch stopping = new CountDownLatch(1);
  private final Thread beating;

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
    this.keeper =
        new LeaseKeeper(
            leases, "d#" + items.name(), options.leases(), this, clock, System::nanoTime);
    this.beating = Passage.thread("due-" + items.name() + "-leases", this::beats);
  }

  void start() {
    for (int shard = 0; shard < items.shards(); shard++) {
      keeper.add(Integer.toString(shard), Optional.empty(), Optional.empty());
    }
    keeper.beat();
    beating.start();
  }

  private void beats() {
    try {
      while (!stopping.await(options.leases().beat().toMillis(), TimeUnit.MILLISECONDS)) {
        options.passage().at("due.beat");
        try {
          keeper.beat();
        } catch (RuntimeException e) {
          LOG.log(Level.WARNING, "leases of " + items.name() + " were not renewed", e);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Goes through all that is due; an item that cannot be handled does not hold up the others. */
  private boolean look(Look look) {
    options.passage().at("due.look");
    boolean any = false;
    try {
      var key = items.key().of(look.shard, Instant.ofEpochMilli(clock.millis()));
      var cursor = Optional.of(Cursor.start());
      for (int pages = 0; pages < PAGES_MAX && cursor.isPresent(); pages++) {
        var page = items.store().run(items.query(), key, cursor.get());
        for (var item : page.items()) {
          if (look.stop.getCount() == 0) return false;
          any |= handle(item);
        }
        cursor = page.next();
      }
    } catch (RuntimeException e) {
      LOG.log(Level.WARNING, "due items of " + items.name() + " could not be looked for", e);
    }
    return any;
  }

  private boolean handle(R item) {
    try {
      handler.due(item);
      options.passage().at("due.handled");
      return true;
    } catch (Exception e) {
      if (e instanceof InterruptedException) Thread.currentThread().interrupt();
      LOG.log(Level.WARNING, "a due item of " + items.name() + " was not handled", e);
      return false;
    }
  }

  @Override
  public void begin(Lease lease) {
    var look = new Look(Integer.parseInt(lease.shard()));
    looks.put(lease.shard(), look);
    look.thread.start();
  }

  @Override
  public Progress progress(String shard) {
    return Progress.NONE;
  }

  @Override
  public Optional<Progress> end(String shard) {
    lose(shard);
    return Optional.of(Progress.NONE);
  }

  @Override
  public void lose(String shard) {
    var look = looks.remove(shard);
    if (look != null) look.stop.countDown();
  }

  @Override
  public void close() {
    if (stopping.getCount() == 0) return;
    stopping.countDown();
    var under = Map.copyOf(looks).values();
    under.forEach(look -> look.stop.countDown());
    try {
      beating.join(STOP_MAX);
      for (var look : under) look.thread.join(STOP_MAX);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    keeper.leave();
  }
}
