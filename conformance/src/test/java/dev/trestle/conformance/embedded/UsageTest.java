package dev.trestle.conformance.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trestle.dynamodb.embedded.Trestle;
import dev.trestle.engine.capacity.RequestRecord;
import dev.trestle.engine.capacity.TableUsage;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;

/** The usage of requests is recorded and reported to observers. */
class UsageTest {
  @Test
  void requests_are_told_with_operation_index_consistency_items_and_units() {
    try (var trestle = Trestle.inMemory()) {
      var db = trestle.client();
      Ledger.create(db);
      var told = new ArrayList<RequestRecord>();
      trestle.engine().observe(told::add);
      Ledger.put(db, 1, 1500);
      db.getItem(get -> get.tableName(Ledger.TABLE).key(key("left1")).consistentRead(true));
      byNumber(db, 1);
      assertThatThrownBy(() -> putIfAbsent(db, 1))
          .isInstanceOf(ConditionalCheckFailedException.class);
      trestle.engine().stopObserving();
      Ledger.put(db, 2, 10);

      assertThat(told)
          .extracting(RequestRecord::operation)
          .containsExactly("PutItem", "GetItem", "Query", "PutItem");
      var put = told.getFirst();
      assertThat(put.writeUnits()).isEqualTo(2);
      var get = told.get(1);
      assertThat(get.consistent()).isTrue();
      assertThat(get.readUnits()).isEqualTo(1);
      assertThat(get.itemsReturned()).isEqualTo(1);
      var query = told.get(2);
      assertThat(query.index()).contains(Ledger.INDEX);
      assertThat(query.consistent()).isFalse();
      assertThat(query.readUnits()).isEqualTo(0.5);
      var refused = told.getLast();
      assertThat(refused.refusal()).contains("ConditionalCheckFailedException");
      assertThat(refused.writeUnits()).isEqualTo(2);
    }
  }

  @Test
  void statements_are_told_by_what_they_read_and_write() {
    try (var trestle = Trestle.inMemory()) {
      var db = trestle.client();
      Ledger.create(db);
      Ledger.put(db, 1, 10);
      Ledger.put(db, 2, 10);
      var told = new ArrayList<RequestRecord>();
      trestle.engine().observe(told::add);
      var from = "\"" + Ledger.TABLE + "\"";
      run(db, "SELECT * FROM " + from + ".\"" + Ledger.INDEX + "\" WHERE \"number\" = 1");
      run(db, "SELECT * FROM " + from + " WHERE pk IN ['left1', 'left2']");
      run(db, "UPDATE " + from + " SET a = 1 WHERE pk = 'left1'");
      assertThatThrownBy(() -> run(db, "UPDATE " + from + " SET a = 1 WHERE pk = 'absent'"))
          .isInstanceOf(ConditionalCheckFailedException.class);

      assertThat(told).extracting(RequestRecord::operation).containsOnly("ExecuteStatement");
      assertThat(told).hasSize(5);
      assertThat(told.getFirst().index()).contains(Ledger.INDEX);
      assertThat(told.get(1).readUnits() + told.get(2).readUnits()).isEqualTo(1);
      assertThat(told.get(3).writeUnits()).isEqualTo(1);
      assertThat(told.getLast().refusal()).contains("ConditionalCheckFailedException");
      assertThat(told.getLast().writeUnits()).isEqualTo(1);
      assertThat(Arrays.stream(meter(trestle).heat()).sum()).isEqualTo(6);
    }
  }

  private static void run(DynamoDbClient db, String statement) {
    db.executeStatement(r -> r.statement(statement));
  }

  @Test
  void a_table_knows_its_units_its_heat_and_its_heaviest_keys() {
    try (var trestle = Trestle.inMemory()) {
      var db = trestle.client();
      Ledger.create(db);
      for (int number = 0; number < 200; number++) Ledger.put(db, number, 10);
      for (int i = 0; i < 5000; i++) {
        db.getItem(get -> get.tableName(Ledger.TABLE).key(key("left3")));
      }
      var meter = meter(trestle);
      assertThat(meter.writeUnits()).isEqualTo(200);
      assertThat(meter.indexWriteUnits()).isEqualTo(Map.of(Ledger.INDEX, 200L));
      assertThat(meter.readUnits()).isEqualTo(2500);
      assertThat(Arrays.stream(meter.heat()).sum()).isEqualTo(5200);
      assertThat(Arrays.stream(meter.heat()).max().orElseThrow()).isGreaterThanOrEqualTo(5000);
      assertThat(meter.hitters().top(1))
          .extracting(hitter -> hitter.partitionKey().get("pk").orElseThrow().string())
          .isEqualTo(List.of("left3"));
      var gets = Optional.ofNullable(meter.latencies().get("GetItem")).orElseThrow();
      assertThat(gets.count()).isEqualTo(5000);
      assertThat(gets.percentile(0.99)).isGreaterThanOrEqualTo(gets.percentile(0.5)).isPositive();
    }
  }

  private static TableUsage meter(Trestle trestle) {
    return trestle.engine().usage(Ledger.TABLE).orElseThrow();
  }

  private static void byNumber(DynamoDbClient db, int number) {
    var values = Map.of(":n", AttributeValue.fromN(Integer.toString(number)));
    db.query(query ->
        query
            .tableName(Ledger.TABLE)
            .indexName(Ledger.INDEX)
            .keyConditionExpression("#n = :n")
            .expressionAttributeNames(Map.of("#n", "number"))
            .expressionAttributeValues(values));
  }

  private static void putIfAbsent(DynamoDbClient db, int number) {
    db.putItem(put ->
        put.tableName(Ledger.TABLE)
            .item(Ledger.entry("left", number, 10))
            .conditionExpression("attribute_not_exists(pk)"));
  }

  private static Map<String, AttributeValue> key(String pk) {
    return Map.of("pk", AttributeValue.fromS(pk));
  }
}
