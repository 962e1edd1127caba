package dev.trestle.conformance.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.dynamodb.embedded.Trestle;
import dev.trestle.engine.EngineOptions;
import dev.trestle.engine.IndexLag;
import dev.trestle.engine.ManualClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.ProjectionType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/** With an index lag, reads of global indexes show them as they were. */
class IndexLagTest {
  private static final Duration LAG = Duration.ofMillis(800);

  private final ManualClock clock = new ManualClock();

  private Trestle open(long seed) {
    var trestle =
        Trestle.open(
            EngineOptions.inMemory().withClock(clock).withIndexLag(new IndexLag(LAG, seed)));
    trestle
        .client()
        .createTable(table ->
            table
                .tableName("things")
                .attributeDefinitions(
                    Pieces.attribute("pk", ScalarAttributeType.S),
                    Pieces.attribute("color", ScalarAttributeType.S))
                .keySchema(Pieces.hash("pk"))
                .globalSecondaryIndexes(Pieces.index("by_color", "color", ProjectionType.ALL))
                .billingMode(BillingMode.PAY_PER_REQUEST));
    return trestle;
  }

  private static void put(DynamoDbClient db, String pk, String color) {
    db.putItem(request ->
        request
            .tableName("things")
            .item(Map.of("pk", AttributeValue.fromS(pk), "color", AttributeValue.fromS(color))));
  }

  private static List<String> colored(DynamoDbClient db, String color) {
    return db
        .query(request ->
            request
                .tableName("things")
                .indexName("by_color")
                .keyConditionExpression("color = :c")
                .expressionAttributeValues(Map.of(":c", AttributeValue.fromS(color))))
        .items()
        .stream()
        .map(item -> Objects.requireNonNull(item.get("pk")).s())
        .toList();
  }

  @Test
  void a_read_shows_the_index_as_it_was_and_the_table_as_it_is() {
    try (var trestle = open(1)) {
      var db = trestle.client();
      put(db, "a", "red");
      assertThat(colored(db, "red")).isEmpty();
      assertThat(
              db.getItem(request ->
                      request
                          .tableName("things")
                          .key(Map.of("pk", AttributeValue.fromS("a")))
                          .consistentRead(true))
                  .hasItem())
          .isTrue();
      clock.advance(LAG.plusMillis(1));
      assertThat(colored(db, "red")).containsExactly("a");
      put(db, "a", "blue");
      assertThat(colored(db, "red")).containsExactly("a");
      assertThat(colored(db, "blue")).isEmpty();
      clock.advance(LAG.plusMillis(1));
      assertThat(colored(db, "red")).isEmpty();
      assertThat(colored(db, "blue")).containsExactly("a");
    }
  }

  /** Once reads showed the index as it was before, until the clock was there again. */
  @Test
  void an_index_is_not_further_behind_when_the_clock_is_set_back() {
    try (var trestle = open(1)) {
      var db = trestle.client();
      put(db, "a", "red");
      clock.set(clock.instant().minus(Duration.ofHours(1)));
      put(db, "b", "red");
      clock.advance(LAG.plusMillis(1));
      assertThat(colored(db, "red")).containsExactlyInAnyOrder("a", "b");
    }
  }

  @Test
  void the_same_seed_gives_the_same_lags() {
    assertThat(history(7)).isEqualTo(history(7)).isNotEqualTo(history(8));
  }

  /** Returns how many items each of many reads sees while one more is written every 100 ms. */
  private List<Integer> history(long seed) {
    clock.set(ManualClock.START);
    var seen = new ArrayList<Integer>();
    try (var trestle = open(seed)) {
      for (int i = 0; i < 50; i++) {
        put(trestle.client(), "k" + i, "red");
        clock.advance(Duration.ofMillis(100));
        seen.add(colored(trestle.client(), "red").size());
      }
    }
    for (int i = 10; i < 50; i++) assertThat(seen.get(i)).isBetween(i - 9, i + 1);
    return seen;
  }

  @Test
  void reads_of_the_index_go_on_while_the_engine_closes() throws InterruptedException {
    var trestle = open(3);
    var db = trestle.client();
    put(db, "a", "red");
    var reader =
        Thread.ofVirtual()
            .start(() -> {
              try {
                while (true) colored(db, "red");
              } catch (RuntimeException e) {
                // The engine is closed.
              }
            });
    for (int i = 0; i < 200; i++) {
      put(db, "a" + i, "red");
      clock.advance(Duration.ofMillis(60));
    }
    trestle.close();
    reader.join();
  }
}
