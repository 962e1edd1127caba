package dev.trestle.platform.queue;

import dev.trestle.dynamodb.embedded.Trestle;
import dev.trestle.platform.lease.FailPoints;
import dev.trestle.platform.lease.LeaseModel;
import dev.trestle.platform.lease.LeaseOptions;
import dev.trestle.store.StoreOptions;
import dev.trestle.store.TableCreation;
import dev.trestle.testing.Await;
import dev.trestle.testing.BrokenLog;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

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

  /** Without files, logging throws as well. Once the job kept its slot, and never came again. */
  @Test
  void a_job_that_fails_comes_again_although_that_cannot_be_logged() throws Exception {
    var failures = new AtomicInteger(1);
    FailPoints failPoints =
        point -> {
          if (point.equals("queue.handled") && failures.getAndDecrement() > 0) {
            throw new IllegalStateException("on purpose");
          }
        };
    var failing =
        new TableQueue(
            trestle.client(), StoreOptions.standard(), options("two").failPoints(failPoints));
    var attempts = new AtomicInteger();
    try (var _ = new BrokenLog(JobRunner.class.getName());
        var _ =
            failing.work(
                "mail",
                QUICK.concurrency(1),
                _ -> {
                  attempts.incrementAndGet();
                  return JobOutcome.done();
                })) {
      failing.enqueue(WorkQueueContract.now("a"));
      Await.until(() -> attempts.get() == 2, SOON);
    }
  }
}
