package dev.trestle.conformance.behaviour;

import static dev.trestle.conformance.behaviour.Attributes.filler;
import static dev.trestle.conformance.behaviour.Attributes.n;
import static dev.trestle.conformance.behaviour.Attributes.s;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.conformance.Eventually;
import dev.trestle.testing.TrestleTest;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.Capacity;
import software.amazon.awssdk.services.dynamodb.model.ConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.Select;

/** What Query and Scan cost, on the table and on each index. */
@TrestleTest
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ReadCapacityTest {
  private static final int UNIT_BYTES = 4096;

  /**
   * The bytes of an item besides its text: pk, sk, lsk, gpk with their values, and the name of the
   * text.
   */
  private static final int OTHER_BYTES = (2 + 4) + (2 + 1) + (3 + 1) + (3 + 4) + 4;

  private final DynamoDbClient db;
  private final String table;

  ReadCapacityTest(DynamoDbClient db) {
    this.db = db;
    table =
        TableSketch.of("read-capacity", "pk S", "sk S")
            .local("local", TableSketch.KEYS_ONLY, "lsk S")
            .global("global-keys", TableSketch.KEYS_ONLY, "gpk S")
            .global("global-all", TableSketch.ALL, "gpk S")
            .create(db);
    put("unit", "1", UNIT_BYTES);
    put("over", "1", UNIT_BYTES + 1);
    for (int i = 0; i < 6; i++) put("many", "" + i, 2000);
    for (var index : new String[] {"global-keys", "global-all"}) {
      Eventually.holds(() -> db.query(global(index, "many").build()).count() == 6);
    }
  }

  /** Writes an item of exactly this many bytes. pk has four letters and sk one. */
  private void put(String pk, String sk, int bytes) {
    db.putItem(request ->
        request
            .tableName(table)
            .item(
                Map.of(
                    "pk",
                    s(pk),
                    "sk",
                    s(sk),
                    "lsk",
                    s(sk),
                    "gpk",
                    s(pk),
                    "text",
                    filler(bytes - OTHER_BYTES))));
  }

  private QueryRequest.Builder query(String pk) {
    return QueryRequest.builder()
        .tableName(table)
        .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL)
        .keyConditionExpression("pk = :p")
        .expressionAttributeValues(Map.of(":p", s(pk)));
  }

  private QueryRequest.Builder global(String index, String gpk) {
    return query(gpk).indexName(index).keyConditionExpression("gpk = :p");
  }

  private ConsumedCapacity consumed(QueryRequest.Builder request) {
    return db.query(request.build()).consumedCapacity();
  }

  @ParameterizedTest
  @CsvSource({"unit, 1", "over, 2", "many, 3", "none, 1"})
  void a_query_costs_the_sum_of_what_it_reads_in_units_of_four_kilobytes(String pk, double units) {
    assertThat(consumed(query(pk).consistentRead(true)).capacityUnits()).isEqualTo(units);
    assertThat(consumed(query(pk)).capacityUnits()).isEqualTo(units / 2);
  }

  @Test
  void neither_filter_nor_projection_nor_counting_makes_a_query_cheaper() {
    var filtered =
        query("many")
            .filterExpression("attribute_not_exists(#t)")
            .expressionAttributeNames(Map.of("#t", "text"));
    assertThat(consumed(filtered).capacityUnits()).isEqualTo(1.5);
    assertThat(consumed(query("many").projectionExpression("sk")).capacityUnits()).isEqualTo(1.5);
    assertThat(consumed(query("many").select(Select.COUNT)).capacityUnits()).isEqualTo(1.5);
  }

  @Test
  void a_limit_makes_a_query_cheaper() {
    assertThat(consumed(query("many").limit(2)).capacityUnits()).isEqualTo(0.5);
    assertThat(consumed(query("many").limit(3)).capacityUnits()).isEqualTo(1.0);
  }

  @Test
  void the_total_is_a_total_and_nothing_else() {
    var consumed = consumed(query("many"));
    assertThat(consumed.tableName()).isEqualTo(table);
    assertThat(consumed.table()).isNull();
    assertThat(consumed.hasGlobalSecondaryIndexes()).isFalse();
    assertThat(consumed.hasLocalSecondaryIndexes()).isFalse();
    assertThat(consumed.readCapacityUnits()).isNull();
    assertThat(consumed.writeCapacityUnits()).isNull();
  }

  @Test
  void nothing_is_told_unless_asked_for() {
    var request = query("many").returnConsumedCapacity(ReturnConsumedCapacity.NONE);
    assertThat(consumed(request)).isNull();
    assertThat(consumed(request.returnConsumedCapacity((String) null))).isNull();
  }

  @Test
  void what_the_table_costs_is_told_apart_from_what_indexes_cost() {
    var onTable = consumed(query("many").returnConsumedCapacity(ReturnConsumedCapacity.INDEXES));
    assertThat(onTable.capacityUnits()).isEqualTo(1.5);
    assertThat(onTable.table().capacityUnits()).isEqualTo(1.5);
    assertThat(onTable.hasGlobalSecondaryIndexes()).isFalse();
    assertThat(onTable.hasLocalSecondaryIndexes()).isFalse();
  }

  @Test
  void a_query_of_a_global_index_costs_what_the_index_has() {
    var whole =
        consumed(
            global("global-all", "many").returnConsumedCapacity(ReturnConsumedCapacity.INDEXES));
    assertThat(whole.capacityUnits()).isEqualTo(1.5);
    assertThat(whole.table().capacityUnits()).isZero();
    assertThat(whole.globalSecondaryIndexes()).containsOnlyKeys("global-all");
    assertThat(units(whole.globalSecondaryIndexes(), "global-all")).isEqualTo(1.5);

    assertThat(consumed(global("global-keys", "many")).capacityUnits()).isEqualTo(0.5);
  }

  @Test
  void a_local_index_that_fetches_costs_each_item_on_the_table_as_well() {
    var keys =
        query("many")
            .indexName("local")
            .consistentRead(true)
            .returnConsumedCapacity(ReturnConsumedCapacity.INDEXES);
    var unfetched = consumed(keys);
    assertThat(unfetched.capacityUnits()).isEqualTo(1.0);
    assertThat(unfetched.table().capacityUnits()).isZero();
    assertThat(units(unfetched.localSecondaryIndexes(), "local")).isEqualTo(1.0);

    var fetched = consumed(keys.select(Select.ALL_ATTRIBUTES));
    assertThat(units(fetched.localSecondaryIndexes(), "local")).isEqualTo(1.0);
    assertThat(fetched.table().capacityUnits()).isEqualTo(6.0);
    assertThat(fetched.capacityUnits()).isEqualTo(7.0);
  }

  private ConsumedCapacity scanned(ScanRequest.Builder request) {
    var all = request.returnConsumedCapacity(ReturnConsumedCapacity.INDEXES);
    return db.scan(all.tableName(table).build()).consumedCapacity();
  }

  @Test
  void a_scan_costs_the_sum_of_what_it_reads() {
    // 4096 + 4097 + 6 × 2000 bytes.
    assertThat(scanned(ScanRequest.builder().consistentRead(true)).capacityUnits()).isEqualTo(5.0);
    var eventual = scanned(ScanRequest.builder());
    assertThat(eventual.capacityUnits()).isEqualTo(2.5);
    assertThat(eventual.table().capacityUnits()).isEqualTo(2.5);

    var filtered = ScanRequest.builder().filterExpression("attribute_exists(nothing)");
    assertThat(scanned(filtered).capacityUnits()).isEqualTo(2.5);
    assertThat(scanned(ScanRequest.builder().projectionExpression("pk")).capacityUnits())
        .isEqualTo(2.5);
  }

  @Test
  void a_scan_of_an_index_costs_what_the_index_has() {
    var keys = scanned(ScanRequest.builder().indexName("global-keys"));
    assertThat(keys.capacityUnits()).isEqualTo(0.5);
    assertThat(keys.table().capacityUnits()).isZero();
    assertThat(units(keys.globalSecondaryIndexes(), "global-keys")).isEqualTo(0.5);
  }

  @Test
  void a_scan_of_an_empty_table_costs_half_a_unit() {
    var empty = TableSketch.of("read-capacity-empty", "pk S").create(db);
    var page =
        db.scan(request ->
            request.tableName(empty).returnConsumedCapacity(ReturnConsumedCapacity.TOTAL));
    assertThat(page.consumedCapacity().capacityUnits()).isEqualTo(0.5);
  }

  @Test
  void numbers_are_counted_by_their_digits() {
    // 21 bytes of number in an item that is otherwise one byte below a unit boundary.
    var number = "1" + "2".repeat(37);
    int others = 2 + 4 + 2 + 1 + 1 + 4;
    int numberBytes = 1 + 38 / 2;
    for (int over : new int[] {0, 1}) {
      db.putItem(request ->
          request
              .tableName(table)
              .item(
                  Map.of(
                      "pk",
                      s("numb"),
                      "sk",
                      s("" + over),
                      "n",
                      n(number),
                      "text",
                      filler(UNIT_BYTES - others - numberBytes + over))));
      var one =
          query("numb")
              .consistentRead(true)
              .keyConditionExpression("pk = :p AND sk = :s")
              .expressionAttributeValues(Map.of(":p", s("numb"), ":s", s("" + over)));
      assertThat(consumed(one).capacityUnits()).isEqualTo(1.0 + over);
      db.deleteItem(
          request -> request.tableName(table).key(Map.of("pk", s("numb"), "sk", s("" + over))));
    }
  }

  private static double units(Map<String, Capacity> indexes, String name) {
    return Objects.requireNonNull(indexes.get(name), name).capacityUnits();
  }
}
