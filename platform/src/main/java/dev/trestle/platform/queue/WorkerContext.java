package dev.trestle.platform.queue;

import dev.trestle.platform.lease.PollInterval;
import dev.trestle.store.Store;
import dev.trestle.store.StoreOptions;
import java.util.function.Consumer;

/**
 * What the parts of a worker share.
 *
 * @param wakeups of other servers
 * @param requeued called with a job that this process put back, so that its shard is polled again
 */
record WorkerContext(
    String queue,
    Store store,
    StoreOptions storeOptions,
    QueueOptions options,
    WorkOptions work,
    JobHandler handler,
    JobCounters counters,
    JobWakeups wakeups,
    Consumer<Job> requeued) {
  long nowMillis() {
    return storeOptions.clock().millis();
  }

  /** The pauses between two polls. Workers that are woken may pause longer. */
  PollInterval poll() {
    var poll = options.poll();
    return wakeups.isConnected() ? new PollInterval(poll.min(), options.wokenPauseMax()) : poll;
  }
}
