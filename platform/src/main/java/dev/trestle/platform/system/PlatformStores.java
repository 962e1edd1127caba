package dev.trestle.platform.system;

import dev.trestle.platform.idempotency.IdempotencyModel;
import dev.trestle.platform.lease.LeaseModel;
import dev.trestle.platform.queue.QueueModel;
import dev.trestle.platform.schedule.ScheduleModel;
import dev.trestle.store.Store;
import java.util.List;

/**
 * The stores of the platform's own tables. There is one of each, so that console and metrics show
 * everything that queues, feeds, schedules and repeated calls use.
 */
public record PlatformStores(Store queue, Store leases, Store schedule, Store idempotency) {
  /** Creates the missing tables and opens the stores. */
  static PlatformStores open(Stores stores) {
    return new PlatformStores(
        stores.open(QueueModel.MODEL),
        stores.open(LeaseModel.MODEL),
        stores.open(ScheduleModel.MODEL),
        stores.open(IdempotencyModel.MODEL));
  }

  public List<Store> all() {
    return List.of(queue, leases, schedule, idempotency);
  }
}
