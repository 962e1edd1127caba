package dev.trestle.platform.queue;

import dev.trestle.store.Store;
import dev.trestle.store.StoreOptions;
import java.util.function.Consumer;

/**
 * What all parts of a worker work with.
 *
 * @param moved told of jobs that this process put back: their next time must be looked up
 */
record Workroom(
    String queue,
    Store store,
    StoreOptions storeOptions,
    QueueOptions options,
    WorkOptions work,
    JobHandler handler,
    Tally tally,
    Consumer<Job> moved) {
  long nowMillis() {
    return storeOptions.clock().millis();
  }
}
