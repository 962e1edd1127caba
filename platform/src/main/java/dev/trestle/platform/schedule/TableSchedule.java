package dev.trestle.platform.schedule;

import dev.trestle.platform.lease.LeaseModel;
import dev.trestle.platform.queue.QueueModel;
import dev.trestle.platform.queue.TableQueue;
import dev.trestle.store.Store;
import dev.trestle.store.StoreOptions;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** A schedule on the table {@code platform_schedule}, on any {@code DynamoDbClient}. */
public final class TableSchedule implements Schedule {
  private final Store store;
  private final Store leases;
  private final TableQueue queue;
  private final StoreOptions storeOptions;
  private final ScheduleOptions options;
  private final List<String> dueNames = new CopyOnWriteArrayList<>();

  /** Needs the tables of {@link ScheduleModel}, {@link LeaseModel} and {@link QueueModel}. */
  public TableSchedule(
      DynamoDbClient client, StoreOptions storeOptions, TableQueue queue, ScheduleOptions options) {
    this(
        Store.of(ScheduleModel.MODEL, client, storeOptions),
        Store.of(LeaseModel.MODEL, client, storeOptions),
        storeOptions,
        queue,
        options);
  }

  /** The same on stores of {@link ScheduleModel} and {@link LeaseModel} that others use, too. */
  public TableSchedule(
      Store store,
      Store leases,
      StoreOptions storeOptions,
      TableQueue queue,
      ScheduleOptions options) {
    this.store = store;
    this.leases = leases;
    this.queue = queue;
    this.storeOptions = storeOptions;
    this.options = options;
  }

  @Override
  public <K, R> Running due(DueItems<K, R> items, DueHandler<R> handler) {
    var runner = new DueRunner<>(items, handler, leases, storeOptions.clock(), options);
    runner.start();
    dueNames.add(items.name());
    return () -> {
      dueNames.remove(items.name());
      runner.close();
    };
  }

  @Override
  public List<String> dueNames() {
    return List.copyOf(dueNames);
  }

  @Override
  public Running recurring(List<Recurring> recurring) {
    var runner = new RecurringRunner(recurring, store, queue, storeOptions.clock(), options);
    runner.start();
    return runner;
  }
}
