package dev.trestle.platform.queue;

import dev.trestle.dynamodb.embedded.Trestle;
import dev.trestle.platform.lease.LeaseModel;
import dev.trestle.platform.lease.LeaseOptions;
import dev.trestle.store.StoreOptions;
import dev.trestle.store.TableCreation;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;

/** A queue in a table of the embedded engine. */
final class TableQueueTest implements WorkQueueContract {
  private final Trestle trestle = Trestle.inMemory();
  private final TableQueue queue = create(trestle);

  static TableQueue create(Trestle trestle) {
    TableCreation.create(QueueModel.MODEL, trestle.client(), "");
    TableCreation.create(LeaseModel.MODEL, trestle.client(), "");
    return new TableQueue(trestle.client(), StoreOptions.standard(), options("one"));
  }

  static QueueOptions options(String member) {
    return QueueOptions.of(member)
        .shards(1)
        .leases(new LeaseOptions(member, Duration.ofMillis(800), Duration.ofMillis(100)));
  }

  @AfterEach
  void close() {
    trestle.close();
  }

  @Override
  public WorkQueue queue() {
    return queue;
  }
}
