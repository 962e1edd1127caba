package dev.trestle.platform.queue;

import dev.trestle.platform.lease.LeaseKeeper;
import dev.trestle.platform.lease.LeaseModel.Lease;
import dev.trestle.platform.lease.Passage;
import dev.trestle.platform.lease.Tenant;
import dev.trestle.store.Store;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;

/**
 * A worker of a queue: keeps leases of shards, has a pump for each, and handles what they find.
 * Leases of shards only keep workers out of each other's way; that a job is one worker's at a time
 * rests on its own lease.
 */
final class TableWorker implements Worker, Tenant {
  private static final System.Logger LOG = System.getLogger(TableWorker.class.getName());
  private static final Duration LEAVE_MAX = Duration.ofSeconds(5);

  private final Workroom room;
  private final BiConsumer<String, TableWorker> stopped;
  private final LeaseKeeper keeper;
  private final Desk desk;
  private final Map<Long, ShardPump> pumps = new ConcurrentHashMap<>();
  private final CountDownLatch stopping = new CountDownLatch(1);
  private final Thread beating;

  TableWorker(Workroom room, Store leases, BiConsumer<String, TableWorker> stopped) {
    this.room = room;
    this.stopped = stopped;
    this.desk = new Desk(room);
    this.keeper =
        new LeaseKeeper(
            leases,
            "q#" + room.queue(),
            room.options().leases(),
            this,
            room.storeOptions().clock(),
            System::nanoTime);
    this.beating = Passage.thread("queue-" + room.queue() + "-leases", this::beat);
  }

  void start() {
    for (int shard = 0; shard < room.options().shards(); shard++) {
      keeper.add(name(shard), Optional.empty(), Optional.empty());
    }
    keeper.beat();
    beating.start();
    desk.start();
  }

  private static String name(long shard) {
    return "%02d".formatted(shard);
  }

  private void beat() {
    long millis = room.options().leases().beat().toMillis();
    try {
      while (!stopping.await(millis, TimeUnit.MILLISECONDS)) {
        room.options().passage().at("queue.beat");
        try {
          keeper.beat();
        } catch (RuntimeException e) {
          LOG.log(Level.WARNING, "leases of the queue " + room.queue() + " were not renewed", e);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  Set<String> held() {
    return keeper.held();
  }

  void wake(long shard, Instant due) {
    var pump = pumps.get(shard);
    if (pump != null) pump.wake(due);
  }

  @Override
  public void begin(Lease lease) {
    long shard = Long.parseLong(lease.shard());
    var pump = new ShardPump(room, shard, desk);
    pumps.put(shard, pump);
    pump.start();
  }

  @Override
  public Progress progress(String shard) {
    return Progress.NONE;
  }

  /** Jobs under way are kept by leases of their own: another may begin beside them. */
  @Override
  public Optional<Progress> end(String shard) {
    lose(shard);
    return Optional.of(Progress.NONE);
  }

  @Override
  public void lose(String shard) {
    var pump = pumps.remove(Long.parseLong(shard));
    if (pump != null) pump.stop();
  }

  @Override
  public void stop(Duration grace) {
    if (stopping.getCount() == 0) return;
    stopping.countDown();
    stopped.accept(room.queue(), this);
    pumps.values().forEach(ShardPump::stop);
    try {
      beating.join(LEAVE_MAX);
      keeper.leave();
      desk.stop(grace);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
