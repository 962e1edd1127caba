package dev.trestle.platform.system;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.dynamodb.embedded.Trestle;
import dev.trestle.platform.feed.FeedOptions;
import dev.trestle.platform.identity.MemorySecrets;
import dev.trestle.platform.queue.JobOutcome;
import dev.trestle.platform.queue.QueueModel;
import dev.trestle.platform.queue.WorkOptions;
import dev.trestle.platform.schedule.Cadence;
import dev.trestle.platform.schedule.Recurring;
import dev.trestle.store.Store;
import dev.trestle.store.StoreOptions;
import dev.trestle.testing.Await;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Leases and schedules once had stores of their own, which neither console nor metrics showed. */
class PlatformStoresTest {
  private static final Duration SOON = Duration.ofMinutes(1);

  private final Trestle trestle = Trestle.inMemory();
  private final SystemContext context =
      SystemContext.open(
          trestle.client(),
          trestle.streamsClient(),
          StoreOptions.standard(),
          new MemorySecrets(new Random(5)),
          FeedOptions.polling("test"));
  private final PlatformStores stores = context.platformStores();

  @AfterEach
  void close() {
    context.close();
    trestle.close();
  }

  private static boolean isUsed(Store store, String pattern) {
    return store.usage(pattern).calls() > 0;
  }

  @Test
  void all_of_them_are_shown() {
    assertThat(stores.all())
        .extracting(store -> store.model().name())
        .containsExactlyInAnyOrder("queue", "leases", "schedule", "idempotency");
  }

  @Test
  void what_a_worker_and_a_feed_do_with_leases_is_counted() throws Exception {
    assertThat(isUsed(stores.leases(), "lease.beat")).isFalse();
    try (var _ = context.queue().work("jobs", WorkOptions.STANDARD, _ -> JobOutcome.done())) {
      Await.until(() -> isUsed(stores.leases(), "lease.beat"), SOON);
    }
    long read = stores.leases().usage("lease.all").calls();
    assertThat(context.feed().stats("group", QueueModel.TABLE).shards()).isEmpty();
    assertThat(stores.leases().usage("lease.all").calls()).isEqualTo(read + 1);
  }

  @Test
  void what_a_schedule_does_is_counted() throws Exception {
    var daily = new Recurring("daily", "jobs", "", Cadence.every(Duration.ofDays(1)));
    try (var _ = context.schedule().recurring(List.of(daily))) {
      Await.until(() -> isUsed(stores.schedule(), "schedule.next"), SOON);
    }
  }
}
