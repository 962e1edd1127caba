package dev.trestle.conformance.behaviour;

import static dev.trestle.conformance.behaviour.Attributes.n;
import static dev.trestle.conformance.behaviour.Attributes.s;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.conformance.Eventually;
import dev.trestle.testing.TrestleTest;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndexUpdate;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/** A global index is added to a table with items while writes continue. */
@TrestleTest
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class IndexBackfillTest {
  private static final int ITEMS = 600;
  private static final int BATCH = 25;
  private static final int WRITERS = 4;
  private static final int WRITES_AFTER = 20;

  private final DynamoDbClient db;

  IndexBackfillTest(DynamoDbClient db) {
    this.db = db;
  }

  private String filled(String stem) {
    var table = TableSketch.of(stem, "pk S").create(db);
    var writes = new ArrayList<WriteRequest>();
    for (int i = 0; i < ITEMS; i++) {
      var item = new HashMap<>(Map.of("pk", s("p" + i), "n", n(i)));
      // Every third item has no index key, and every fifth has one of the wrong type.
      if (i % 3 != 0) item.put("g", s("g" + i % 4));
      if (i % 5 == 0) item.put("g", n(i));
      writes.add(WriteRequest.builder().putRequest(put -> put.item(item)).build());
    }
    for (int i = 0; i < ITEMS; i += BATCH) {
      var batch = Map.of(table, writes.subList(i, i + BATCH));
      while (!batch.isEmpty()) {
        var request = BatchWriteItemRequest.builder().requestItems(batch).build();
        batch = db.batchWriteItem(request).unprocessedItems();
      }
    }
    return table;
  }

  private void addIndex(String table) {
    db.updateTable(update ->
        update
            .tableName(table)
            .attributeDefinitions(TableSketch.definition("g", "S"))
            .globalSecondaryIndexUpdates(UpdateTableTest.add("added", "g")));
  }

  private Map<String, Map<String, AttributeValue>> index(String table) {
    return db.scanPaginator(scan -> scan.tableName(table).indexName("added")).items().stream()
        .collect(Collectors.toMap(item -> Items.of(item, "pk").s(), item -> item));
  }

  private Map<String, Map<String, AttributeValue>> indexable(String table) {
    return db.scanPaginator(scan -> scan.tableName(table).consistentRead(true)).items().stream()
        .filter(item -> {
          var key = item.get("g");
          return key != null && key.type() == AttributeValue.Type.S;
        })
        .collect(Collectors.toMap(item -> Items.of(item, "pk").s(), item -> item));
  }

  @Test
  void items_that_were_there_before_get_into_the_index_unless_their_key_is_of_another_type() {
    var table = filled("backfill");
    addIndex(table);
    TableSketch.awaitIndex(db, table, "added");
    var expected = indexable(table);
    assertThat(expected).hasSize(ITEMS * 2 / 3 * 4 / 5);
    Eventually.holds(() -> index(table).equals(expected));
  }

  @Test
  void an_item_whose_value_is_too_long_for_a_key_stays_out_of_the_index() {
    var table = TableSketch.of("backfill-long", "pk S").create(db);
    db.putItem(r -> r.tableName(table).item(Map.of("pk", s("fits"), "g", s("g".repeat(2048)))));
    db.putItem(r -> r.tableName(table).item(Map.of("pk", s("long"), "g", s("g".repeat(2049)))));
    addIndex(table);
    TableSketch.awaitIndex(db, table, "added");
    Eventually.holds(() -> index(table).containsKey("fits"));
    assertThat(index(table)).containsOnlyKeys("fits");
    assertThat(db.scan(r -> r.tableName(table).consistentRead(true)).count()).isEqualTo(2);
  }

  @Test
  void an_item_whose_value_is_too_long_for_a_sort_key_stays_out_of_the_index() {
    var table = TableSketch.of("backfill-long-sort", "pk S").create(db);
    for (int length : List.of(1024, 1025)) {
      var item = Map.of("pk", s("p" + length), "g", s("g"), "r", s("r".repeat(length)));
      db.putItem(put -> put.tableName(table).item(item));
    }
    var added =
        GlobalSecondaryIndexUpdate.builder()
            .create(create ->
                create
                    .indexName("added")
                    .keySchema(
                        TableSketch.element("g", KeyType.HASH),
                        TableSketch.element("r", KeyType.RANGE))
                    .projection(TableSketch.ALL))
            .build();
    db.updateTable(update ->
        update
            .tableName(table)
            .attributeDefinitions(
                TableSketch.definition("g", "S"), TableSketch.definition("r", "S"))
            .globalSecondaryIndexUpdates(added));
    TableSketch.awaitIndex(db, table, "added");
    Eventually.holds(() -> index(table).containsKey("p1024"));
    assertThat(index(table)).containsOnlyKeys("p1024");
    assertThat(db.scan(r -> r.tableName(table).consistentRead(true)).count()).isEqualTo(2);
  }

  @Test
  void writes_during_the_building_are_in_the_index_as_if_it_had_always_been_there()
      throws InterruptedException, ExecutionException {
    long seed = System.nanoTime();
    var table = filled("backfill-writes");
    var active = new AtomicBoolean();
    var written = ConcurrentHashMap.<String>newKeySet();
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var writers = new ArrayList<Future<?>>();
      for (int i = 0; i < WRITERS; i++) {
        int writer = i;
        writers.add(threads.submit(() -> write(table, seed, writer, active, written)));
      }
      addIndex(table);
      TableSketch.awaitIndex(db, table, "added");
      active.set(true);
      for (var writer : writers) writer.get();
    }
    assertThat(written).as("seed %d", seed).isNotEmpty();
    var expected = indexable(table);
    Eventually.holds(() -> index(table).size() == expected.size());
    assertThat(index(table)).as("seed %d", seed).isEqualTo(expected);
  }

  /**
   * Changes, removes and adds index keys of the writer's own items, until some time after the index
   * is complete.
   */
  private void write(
      String table, long seed, int writer, AtomicBoolean active, Set<String> written) {
    var random = new SplittableRandom(seed + writer);
    int left = WRITES_AFTER;
    while (left > 0) {
      if (active.get()) left--;
      int i = random.nextInt(ITEMS / WRITERS) * WRITERS + writer;
      var key = Map.of("pk", s("p" + i));
      written.add("p" + i);
      switch (random.nextInt(4)) {
        case 0 -> db.deleteItem(delete -> delete.tableName(table).key(key));
        case 1 -> {
          var value = s("moved" + random.nextInt(3));
          db.updateItem(update ->
              update
                  .tableName(table)
                  .key(key)
                  .updateExpression("SET g = :g")
                  .expressionAttributeValues(Map.of(":g", value)));
        }
        case 2 ->
            db.updateItem(update -> update.tableName(table).key(key).updateExpression("REMOVE g"));
        default -> {
          var item = Map.of("pk", s("p" + i), "g", s("put"), "r", n(random.nextInt(1000)));
          db.putItem(put -> put.tableName(table).item(item));
        }
      }
    }
  }

  @Test
  void an_index_of_several_keys_and_a_projection_is_built_too() {
    var table = TableSketch.of("backfill-wide", "pk S").create(db);
    for (int i = 0; i < 20; i++) {
      var item = Map.of("pk", s("p" + i), "a", n(i % 2), "b", s("b" + i), "c", n(-i), "d", n(i));
      db.putItem(put -> put.tableName(table).item(item));
    }
    var added =
        GlobalSecondaryIndexUpdate.builder()
            .create(create ->
                create
                    .indexName("added")
                    .keySchema(
                        TableSketch.element("a", KeyType.HASH),
                        TableSketch.element("c", KeyType.RANGE))
                    .projection(TableSketch.include("d")))
            .build();
    db.updateTable(update ->
        update
            .tableName(table)
            .attributeDefinitions(
                TableSketch.definition("a", "N"), TableSketch.definition("c", "N"))
            .globalSecondaryIndexUpdates(added));
    TableSketch.awaitIndex(db, table, "added");
    var odd =
        Eventually.value(() -> {
          var found =
              db.query(query ->
                  query
                      .tableName(table)
                      .indexName("added")
                      .keyConditionExpression("a = :one AND c < :n")
                      .expressionAttributeValues(Map.of(":one", n(1), ":n", n(-10))));
          return Optional.of(found.items()).filter(items -> items.size() == 5);
        });
    assertThat(odd.getFirst())
        .isEqualTo(Map.of("pk", s("p19"), "a", n(1), "c", n(-19), "d", n(19)));
    assertThat(Items.each(odd, "d")).isEqualTo(List.of(n(19), n(17), n(15), n(13), n(11)));
  }
}
