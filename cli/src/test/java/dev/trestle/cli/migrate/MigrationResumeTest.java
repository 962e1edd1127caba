package dev.trestle.cli.migrate;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trestle.cli.migrate.KilledClient.Killed;
import dev.trestle.cli.migrate.Parcels.After;
import dev.trestle.cli.migrate.Parcels.Back;
import dev.trestle.cli.migrate.Parcels.Before;
import dev.trestle.cli.migrate.Parcels.Before.OldParcel;
import dev.trestle.dynamodb.embedded.Trestle;
import dev.trestle.store.GlobalIndexes;
import dev.trestle.store.Store;
import dev.trestle.store.TableCreation;
import dev.trestle.testing.Await;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;

/** What a process finds that goes on with the migration of another one. */
class MigrationResumeTest {
  private static final double FAST = 10_000_000;

  /** More than a page. */
  private static final int MANY = 1500;

  private final Trestle trestle = Trestle.inMemory();
  private final DynamoDbClient client = trestle.client();

  @AfterEach
  void close() {
    trestle.close();
  }

  private static MigrationOptions options(Duration lease) {
    return new MigrationOptions("", FAST, lease, "test", false, false);
  }

  private static void fill(DynamoDbClient client, int parcels) {
    TableCreation.create(Before.MODEL, client, "");
    var all =
        IntStream.range(0, parcels)
            .mapToObj(i -> new OldParcel("s" + i % 10, "p" + i, "sent", Instant.EPOCH, 100, 0))
            .toList();
    Store.of(Before.MODEL, client).run(Before.LOAD, all, List.of());
  }

  private static MigrationResult apply(DynamoDbClient client, MigrationProgress progress)
      throws InterruptedException {
    return Migration.apply(After.MODEL, client, options(Duration.ofMillis(300)), progress);
  }

  private static MigrationProgress when(Runnable told) {
    return new MigrationProgress() {
      @Override
      public void at(StepProgress progress, long itemsTotal) {
        if (progress.items() > 0 && !progress.done()) told.run();
      }

      @Override
      public void waiting(String owner) {}
    };
  }

  /** Makes the item unreadable that a pass reads first, and returns its key. */
  private Map<String, AttributeValue> breakTheFirst() {
    var first = client.scan(ask -> ask.tableName("parcels").limit(1)).items().getFirst();
    var key = ItemKeys.of(After.TABLE, first);
    client.updateItem(ask ->
        ask.tableName("parcels")
            .key(key)
            .updateExpression("REMOVE #state")
            .expressionAttributeNames(Map.of("#state", "state")));
    return key;
  }

  private void killAfterTheFirstPage() {
    assertThatThrownBy(() ->
            apply(
                client,
                when(() -> {
                  throw new Killed();
                })))
        .isInstanceOf(Killed.class);
  }

  @Test
  void an_unreadable_item_that_a_killed_process_met_still_stops_the_next_one()
      throws InterruptedException {
    fill(client, MANY);
    var broken = breakTheFirst();
    killAfterTheFirstPage();
    var next = apply(client, MigrationProgress.NONE);
    assertThat(next.isDone()).isFalse();
    assertThat(next.unreadable()).extracting(UnreadableItem::key).containsExactly(broken);
    assertThat(next.steps()).noneMatch(StepProgress::done);
    assertThat(GlobalIndexes.status(client, "parcels", "states"))
        .isEqualTo(GlobalIndexes.Status.ABSENT);
  }

  @Test
  void an_item_that_was_repaired_meanwhile_does_not_count_any_more() throws InterruptedException {
    fill(client, MANY);
    var broken = breakTheFirst();
    killAfterTheFirstPage();
    client.deleteItem(ask -> ask.tableName("parcels").key(broken));
    var next = apply(client, MigrationProgress.NONE);
    assertThat(next.isDone()).isTrue();
    assertThat(next.steps()).allMatch(StepProgress::done);
    assertThat(next.steps().getFirst().items()).isEqualTo(MANY - 1);
  }

  @Test
  void wherever_it_is_killed_the_items_of_a_page_are_counted_once() throws InterruptedException {
    boolean killed = true;
    for (int requests = 1; killed; requests++) {
      var counted = new AtomicLong();
      try (var own = Trestle.inMemory()) {
        fill(own.client(), 3);
        killed = isKilled(KilledClient.of(own.client(), requests, true), counted);
        assertThat(isKilled(own.client(), counted)).isFalse();
        assertThat(counted).as("killed with request %d", requests).hasValueLessThanOrEqualTo(3);
      }
    }
  }

  /** Applies a migration that only backfills, and notes the largest number of items. */
  private static boolean isKilled(DynamoDbClient client, AtomicLong counted)
      throws InterruptedException {
    var progress =
        new MigrationProgress() {
          @Override
          public void at(StepProgress progress, long itemsTotal) {
            counted.accumulateAndGet(progress.items(), Math::max);
          }

          @Override
          public void waiting(String owner) {}
        };
    try {
      Migration.apply(Back.MODEL, client, options(Duration.ofMillis(30)), progress);
      return false;
    } catch (Killed e) {
      return true;
    }
  }

  @Test
  void a_lease_is_renewed_after_writes_that_failed() throws InterruptedException {
    fill(client, MANY);
    var failures = new AtomicInteger();
    var renewed = new CountDownLatch(1);
    var states = Store.of(MigrationStates.MODEL, client);
    var progress =
        when(() -> {
          if (renewed.getCount() == 0) return;
          failures.set(2);
          Await.until(() -> failures.get() <= 0, Duration.ofMinutes(1));
          long version = MigrationLease.read(states, "parcels").version();
          Await.until(
              () -> MigrationLease.read(states, "parcels").version() > version,
              Duration.ofMinutes(1));
          renewed.countDown();
        });
    assertThat(apply(failing(failures), progress).isDone()).isTrue();
    assertThat(renewed.getCount()).isZero();
  }

  /** A heartbeat whose answer is lost may have been written. */
  @Test
  void what_a_step_saves_is_kept_after_a_write_whose_answer_was_lost() throws InterruptedException {
    TableCreation.create(MigrationStates.MODEL, client, "");
    var losing =
        RequestProxy.after(
            client,
            PutItemRequest.class,
            put -> requireNonNull(put.item().get("version")).n().equals("2"),
            () -> {
              throw new IllegalStateException("lost");
            });
    var store = Store.of(MigrationStates.MODEL, losing);
    var lease =
        MigrationLease.take(store, "parcels", "test", Duration.ofHours(1), MigrationProgress.NONE);
    try (lease) {
      assertThatThrownBy(() -> lease.save(UnaryOperator.identity())).hasMessageContaining("lost");
      lease.save(state -> state.brought("parcels", "a form"));
      assertThat(lease.state().forms()).containsEntry("parcels", "a form");
    }
    var left = MigrationLease.read(Store.of(MigrationStates.MODEL, client), "parcels");
    assertThat(left.forms()).containsEntry("parcels", "a form");
    assertThat(left.owner()).isEmpty();
  }

  /** A client whose next puts fail; only states are put. */
  private DynamoDbClient failing(AtomicInteger failures) {
    return (DynamoDbClient)
        Proxy.newProxyInstance(
            getClass().getClassLoader(),
            new Class<?>[] {DynamoDbClient.class},
            (_, method, arguments) -> {
              boolean put = arguments.length == 1 && arguments[0] instanceof PutItemRequest;
              if (put && failures.getAndDecrement() > 0) throw new IllegalStateException("away");
              try {
                return method.invoke(client, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }
}
