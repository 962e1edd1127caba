package dev.trestle.platform.queue;

import dev.trestle.platform.lease.LeaseModel;
import dev.trestle.platform.lease.LeasedShards;
import dev.trestle.platform.queue.QueueModel.OfJob;
import dev.trestle.store.Store;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/**
 * A worker of a queue: holds leases on shards, polls them and runs the jobs it finds. The leases on
 * shards only keep workers out of each other's way. The claim on a job ensures that one worker runs
 * it at a time, so a worker that a wake-up reaches may run the job without the lease.
 */
final class TableWorker implements Worker {
  private static final System.Logger LOG = System.getLogger(TableWorker.class.getName());

  /** How long before its time a job may be offered. */
  private static final Duration EARLY_MAX = Duration.ofSeconds(2);

  private final WorkerContext context;
  private final Consumer<TableWorker> stopped;
  private final JobRunner runner;
  private final LeasedShards<ShardPoller> shards;
  private final AtomicBoolean isStopped = new AtomicBoolean();

  /** A permit for each offered job that may wait for a slot. */
  private final Semaphore offers;

  private volatile boolean isStarted;

  /** Calls {@code stopped} when the worker stops. */
  TableWorker(WorkerContext context, Store leases, Consumer<TableWorker> stopped) {
    this.context = context;
    this.stopped = stopped;
    this.runner = new JobRunner(context);
    this.offers = new Semaphore(context.work().concurrency());
    this.shards =
        new LeasedShards<>(
            leases,
            LeaseModel.queueGroup(context.queue()),
            context.options().leases(),
            context.storeOptions().clock(),
            context.options().failPoints(),
            shard -> new ShardPoller(context, shard, runner));
  }

  void start() {
    shards.start(context.options().shards());
    runner.start();
    isStarted = true;
  }

  Set<String> held() {
    return shards.held();
  }

  /** Returns false if this worker does not poll the shard. */
  boolean wake(long shard, Instant due) {
    var poller = shards.loop(Math.toIntExact(shard));
    poller.ifPresent(found -> found.wake(due));
    return poller.isPresent();
  }

  /**
   * Runs a job of a shard that another server polls. Before the worker holds its leases it takes
   * none, because they could overtake those of its own shards.
   *
   * @return false if there is no room for it
   */
  boolean offer(JobWakeup wakeup) {
    if (!isStarted || isStopped.get() || !offers.tryAcquire()) return false;
    Thread.ofVirtual()
        .name("queue-" + context.queue() + "-offered")
        .start(() -> {
          try {
            run(wakeup);
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          } catch (RuntimeException e) {
            LOG.log(Level.WARNING, "could not read a job of the queue " + context.queue(), e);
          } finally {
            offers.release();
          }
        });
    return true;
  }

  private void run(JobWakeup wakeup) throws InterruptedException {
    long early = wakeup.visibleAt().toEpochMilli() - context.nowMillis();
    if (early > EARLY_MAX.toMillis()) return;
    if (early > 0) Thread.sleep(early);
    var key = new OfJob(wakeup.queue(), wakeup.shard(), wakeup.due(), wakeup.id());
    var job = context.store().run(QueueModel.READ, key);
    if (job.isEmpty() || job.get().visibleAt() > context.nowMillis()) return;
    var _ = runner.take(job.get(), isStopped::get);
  }

  @Override
  public void stop(Duration grace) {
    if (isStopped.getAndSet(true)) return;
    stopped.accept(this);
    shards.close();
    try {
      runner.stop(grace);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
