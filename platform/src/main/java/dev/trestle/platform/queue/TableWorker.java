package dev.trestle.platform.queue;

import dev.trestle.platform.lease.LeasedShards;
import dev.trestle.store.Store;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/**
 * A worker of a queue: holds leases on shards, polls them and runs the jobs it finds. The leases on
 * shards only keep workers out of each other's way. That one worker runs a job at a time is ensured
 * by the lease on the job itself.
 */
final class TableWorker implements Worker {
  private final WorkerContext context;
  private final Consumer<TableWorker> stopped;
  private final JobRunner runner;
  private final LeasedShards<ShardPoller> shards;
  private final AtomicBoolean isStopped = new AtomicBoolean();

  /** Calls {@code stopped} when the worker stops. */
  TableWorker(WorkerContext context, Store leases, Consumer<TableWorker> stopped) {
    this.context = context;
    this.stopped = stopped;
    this.runner = new JobRunner(context);
    this.shards =
        new LeasedShards<>(
            leases,
            "q#" + context.queue(),
            context.options().leases(),
            context.storeOptions().clock(),
            context.options().failPoints(),
            shard -> new ShardPoller(context, shard, runner));
  }

  void start() {
    shards.start(context.options().shards());
    runner.start();
  }

  Set<String> held() {
    return shards.held();
  }

  void wake(long shard, Instant due) {
    shards.loop(Math.toIntExact(shard)).ifPresent(poller -> poller.wake(due));
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
