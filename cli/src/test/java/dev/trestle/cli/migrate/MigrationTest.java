package dev.trestle.cli.migrate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trestle.cli.migrate.Parcels.After;
import dev.trestle.cli.migrate.Parcels.Back;
import dev.trestle.cli.migrate.Parcels.Before;
import dev.trestle.cli.migrate.Parcels.OfParcel;
import dev.trestle.design.check.Finding.Severity;
import dev.trestle.design.check.ModelCheck;
import dev.trestle.dynamodb.embedded.Trestle;
import dev.trestle.model.Model;
import dev.trestle.model.Table;
import dev.trestle.store.GlobalIndexes;
import dev.trestle.store.Store;
import dev.trestle.store.TableCreation;
import dev.trestle.store.TableDrift;
import dev.trestle.testing.Await;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

class MigrationTest {
  private static final Duration LEASE = Duration.ofMillis(300);
  private static final double FAST = 10_000_000;

  private final Trestle trestle = Trestle.inMemory();
  private final DynamoDbClient client = trestle.client();

  @AfterEach
  void close() {
    trestle.close();
  }

  private static MigrationOptions options(boolean drop) {
    return new MigrationOptions("", FAST, LEASE, "test", false, drop);
  }

  private MigrationResult apply(Model model) throws InterruptedException {
    return Migration.apply(model, client, options(false), MigrationProgress.NONE);
  }

  private Store before() {
    TableCreation.create(Before.MODEL, client, "");
    return Store.of(Before.MODEL, client);
  }

  private static final Before.OldParcel OLD =
      new Before.OldParcel("ann", "1", "sent", Instant.parse("2026-03-01T08:00:00Z"), 250, 0);

  private Map<String, AttributeValue> item() {
    return client
        .getItem(ask ->
            ask.tableName("parcels")
                .key(
                    Map.of("pk", AttributeValue.fromS("s#ann"), "sk", AttributeValue.fromS("p#1"))))
        .item();
  }

  private static List<String> titles(MigrationPlan plan) {
    return plan.steps().stream().map(step -> step.step().title()).toList();
  }

  @Test
  void the_models_of_states_and_parcels_hold() {
    ModelCheck.of(MigrationStates.MODEL).orThrow(Severity.WARNING);
  }

  @Test
  void a_plan_backfills_before_it_adds_an_index_and_changes_nothing() {
    before().run(Before.LOAD, List.of(OLD), List.of());
    var found = item();
    var plan = Migration.plan(After.MODEL, client, options(false));
    assertThat(titles(plan)).containsExactly("backfill parcels", "add index parcels/states");
    var backfill = plan.steps().getFirst();
    assertThat(backfill.items()).isEqualTo(1);
    assertThat(backfill.changes()).isEqualTo(1);
    assertThat(backfill.writeUnits()).isEqualTo(1);
    assertThat(plan.steps().getLast().changes()).isEqualTo(1);
    assertThat(plan.underWay()).isFalse();
    assertThat(item()).isEqualTo(found);
  }

  @Test
  void an_item_is_renamed_defaulted_and_indexed_at_once_and_keeps_what_nobody_declares()
      throws InterruptedException {
    before().run(Before.LOAD, List.of(OLD), List.of());
    client.updateItem(ask ->
        ask.tableName("parcels")
            .key(Map.of("pk", AttributeValue.fromS("s#ann"), "sk", AttributeValue.fromS("p#1")))
            .updateExpression("SET note = :note")
            .expressionAttributeValues(Map.of(":note", AttributeValue.fromS("of others"))));
    var result = apply(After.MODEL);
    assertThat(result.left()).isEmpty();
    assertThat(result.steps()).allMatch(StepProgress::done);
    assertThat(item())
        .doesNotContainKey("weight")
        .containsEntry("grams", AttributeValue.fromN("250"))
        .containsEntry("service", AttributeValue.fromS("standard"))
        .containsEntry("state_day", AttributeValue.fromS("sent#2026-03-01"))
        .containsEntry("note", AttributeValue.fromS("of others"));
    assertThat(TableDrift.of(After.MODEL.tables(), client, "")).isEmpty();
    assertThat(Migration.plan(After.MODEL, client, options(false)).steps()).isEmpty();
    var again = new MigrationOptions("", FAST, LEASE, "test", true, false);
    assertThat(titles(Migration.plan(After.MODEL, client, again)))
        .containsExactly("backfill parcels");
  }

  @Test
  void the_former_names_the_other_way_round_are_the_way_back() throws InterruptedException {
    var store = before();
    store.run(Before.LOAD, List.of(OLD), List.of());
    apply(After.MODEL);
    var back = apply(Back.MODEL);
    assertThat(back.left()).containsExactly(new MigrationStep.DropIndex("parcels", "states"));
    assertThat(store.run(Before.ONE, new OfParcel("ann", "1"))).contains(OLD);
    var dropped = Migration.apply(Back.MODEL, client, options(true), MigrationProgress.NONE);
    assertThat(dropped.left()).isEmpty();
    assertThat(TableDrift.of(Before.MODEL.tables(), client, "")).isEmpty();
  }

  @Test
  void an_item_that_cannot_be_read_stops_it_before_the_index() throws InterruptedException {
    before().run(Before.LOAD, List.of(OLD), List.of());
    var broken = new HashMap<>(item());
    broken.put("sk", AttributeValue.fromS("p#2"));
    broken.remove("state");
    client.putItem(ask -> ask.tableName("parcels").item(broken));
    var result = apply(After.MODEL);
    assertThat(result.unreadable()).hasSize(1);
    assertThat(result.unreadable().getFirst().key())
        .containsEntry("sk", AttributeValue.fromS("p#2"));
    assertThat(result.unreadable().getFirst().reason()).contains("Parcel.state");
    assertThat(TableDrift.of(After.MODEL.tables(), client, "")).isNotEmpty();
    client.deleteItem(ask ->
        ask.tableName("parcels")
            .key(Map.of("pk", broken.get("pk"), "sk", AttributeValue.fromS("p#2"))));
    assertThat(apply(After.MODEL).unreadable()).isEmpty();
    assertThat(TableDrift.of(After.MODEL.tables(), client, "")).isEmpty();
  }

  @Test
  void a_table_that_does_not_exist_is_created() throws InterruptedException {
    assertThat(titles(Migration.plan(After.MODEL, client, options(false))))
        .containsExactly("create table parcels");
    apply(After.MODEL);
    assertThat(TableDrift.of(After.MODEL.tables(), client, "")).isEmpty();
    assertThat(Migration.plan(After.MODEL, client, options(false)).steps()).isEmpty();
  }

  @Test
  void the_order_of_projected_attributes_makes_no_other_index() {
    TableCreation.create(showing("state", "weight"), client, "");
    var plan = Migration.plan(showing("weight", "state"), client, options(false));
    assertThat(plan.problems()).isEmpty();
    assertThat(plan.steps()).isEmpty();
    assertThat(Migration.plan(showing("weight"), client, options(false)).problems())
        .containsExactly(
            "shown: the index states has another key or projection. Declare it under another name.");
  }

  private static Model showing(String... attributes) {
    var states = Table.index("states", Table.string("state_day")).include(attributes);
    var table = Table.named("shown").partition(Table.string("pk")).global(states).build();
    return Model.named("shown").tables(table).build();
  }

  @Test
  void only_one_process_applies_at_a_time() throws InterruptedException {
    before().run(Before.LOAD, List.of(OLD), List.of());
    var begun = new CountDownLatch(1);
    var refused = new CountDownLatch(1);
    var stalled =
        new MigrationProgress() {
          @Override
          public void at(StepProgress progress, long itemsTotal) {
            begun.countDown();
            try {
              refused.await();
            } catch (InterruptedException e) {
              Thread.currentThread().interrupt();
            }
          }

          @Override
          public void waiting(String owner) {}
        };
    var first =
        Thread.ofVirtual()
            .start(() -> {
              try {
                Migration.apply(After.MODEL, client, options(false), stalled);
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            });
    begun.await();
    var other = new MigrationOptions("", FAST, LEASE, "another", false, false);
    assertThatThrownBy(() -> Migration.apply(After.MODEL, client, other, untilRenewed()))
        .isInstanceOf(MigrationException.class)
        .hasMessageContaining("test is applying migrations of parcels");
    refused.countDown();
    first.join();
    assertThat(Migration.plan(After.MODEL, client, options(false)).steps()).isEmpty();
  }

  /** Waits for a heartbeat of the owner, however busy the machine is. */
  private MigrationProgress untilRenewed() {
    var states = Store.of(MigrationStates.MODEL, client);
    return new MigrationProgress() {
      @Override
      public void at(StepProgress progress, long itemsTotal) {}

      @Override
      public void waiting(String owner) {
        long version = MigrationLease.read(states, "parcels").version();
        Await.until(
            () -> MigrationLease.read(states, "parcels").version() > version,
            Duration.ofSeconds(60));
      }
    };
  }

  /** A client that calls back before each update of an item. */
  private DynamoDbClient disturbed(Runnable before, boolean withoutConditions) {
    return (DynamoDbClient)
        Proxy.newProxyInstance(
            getClass().getClassLoader(),
            new Class<?>[] {DynamoDbClient.class},
            (_, method, arguments) -> {
              try {
                if (arguments.length == 1 && arguments[0] instanceof UpdateItemRequest request) {
                  before.run();
                  if (withoutConditions) {
                    var bare = request.toBuilder().conditionExpression(null);
                    var used = new HashMap<>(request.expressionAttributeValues());
                    used.keySet().removeIf(name -> name.startsWith(":r"));
                    var names = new HashMap<>(request.expressionAttributeNames());
                    names
                        .keySet()
                        .removeIf(
                            name -> !request.updateExpression().matches(".*" + name + "\\b.*"));
                    bare.expressionAttributeValues(used).expressionAttributeNames(names);
                    return client.updateItem(bare.build());
                  }
                }
                return method.invoke(client, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  private long gramsAfterAWriteInBetween(boolean withoutConditions) throws InterruptedException {
    before().run(Before.LOAD, List.of(OLD), List.of());
    var store = Store.of(After.MODEL, client);
    var left = new AtomicLong(1);
    var disturbed =
        disturbed(
            () -> {
              if (left.getAndDecrement() > 0) {
                store.run(After.WEIGH, new After.Weighed("ann", "1", 999, 1));
              }
            },
            withoutConditions);
    Migration.apply(After.MODEL, disturbed, options(false), MigrationProgress.NONE);
    return store.run(After.ONE, new OfParcel("ann", "1")).orElseThrow().grams();
  }

  @Test
  void a_write_between_reading_and_writing_an_item_is_kept() throws InterruptedException {
    assertThat(gramsAfterAWriteInBetween(false)).isEqualTo(999);
  }

  @Test
  void without_its_condition_a_backfill_would_lose_that_write() throws InterruptedException {
    assertThat(gramsAfterAWriteInBetween(true)).isEqualTo(250);
  }

  @Test
  void killed_again_and_again_under_load_it_loses_nothing_and_shows_nothing_half_made()
      throws InterruptedException {
    long seed = Long.getLong("trestle.seed", System.nanoTime());
    var random = new SplittableRandom(seed);
    int kills = 0;
    try (var load = new MigrationLoad(client, 3000, seed)) {
      load.fill(before());
      load.start();
      boolean done = false;
      while (!done) {
        // The first kills come early, among the requests that take the lease and plan.
        int requests = kills < 6 ? random.nextInt(1, 12) : random.nextInt(100, 1200);
        var mortal = KilledClient.of(client, requests, random.nextBoolean());
        try {
          Migration.apply(After.MODEL, mortal, options(false), MigrationProgress.NONE);
          done = true;
        } catch (KilledClient.Killed e) {
          kills++;
        }
      }
      load.stop();
      load.check(client);
      System.out.printf("seed=%d %d kills, %s%n", seed, kills, load.summary());
      assertThat(load.violations()).as("seed " + seed).isEmpty();
      assertThat(load.isBusy()).isTrue();
      assertThat(kills).isGreaterThan(6);
    }
  }

  @Test
  void an_index_that_was_added_before_the_backfill_is_found_to_be_half_made() {
    try (var load = new MigrationLoad(client, 100, 1)) {
      load.fill(before());
      GlobalIndexes.add(client, After.TABLE, After.TABLE.index("states"), "");
      Await.until(
          () -> GlobalIndexes.status(client, "parcels", "states") == GlobalIndexes.Status.ACTIVE,
          Duration.ofSeconds(30));
      load.check(client);
      assertThat(load.violations()).anyMatch(each -> each.contains("missing in the index"));
    }
  }
}
