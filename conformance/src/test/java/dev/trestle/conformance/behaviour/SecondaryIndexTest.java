package dev.trestle.conformance.behaviour;

import static dev.trestle.conformance.behaviour.Attributes.b;
import static dev.trestle.conformance.behaviour.Attributes.l;
import static dev.trestle.conformance.behaviour.Attributes.n;
import static dev.trestle.conformance.behaviour.Attributes.nul;
import static dev.trestle.conformance.behaviour.Attributes.s;
import static dev.trestle.conformance.behaviour.Attributes.with;
import static dev.trestle.conformance.behaviour.Items.each;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.conformance.Eventually;
import dev.trestle.testing.TrestleTest;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/** What a secondary index contains as items are created, changed and deleted. */
@TrestleTest
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SecondaryIndexTest {
  private static final String INVALID = "One or more parameter values were invalid: ";

  private final DynamoDbClient db;
  private final String table;

  /** Each test writes to its own partitions. */
  private String p = "";

  SecondaryIndexTest(DynamoDbClient db) {
    this.db = db;
    table =
        TableSketch.of("index", "pk S", "sk N")
            .local("local", TableSketch.include("inc"), "lsk N")
            .global("global", TableSketch.include("inc"), "gpk S", "gsk N")
            .global("turned", TableSketch.KEYS_ONLY, "sk N", "pk S")
            .global("binary", TableSketch.KEYS_ONLY, "bin B")
            .create(db);
  }

  @BeforeEach
  void newPartition() {
    p = UUID.randomUUID().toString();
  }

  private Map<String, AttributeValue> key(long sk) {
    return Map.of("pk", s(p), "sk", n(sk));
  }

  private void put(long sk, Map<String, AttributeValue> more) {
    db.putItem(request -> request.tableName(table).item(with(key(sk), more)));
  }

  private void update(long sk, String expression, Map<String, AttributeValue> values) {
    db.updateItem(request -> {
      request.tableName(table).key(key(sk)).updateExpression(expression);
      if (!values.isEmpty()) request.expressionAttributeValues(values);
    });
  }

  private List<Map<String, AttributeValue>> local() {
    return db.query(request ->
            request
                .tableName(table)
                .indexName("local")
                .consistentRead(true)
                .keyConditionExpression("pk = :p")
                .expressionAttributeValues(Map.of(":p", s(p))))
        .items();
  }

  private List<Map<String, AttributeValue>> global() {
    return db.query(request ->
            request
                .tableName(table)
                .indexName("global")
                .keyConditionExpression("gpk = :p")
                .expressionAttributeValues(Map.of(":p", s(p))))
        .items();
  }

  /** Waits until a global index has caught up with its table. */
  private void awaitGlobal(List<Map<String, AttributeValue>> expected) {
    Eventually.holds(() -> global().equals(expected));
  }

  @Test
  void an_item_without_the_index_key_is_not_in_the_index() {
    put(1, Map.of("lsk", n(5), "gpk", s(p), "gsk", n(5)));
    put(2, Map.of("other", s("x")));
    put(3, Map.of("gpk", s(p)));
    put(4, Map.of("gsk", n(4)));

    awaitGlobal(List.of(with(key(1), Map.of("gpk", s(p), "gsk", n(5)))));
    assertThat(local()).containsExactly(with(key(1), Map.of("lsk", n(5))));
  }

  @Test
  void an_item_enters_the_index_with_its_key_and_leaves_without() {
    put(1, Map.of("inc", s("in")));
    update(1, "SET lsk = :n, gpk = :p, gsk = :n", Map.of(":n", n(1), ":p", s(p)));
    var shown = with(key(1), Map.of("inc", s("in")));
    awaitGlobal(List.of(with(shown, Map.of("gpk", s(p), "gsk", n(1)))));
    assertThat(local()).containsExactly(with(shown, Map.of("lsk", n(1))));

    update(1, "REMOVE lsk, gsk", Map.of());
    awaitGlobal(List.of());
    assertThat(local()).isEmpty();
  }

  @Test
  void a_changed_index_key_moves_the_entry() {
    put(1, Map.of("lsk", n(1), "gpk", s(p), "gsk", n(1)));
    put(2, Map.of("lsk", n(2), "gpk", s(p), "gsk", n(2)));
    update(1, "SET lsk = :n, gsk = :n", Map.of(":n", n(3)));

    awaitGlobal(
        List.of(
            with(key(2), Map.of("gpk", s(p), "gsk", n(2))),
            with(key(1), Map.of("gpk", s(p), "gsk", n(3)))));
    assertThat(each(local(), "sk")).containsExactly(n(2), n(1));
  }

  @Test
  void a_changed_projection_shows_in_the_index_and_other_changes_do_not() {
    put(1, Map.of("lsk", n(1), "gpk", s(p), "gsk", n(1), "inc", s("one"), "far", s("far")));
    update(1, "SET inc = :two, far = :two", Map.of(":two", s("two")));
    var entry = with(key(1), Map.of("gpk", s(p), "gsk", n(1), "inc", s("two")));
    awaitGlobal(List.of(entry));
    assertThat(local()).containsExactly(with(key(1), Map.of("lsk", n(1), "inc", s("two"))));
  }

  @Test
  void a_deleted_item_leaves_every_index() {
    put(1, Map.of("lsk", n(1), "gpk", s(p), "gsk", n(1)));
    awaitGlobal(List.of(with(key(1), Map.of("gpk", s(p), "gsk", n(1)))));
    db.deleteItem(request -> request.tableName(table).key(key(1)));
    awaitGlobal(List.of());
    assertThat(local()).isEmpty();
  }

  @Test
  void an_item_put_anew_without_the_index_key_leaves_the_index() {
    put(1, Map.of("lsk", n(1), "gpk", s(p), "gsk", n(1)));
    put(1, Map.of("inc", s("in")));
    awaitGlobal(List.of());
    assertThat(local()).isEmpty();
  }

  @Test
  void many_items_may_share_an_index_key() {
    for (int i = 0; i < 10; i++) put(i, Map.of("lsk", n(7), "gpk", s(p), "gsk", n(7)));
    Eventually.holds(() -> global().size() == 10);
    assertThat(each(global(), "sk"))
        .containsExactlyInAnyOrderElementsOf(each(local(), "sk"))
        .doesNotHaveDuplicates();
  }

  @Test
  void an_index_may_turn_the_keys_of_its_table_round() {
    put(4_711, Map.of());
    var found =
        Eventually.value(() ->
            db
                .query(request ->
                    request
                        .tableName(table)
                        .indexName("turned")
                        .keyConditionExpression("sk = :n AND pk = :p")
                        .expressionAttributeValues(Map.of(":n", n(4_711), ":p", s(p))))
                .items()
                .stream()
                .findFirst());
    assertThat(found).isEqualTo(key(4_711));
  }

  @Test
  void transactions_and_batches_keep_indexes_too() {
    db.transactWriteItems(request ->
        request.transactItems(
            TransactWriteItem.builder()
                .put(put -> put.tableName(table).item(with(key(1), Map.of("lsk", n(1)))))
                .build()));
    var put =
        WriteRequest.builder()
            .putRequest(write -> write.item(with(key(2), Map.of("lsk", n(2)))))
            .build();
    db.batchWriteItem(
        BatchWriteItemRequest.builder().requestItems(Map.of(table, List.of(put))).build());
    assertThat(each(local(), "lsk")).containsExactly(n(1), n(2));
  }

  static List<AttributeValue> wrongTypes() {
    return List.of(n(1), b(1), nul(), l(s("x")));
  }

  @ParameterizedTest
  @MethodSource("wrongTypes")
  void a_wrong_type_in_an_index_key_refuses_the_write(AttributeValue wrong) {
    put(1, Map.of("inc", s("as it was")));
    var type = wrong.type() == AttributeValue.Type.NUL ? "NULL" : wrong.type().name();
    var text = "Type mismatch for Index Key gpk Expected: S Actual: " + type + " IndexName: global";
    ValidationErrors.assertInvalid(() -> put(1, Map.of("gpk", wrong)), INVALID + text);
    var item = db.getItem(request -> request.tableName(table).key(key(1)).consistentRead(true));
    assertThat(item.item()).isEqualTo(with(key(1), Map.of("inc", s("as it was"))));
  }

  @Test
  void a_wrong_type_from_an_update_refuses_it() {
    put(1, Map.of("gpk", s(p), "gsk", n(1)));
    Refusals.assertRefused(
        () -> update(1, "SET gsk = :s", Map.of(":s", s("one"))), "ValidationException");
    var item = db.getItem(request -> request.tableName(table).key(key(1)).consistentRead(true));
    assertThat(item.item()).containsEntry("gsk", n(1));
  }

  @ParameterizedTest
  @CsvSource({"gpk, string, global", "bin, binary, binary"})
  void an_empty_index_key_refuses_the_write(String name, String type, String index) {
    var empty = type.equals("string") ? s("") : b();
    ValidationErrors.assertInvalid(
        () -> put(1, Map.of(name, empty)),
        "One or more parameter values are not valid. A value specified for a secondary index key"
            + " is not supported. The AttributeValue for a key attribute cannot contain an empty "
            + type
            + " value. IndexName: "
            + index
            + ", IndexKey: "
            + name);
    Refusals.assertRefused(
        () -> update(1, "SET " + name + " = :e", Map.of(":e", empty)), "ValidationException");
  }

  @Test
  void an_index_key_has_the_limits_of_a_key() {
    put(1, Map.of("gpk", s("x".repeat(2048)), "gsk", n(1)));
    ValidationErrors.assertInvalid(
        () -> put(1, Map.of("gpk", s("x".repeat(2049)), "gsk", n(1))),
        INVALID + "Size of hashkey has exceeded the maximum size limit of2048 bytes",
        INVALID + "Size of hashkey has exceeded the maximum size limit of 2048 bytes");
  }
}
