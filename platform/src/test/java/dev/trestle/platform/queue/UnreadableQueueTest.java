package dev.trestle.platform.queue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.dynamodb.embedded.Trestle;
import dev.trestle.platform.lease.LeaseModel;
import dev.trestle.store.Store;
import dev.trestle.store.StoreOptions;
import dev.trestle.store.TableCreation;
import dev.trestle.testing.Await;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;

/** Workers of a queue whose table cannot be read, for example without permission. */
class UnreadableQueueTest {
  private static final Duration SOON = Duration.ofSeconds(60);
  private static final int LOOKS = 8;

  /** The pauses between so many looks: 10 ms, 20 ms, 40 ms and so on. */
  private static final Duration PAUSES = Duration.ofMillis(1270);

  /** A client whose calls fail at once. */
  private static DynamoDbClient failing(List<Long> calls) {
    return (DynamoDbClient)
        Proxy.newProxyInstance(
            UnreadableQueueTest.class.getClassLoader(),
            new Class<?>[] {DynamoDbClient.class},
            (_, _, _) -> {
              calls.add(System.nanoTime());
              throw ResourceNotFoundException.builder().message("no such table").build();
            });
  }

  /** Once, a worker asked again after a millisecond, as long as its table could not be read. */
  @Test
  void a_worker_looks_less_and_less_often() throws Exception {
    var looks = new CopyOnWriteArrayList<Long>();
    try (var trestle = Trestle.inMemory()) {
      TableCreation.create(LeaseModel.MODEL, trestle.client(), "");
      var options = StoreOptions.standard();
      var queue =
          new TableQueue(
              Store.of(QueueModel.MODEL, failing(looks), options),
              Store.of(LeaseModel.MODEL, trestle.client(), options),
              options,
              QueueOptions.of("one").shards(1),
              JobWakeups.NONE);
      try (var _ = queue.work("mail", WorkOptions.STANDARD, _ -> JobOutcome.done())) {
        Await.until(() -> looks.size() >= LOOKS, SOON);
      }
    }
    var took = Duration.ofNanos(looks.get(LOOKS - 1) - looks.getFirst());
    assertThat(took).isGreaterThanOrEqualTo(PAUSES);
  }
}
