package dev.trestle.conformance.behaviour;

import static dev.trestle.conformance.behaviour.Attributes.n;
import static dev.trestle.conformance.behaviour.Attributes.s;
import static dev.trestle.conformance.behaviour.Attributes.ss;
import static dev.trestle.conformance.behaviour.ValidationErrors.assertFaults;
import static dev.trestle.conformance.behaviour.ValidationErrors.assertInvalid;
import static dev.trestle.conformance.behaviour.ValidationErrors.assertNotFound;
import static dev.trestle.conformance.behaviour.ValidationErrors.missing;
import static dev.trestle.conformance.behaviour.ValidationErrors.notOneOf;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.trestle.testing.TrestleTest;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.Condition;
import software.amazon.awssdk.services.dynamodb.model.ExpectedAttributeValue;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/** What is reported first if several things are wrong: constraints, then values, then the table. */
@TrestleTest
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class OrderOfChecksTest {
  private static final String NOWHERE = "trestle-nowhere";
  private static final Map<String, AttributeValue> FAULTY = Map.of("pk", n("x"));
  private static final Map<String, AttributeValue> VALUES = Map.of(":v", ss("a", "a"));
  private static final String NO_NUMBER = "The parameter cannot be converted to a numeric value: x";

  private final DynamoDbClient db;

  OrderOfChecksTest(DynamoDbClient db) {
    this.db = db;
  }

  /** Requests with an invalid value, for a missing table, with this capacity option. */
  static Stream<Arguments> requests() {
    return Stream.of(
        request(
            "GetItem",
            (db, c) -> db.getItem(r -> r.tableName(NOWHERE).key(FAULTY).returnConsumedCapacity(c))),
        request(
            "PutItem",
            (db, c) ->
                db.putItem(r -> r.tableName(NOWHERE).item(FAULTY).returnConsumedCapacity(c))),
        request(
            "DeleteItem",
            (db, c) ->
                db.deleteItem(r -> r.tableName(NOWHERE).key(FAULTY).returnConsumedCapacity(c))),
        request(
            "UpdateItem",
            (db, c) ->
                db.updateItem(r -> r.tableName(NOWHERE).key(FAULTY).returnConsumedCapacity(c))),
        request(
            "Scan",
            (db, c) ->
                db.scan(
                    r -> r.tableName(NOWHERE).exclusiveStartKey(FAULTY).returnConsumedCapacity(c))),
        request(
            "Query",
            (db, c) ->
                db.query(r ->
                    r.tableName(NOWHERE)
                        .keyConditionExpression("pk = :v")
                        .expressionAttributeValues(FAULTY)
                        .returnConsumedCapacity(c))),
        request(
            "BatchGetItem",
            (db, c) -> {
              var keys = KeysAndAttributes.builder().keys(List.of(FAULTY)).build();
              db.batchGetItem(r -> r.requestItems(Map.of(NOWHERE, keys)).returnConsumedCapacity(c));
            }),
        request(
            "BatchWriteItem",
            (db, c) -> {
              var write = WriteRequest.builder().putRequest(p -> p.item(FAULTY)).build();
              var writes = Map.of(NOWHERE, List.of(write));
              db.batchWriteItem(r -> r.requestItems(writes).returnConsumedCapacity(c));
            }),
        request(
            "TransactGetItems",
            (db, c) -> {
              var get =
                  TransactGetItem.builder().get(g -> g.tableName(NOWHERE).key(FAULTY)).build();
              db.transactGetItems(r -> r.transactItems(get).returnConsumedCapacity(c));
            }),
        request(
            "TransactWriteItems",
            (db, c) -> {
              var put =
                  TransactWriteItem.builder().put(p -> p.tableName(NOWHERE).item(FAULTY)).build();
              db.transactWriteItems(r -> r.transactItems(put).returnConsumedCapacity(c));
            }));
  }

  interface Request {
    void send(DynamoDbClient db, String capacity);
  }

  private static Arguments request(String operation, Request request) {
    return arguments(operation, request);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("requests")
  void a_broken_constraint_is_told_before_a_faulty_value(String operation, Request request) {
    assertFaults(
        () -> request.send(db, "ALL"),
        notOneOf("returnConsumedCapacity", "ALL", "INDEXES, TOTAL, NONE"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("requests")
  void a_faulty_value_is_told_before_a_missing_table(String operation, Request request) {
    var text = operation.equals("Query") ? inPlaceholder(NO_NUMBER, "pk") : NO_NUMBER;
    assertInvalid(() -> request.send(db, "NONE"), text);
  }

  private static String inPlaceholder(String fault, String name) {
    return "ExpressionAttributeValues contains invalid value: " + fault + " for key " + name;
  }

  /** All places in which a request has values. */
  static Stream<Arguments> places() {
    var comparison =
        Condition.builder().comparisonOperator("EQ").attributeValueList(n("x")).build();
    var expected = ExpectedAttributeValue.builder().value(n("x")).build();
    return Stream.of(
        place(db -> db.putItem(r -> r.item(FAULTY))),
        place(db -> db.putItem(r -> r.item(FAULTY).expressionAttributeValues(VALUES))),
        place(db -> db.putItem(r -> r.item(Map.of("pk", s("a"))).expected(Map.of("pk", expected)))),
        place(db -> db.query(r -> r.keyConditions(Map.of("pk", comparison)))),
        place(
            db -> db.query(r -> r.exclusiveStartKey(FAULTY).queryFilter(Map.of("a", comparison)))),
        place(db -> db.scan(r -> r.scanFilter(Map.of("a", comparison)))));
  }

  private static Arguments place(Consumer<DynamoDbClient> request) {
    return arguments(request);
  }

  @ParameterizedTest
  @MethodSource("places")
  void a_missing_table_name_is_told_before_any_faulty_value(Consumer<DynamoDbClient> request) {
    assertFaults(() -> request.accept(db), missing("tableName"));
  }

  @Test
  void names_of_one_letter_are_no_fault_where_items_are_read_or_written() {
    var key = Map.of("pk", s("a"));
    assertNotFound(() -> db.getItem(r -> r.tableName("x").key(key)));
    assertNotFound(() -> db.putItem(r -> r.tableName("x").item(key)));
    assertNotFound(() -> db.scan(r -> r.tableName("x")));
    assertNotFound(() ->
        db.query(r ->
            r.tableName("x")
                .keyConditionExpression("pk = :pk")
                .expressionAttributeValues(Map.of(":pk", s("a")))));
  }

  @Test
  void the_first_index_by_name_is_told_of_a_wrong_type() {
    var table = TestTable.indexed(db);
    var item = Map.of("pk", s("a"), "sk", s("a"), "gpk", n(1));
    assertInvalid(
        () -> table.put(item),
        "One or more parameter values were invalid: Type mismatch for Index Key gpk Expected: S"
            + " Actual: N IndexName: keys");
  }
}
