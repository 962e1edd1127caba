package dev.trestle.engine.operation;

import static dev.trestle.engine.operation.ReadRequests.index;
import static dev.trestle.engine.operation.ReadRequests.item;
import static dev.trestle.engine.operation.ReadRequests.query;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.engine.Engine;
import dev.trestle.engine.EngineOptions;
import dev.trestle.engine.expression.LegacyParameters;
import dev.trestle.item.Item;
import dev.trestle.item.Value;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class QueryRefusalTest {
  private static final String INVALID = "One or more parameter values were invalid: ";
  private Engine engine;

  @BeforeAll
  void open() {
    engine = Engine.open(EngineOptions.inMemory());
    var request = TableRequests.sorted();
    request.attributes(
        TableRequests.string("pk"),
        TableRequests.string("sk"),
        TableRequests.string("l"),
        TableRequests.string("g"),
        TableRequests.string("h"));
    request.local(index("local", "KEYS_ONLY", null, "pk", "|", "l"));
    request.global(
        index("global", "INCLUDE", List.of("shown"), "g", "|", "h"),
        index("many", "ALL", null, "g", "h", "|", "l", "sk", "pk"));
    engine.run(request.create());
    engine.run(TableRequests.named("hashed").create());
  }

  @AfterAll
  void close() {
    engine.close();
  }

  private void refused(ReadRequests request, String text) {
    assertThat(TableRequests.refusal(engine, request.asQuery()))
        .isEqualTo("ValidationException: " + text);
  }

  private static ReadRequests ofA() {
    return query("pk = :a").value(":a", "a");
  }

  private static ReadRequests ofA(String more) {
    return query("pk = :a AND " + more).value(":a", "a");
  }

  @Test
  void members_are_checked_before_all_else() {
    var request = query(null).select("BOGUS").capacity("BOGUS").on("no!");
    refused(
        request,
        "3 validation errors detected: Value 'BOGUS' at 'select' failed to satisfy constraint:"
            + " Member must satisfy enum value set: [SPECIFIC_ATTRIBUTES, COUNT, ALL_ATTRIBUTES,"
            + " ALL_PROJECTED_ATTRIBUTES]; Value 'no!' at 'indexName' failed to satisfy constraint:"
            + " Member must satisfy regular expression pattern: [a-zA-Z0-9_.-]+; Value 'BOGUS' at 'returnConsumedCapacity' failed to satisfy constraint:"
            + " Member must satisfy enum value set: [INDEXES, TOTAL, NONE]");
    refused(
        ofA().limit(0),
        "1 validation error detected: Value at 'Limit' failed to satisfy constraint: Member must"
            + " have value greater than or equal to 1");
  }

  @Test
  void select_must_fit_what_it_stands_beside() {
    var one = "1 validation error detected: ";
    refused(
        ofA().select("SPECIFIC_ATTRIBUTES"),
        one
            + "Must specify the AttributesToGet or ProjectionExpression when choosing to get"
            + " SPECIFIC_ATTRIBUTES");
    refused(
        ofA().select("ALL_PROJECTED_ATTRIBUTES"),
        one + "ALL_PROJECTED_ATTRIBUTES can be used only when Querying using an IndexName");
    refused(
        ofA().select("COUNT").projection("sk"),
        one + "Cannot specify the ProjectionExpression when choosing to get only the Count");
    refused(
        ofA().select("ALL_ATTRIBUTES").projection("sk"),
        one + "Cannot specify the ProjectionExpression when choosing to get ALL_ATTRIBUTES");
    var legacy = query(null).select("ALL_ATTRIBUTES");
    legacy.legacy = LegacyParameters.ofAttributesToGet(List.of("sk"));
    refused(legacy, one + "Cannot specify the AttributesToGet when choosing to get ALL_ATTRIBUTES");
  }

  @Test
  void a_key_condition_must_be_there() {
    refused(
        query(null),
        "Either the KeyConditions or KeyConditionExpression parameter must be specified in the"
            + " request.");
  }

  @Test
  void a_table_or_index_that_is_not_there_comes_after_the_expressions() {
    var nowhere = ofA();
    nowhere.table = "nowhere";
    assertThat(TableRequests.refusal(engine, nowhere.asQuery()))
        .isEqualTo("ResourceNotFoundException: Requested resource not found");
    nowhere.filter("#x = :a");
    assertThat(TableRequests.refusal(engine, nowhere.asQuery()))
        .startsWith("ValidationException: Invalid FilterExpression");
    refused(ofA().on("none"), "The table does not have the specified index: none");
  }

  @Test
  void a_global_index_is_not_read_consistently() {
    refused(
        query("g = :a").value(":a", "a").on("global").consistent(),
        "Consistent reads are not supported on global secondary indexes");
  }

  @Test
  void the_condition_must_be_one_of_the_key() {
    refused(query("sk = :a").value(":a", "a"), "Query condition missed key schema element: pk");
    refused(query("x = :a").value(":a", "a"), "Query condition missed key schema element: pk");
    refused(ofA("x = :a"), "Query condition missed key schema element: sk");
    refused(query("pk > :a").value(":a", "a"), "Query key condition not supported");
    refused(
        ofA("sk > :a AND x = :a"),
        "The number of query conditions (3) exceeds the number of key attributes defined in the"
            + " schema (2)");
    refused(
        ofA("sk = :n").value(":n", Value.number(1)),
        INVALID + "Condition parameter type does not match schema type");
    refused(
        query("pk > :n").value(":n", Value.number(1)),
        INVALID + "Condition parameter type does not match schema type");
  }

  @Test
  void sort_attributes_of_an_index_are_given_from_the_left() {
    var both = "g = :a AND h = :a AND ";
    refused(
        query("g = :a AND l = :a").value(":a", "a").on("many"),
        "HASH key attributes h must have equality conditions specified in the query");
    refused(
        query(both + "sk = :a").value(":a", "a").on("many"),
        "RANGE key attributes l must have equality conditions specified in the query because a"
            + " condition is present on key attribute sk");
    refused(
        query(both + "l > :a AND sk = :a").value(":a", "a").on("many"),
        "RANGE key attributes l must have equality conditions specified in the query because a"
            + " condition is present on key attribute sk");
  }

  @Test
  void no_key_is_empty_or_too_long() {
    var empty = "The AttributeValue for a key attribute cannot contain an empty string value. ";
    refused(
        query("pk = :e").value(":e", ""),
        "One or more parameter values are not valid. " + empty + "Key: pk");
    refused(
        ofA("begins_with(sk, :e)").value(":e", ""),
        "One or more parameter values are not valid. " + empty + "Key: sk");
    refused(
        query("g = :e").value(":e", "").on("global"),
        "One or more parameter values are not valid. A value specified for a secondary index key"
            + " is not supported. "
            + empty
            + "IndexName: global, IndexKey: g");
    refused(
        query("pk = :e").value(":e", "x".repeat(2049)),
        INVALID + "Size of hashkey has exceeded the maximum size limit of2048 bytes");
    refused(
        ofA("sk = :e").value(":e", "x".repeat(1025)),
        INVALID + "Aggregated size of all range keys has exceeded the size limit of 1024 bytes");
  }

  @Test
  void the_start_key_must_be_a_place_in_the_answer() {
    refused(ofA().start(item("bad", "x")), "The provided starting key is invalid");
    refused(ofA().start(item("pk", "a", "bad", "x")), "The provided starting key is invalid");
    refused(
        ofA().start(Item.of(Map.of("pk", Value.string("a"), "sk", Value.number(1)))),
        "The provided starting key is invalid");
    refused(
        ofA().start(item("pk", "b", "sk", "x")),
        "The provided starting key is outside query boundaries based on provided conditions");
    refused(
        ofA("sk > :b").value(":b", "b").start(item("pk", "a", "sk", "b")),
        "The provided starting key does not match the range key predicate");
    refused(
        ofA("sk < :b").value(":b", "b").start(item("pk", "b", "sk", "a")),
        "The query can return at most one row and cannot be restarted");
    var local = ofA().on("local");
    refused(local.start(item("pk", "a", "sk", "x")), "The provided starting key is invalid");
    refused(
        local.start(item("pk", "a", "x", "x", "l", "x")),
        "The provided starting key is invalid: The provided key element does not match the schema");
  }

  @Test
  void the_filter_looks_at_no_key_of_what_is_queried() {
    refused(
        ofA().filter("sk = :a"),
        "Filter Expression can only contain non-primary key attributes: Primary key attribute: sk");
    refused(
        query("g = :a").value(":a", "a").on("global").filter("h = :a"),
        "Filter Expression can only contain non-primary key attributes: Primary key attribute: h");
    var legacy = new ReadRequests();
    var equal = new LegacyParameters.Comparison("EQ", List.of(Value.string("a")));
    legacy.legacy =
        new LegacyParameters(null, null, Map.of("pk", equal), Map.of("pk", equal), null, null);
    refused(
        legacy,
        "QueryFilter can only contain non-primary key attributes: Primary key attribute: pk");
  }

  @Test
  void nothing_is_looked_up_inside_a_key() {
    var text =
        "Key attributes must be scalars; list random access '[]' and map lookup '.' are not"
            + " allowed: ";
    refused(ofA().projection("sk.x"), text + "Key: sk");
    refused(ofA().projection("g[0]"), text + "IndexKey: g");
    refused(ofA().filter("l.x = :a"), text + "IndexKey: l");
  }

  @Test
  void an_index_gives_what_it_projects() {
    var global = query("g = :a").value(":a", "a").on("global");
    refused(
        global.select("ALL_ATTRIBUTES"),
        INVALID
            + "Select type ALL_ATTRIBUTES is not supported for global secondary index global"
            + " because its projection type is not ALL");
    global.select = null;
    refused(
        global.projection("shown, b, a"),
        INVALID + "Global secondary index global does not project [b, a]");
    global.projection = null;
    refused(
        global.filter("z = :a AND shown = :a AND y = :a"),
        INVALID + "Secondary index global does not project one or more filter attributes: [y, z]");
    refused(
        ofA().on("local").filter("x = :a"),
        INVALID + "Secondary index local does not project one or more filter attributes: [x]");
  }
}
