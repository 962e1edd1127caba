package dev.trestle.conformance.behaviour;

import static dev.trestle.conformance.behaviour.Attributes.n;
import static dev.trestle.conformance.behaviour.Attributes.s;
import static dev.trestle.conformance.behaviour.Attributes.ss;
import static dev.trestle.conformance.behaviour.Statements.NOT_WELL_FORMED;
import static dev.trestle.conformance.behaviour.ValidationErrors.assertInvalid;
import static dev.trestle.conformance.behaviour.ValidationErrors.invalid;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.testing.TrestleTest;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchStatementRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchStatementResponse;
import software.amazon.awssdk.services.dynamodb.model.ConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.ReturnValuesOnConditionCheckFailure;

@TrestleTest
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class BatchExecuteStatementTest {
  private static final String NEEDS_KEY =
      "Select statements within BatchExecuteStatement must specify the primary key in the where"
          + " clause.";

  private final DynamoDbClient client;
  private final TestTable table;
  private final Statements db;

  BatchExecuteStatementTest(DynamoDbClient client) {
    this.client = client;
    table = TestTable.indexed(client);
    db = new Statements(client, table.name());
  }

  @BeforeEach
  void putItems() {
    for (var pk : List.of("a", "b", "c")) table.put(item(pk));
  }

  private static Map<String, AttributeValue> key(String pk) {
    return Map.of("pk", s(pk), "sk", s("1"));
  }

  private static Map<String, AttributeValue> item(String pk) {
    return Attributes.with(key(pk), Map.of("n", n(1), "gpk", s("g")));
  }

  private BatchStatementRequest one(String statement, AttributeValue... parameters) {
    var request = BatchStatementRequest.builder().statement(db.text(statement));
    if (parameters.length > 0) request.parameters(parameters);
    return request.build();
  }

  private List<BatchStatementResponse> run(BatchStatementRequest... statements) {
    return client.batchExecuteStatement(r -> r.statements(statements)).responses();
  }

  private List<BatchStatementResponse> run(String... statements) {
    return run(
        Arrays.stream(statements).map(each -> one(each)).toArray(BatchStatementRequest[]::new));
  }

  private void refuses(String statement, String text) {
    var response = run(statement).getFirst();
    assertThat(response.error().codeAsString()).isEqualTo("ValidationError");
    assertThat(response.error().message()).isEqualTo(text);
    assertThat(response.tableName()).isNull();
  }

  @Test
  void items_are_read_in_the_order_of_their_statements() {
    var found =
        run(
            one("SELECT * FROM T! WHERE pk = ? AND sk = '1'", s("b")),
            one("SELECT * FROM T! WHERE pk = 'absent' AND sk = '1'"),
            one("SELECT n FROM T! WHERE sk IN ['1'] AND pk = 'a'"));
    assertThat(found.get(0).item()).isEqualTo(item("b"));
    assertThat(found.get(1).hasItem()).isFalse();
    assertThat(found.get(2).item()).isEqualTo(Map.of("n", n(1)));
    assertThat(found).allMatch(each -> table.name().equals(each.tableName()));
    assertThat(found).allMatch(each -> each.error() == null);
  }

  @Test
  void a_read_is_by_the_whole_key_and_nothing_else() {
    refuses("SELECT * FROM T! WHERE n = 1", NEEDS_KEY);
    refuses("SELECT * FROM T! WHERE pk = 'a'", NEEDS_KEY);
    refuses("SELECT * FROM T!", NEEDS_KEY);
    refuses("SELECT * FROM T! WHERE pk = 'a' AND sk = '1' AND n = 1", NEEDS_KEY);
    refuses("SELECT * FROM T! WHERE pk = 'a' AND sk = '1' AND pk = 'b'", NEEDS_KEY);
    refuses("SELECT * FROM T! WHERE pk = 'a' AND sk > '0'", NEEDS_KEY);
    refuses("SELECT * FROM T!.\"whole\" WHERE gpk = 'g'", NEEDS_KEY);
    refuses("SELECT * FROM T!.\"whole\" WHERE pk = 'a' AND sk = '1' AND gpk = 'g'", NEEDS_KEY);
  }

  @Test
  void writes_are_done_each_on_its_own() {
    var done =
        run(
            "INSERT INTO T! VALUE {'pk': 'new', 'sk': '1'}",
            "UPDATE T! SET n = n + 1 WHERE pk = 'a' AND sk = '1' RETURNING ALL NEW *",
            "DELETE FROM T! WHERE pk = 'b' AND sk = '1' RETURNING ALL OLD *",
            "UPDATE T! REMOVE n WHERE pk = 'c' AND sk = '1' RETURNING MODIFIED NEW *");
    assertThat(done).allMatch(each -> each.error() == null);
    assertThat(done.get(0).hasItem()).isFalse();
    assertThat(done.get(1).item()).containsEntry("n", n(2));
    assertThat(done.get(2).item()).isEqualTo(item("b"));
    assertThat(done.get(3).hasItem()).isFalse();
    assertThat(table.has(key("b"))).isFalse();
    client.deleteItem(r -> r.tableName(table.name()).key(key("new")));
  }

  @Test
  void what_is_wrong_with_one_stops_no_other() {
    var done =
        run(
            "SLECT * FROM T!",
            "INSERT INTO T! VALUE {'pk': 'a', 'sk': '1'}",
            "UPDATE T! SET n = 2 WHERE pk = 'c' AND sk = '1' AND n = 9",
            "DELETE FROM \"trestle-absent\" WHERE pk = 'a'",
            "EXISTS(SELECT * FROM T! WHERE pk = 'a' AND sk = '1' AND n = 1)",
            "UPDATE T! SET n = 7 WHERE pk = 'b' AND sk = '1'");
    assertThat(done)
        .extracting(each -> each.error() == null ? "" : each.error().codeAsString())
        .containsExactly(
            "ValidationError",
            "DuplicateItem",
            "ConditionalCheckFailed",
            "ResourceNotFound",
            "ValidationError",
            "");
    assertThat(done.get(0).error().message())
        .isEqualTo(NOT_WELL_FORMED + "Expected data manipulation");
    assertThat(done.get(1).error().message()).isEqualTo("Duplicate primary key exists in table");
    assertThat(done.get(2).error().message()).isEqualTo("The conditional request failed");
    assertThat(done)
        .extracting(BatchStatementResponse::tableName)
        .containsExactly(null, table.name(), table.name(), null, null, table.name());
    assertThat(table.get(key("b"))).containsEntry("n", n(7));
  }

  @Test
  void a_failed_condition_never_shows_the_item() {
    var update =
        one("UPDATE T! SET n = 2 WHERE pk = 'a' AND sk = '1' AND n = 9").toBuilder()
            .returnValuesOnConditionCheckFailure(ReturnValuesOnConditionCheckFailure.ALL_OLD)
            .build();
    var error = run(update).getFirst().error();
    assertThat(error.codeAsString()).isEqualTo("ConditionalCheckFailed");
    assertThat(error.hasItem()).isFalse();
  }

  @Test
  void no_two_statements_are_about_one_item() {
    var twice = "Provided list of item keys contains duplicates";
    assertInvalid(
        () ->
            run(
                "UPDATE T! SET n = 5 WHERE pk = 'a' AND sk = '1'",
                "SLECT * FROM T!",
                "INSERT INTO T! VALUE {'pk': 'a', 'sk': '1'}"),
        twice);
    assertThat(table.get(key("a"))).isEqualTo(item("a"));
    var select = "SELECT * FROM T! WHERE pk = 'a' AND sk = '1'";
    assertInvalid(() -> run(select, select), twice);
  }

  @Test
  void statements_that_name_no_item_may_be_equal() {
    var done =
        run(
            "SELECT * FROM T! WHERE n = 1",
            "SELECT * FROM T! WHERE n = 1",
            "SELECT * FROM T! WHERE pk = 'a' AND sk = '1'");
    assertThat(done.get(0).error().message()).isEqualTo(NEEDS_KEY);
    assertThat(done.get(1).error().message()).isEqualTo(NEEDS_KEY);
    assertThat(done.get(2).item()).isEqualTo(item("a"));
  }

  private List<ConsumedCapacity> capacity(String... statements) {
    var requests = Arrays.stream(statements).map(each -> one(each)).toList();
    return client
        .batchExecuteStatement(
            r -> r.statements(requests).returnConsumedCapacity(ReturnConsumedCapacity.INDEXES))
        .consumedCapacity();
  }

  @Test
  void a_failed_write_is_in_the_total_of_a_table_that_something_was_written_to() {
    table.put(Attributes.with(key("c"), Map.of("filler", s("x".repeat(2100)))));
    var fails = "INSERT INTO T! VALUE {'pk': 'c', 'sk': '1'}";
    var failsToo = "UPDATE T! SET n = 2 WHERE pk = 'b' AND sk = '1' AND n = 9";
    var capacity =
        capacity("INSERT INTO T! VALUE {'pk': 'new', 'sk': '1'}", fails, failsToo).getFirst();
    assertThat(capacity.table().capacityUnits()).isEqualTo(1);
    assertThat(capacity.capacityUnits()).isEqualTo(1 + 3 + 1);
    assertThat(capacity(fails, failsToo)).isEmpty();
    client.deleteItem(r -> r.tableName(table.name()).key(key("new")));
  }

  @Test
  void a_faulty_parameter_is_its_statements_own() {
    var select = "SELECT * FROM T! WHERE pk = ? AND sk = '1'";
    var done =
        run(
            one(select, s("a")),
            one("SELECT * FROM T! WHERE pk = ? AND sk = ?", ss("x", "x"), s("1")),
            one("SELECT * FROM T! WHERE pk = ? AND sk = ?", n("abc"), ss("a", "b")),
            one(select, s("b")));
    assertThat(done.get(0).item()).isEqualTo(item("a"));
    assertThat(done.get(1).error().message())
        .isEqualTo(
            "One or more parameter values were invalid: Input collection [x, x] contains"
                + " duplicates.");
    assertThat(done.get(2).error().message())
        .isEqualTo("The parameter cannot be converted to a numeric value: abc");
    assertThat(done.get(3).item()).isEqualTo(item("b"));
  }

  @Test
  void each_read_is_as_consistent_as_it_asks() {
    var eventual = one("SELECT * FROM T! WHERE pk = 'a' AND sk = '1'");
    var consistent =
        one("SELECT * FROM T! WHERE pk = 'b' AND sk = '1'").toBuilder().consistentRead(true);
    var answer =
        client.batchExecuteStatement(r ->
            r.statements(eventual, consistent.build())
                .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL));
    assertThat(answer.consumedCapacity()).hasSize(1);
    assertThat(answer.consumedCapacity().getFirst().capacityUnits()).isEqualTo(1.5);
  }

  @Test
  void a_batch_reads_or_writes() {
    assertInvalid(
        () ->
            run(
                "SELECT * FROM T! WHERE pk = 'a' AND sk = '1'",
                "DELETE FROM T! WHERE pk = 'a' AND sk = '1'"),
        "Read and write requests together in the same batch is not supported.");
    assertThat(table.has(key("a"))).isTrue();
  }

  private BatchStatementRequest[] selects(int count) {
    return IntStream.range(0, count)
        .mapToObj(i -> one("SELECT * FROM T! WHERE pk = ? AND sk = '1'", s("i" + i)))
        .toArray(BatchStatementRequest[]::new);
  }

  @Test
  void a_batch_has_one_to_twenty_five_statements() {
    assertThat(run(selects(25))).hasSize(25);
    assertThat(invalid(() -> run(selects(26))))
        .endsWith("Member must have length less than or equal to 25");
    assertThat(invalid(() -> client.batchExecuteStatement(r -> r.statements(List.of()))))
        .endsWith("Member must have length greater than or equal to 1");
  }
}
