package dev.trestle.conformance.behaviour;

import static dev.trestle.conformance.behaviour.Attributes.n;
import static dev.trestle.conformance.behaviour.Attributes.s;
import static dev.trestle.conformance.behaviour.Refusals.assertRefused;
import static dev.trestle.conformance.behaviour.Statements.NOT_WELL_FORMED;
import static dev.trestle.conformance.behaviour.ValidationErrors.assertInvalid;
import static dev.trestle.conformance.behaviour.ValidationErrors.cancelled;
import static dev.trestle.conformance.behaviour.ValidationErrors.invalid;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.testing.TrestleTest;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.ExecuteTransactionRequest;
import software.amazon.awssdk.services.dynamodb.model.ExecuteTransactionResponse;
import software.amazon.awssdk.services.dynamodb.model.ParameterizedStatement;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.ReturnValuesOnConditionCheckFailure;

@TrestleTest
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ExecuteTransactionTest {
  private static final String AT_FIRST = "Validation failed in TransactStatements[0]: ";

  private final DynamoDbClient client;
  private final TestTable table;
  private final Statements db;

  ExecuteTransactionTest(DynamoDbClient client) {
    this.client = client;
    table = TestTable.composite(client, "S", "S");
    db = new Statements(client, table.name());
  }

  @BeforeEach
  void putItems() {
    table.put(item("a"));
    table.put(item("b"));
  }

  private static Map<String, AttributeValue> key(String pk) {
    return Map.of("pk", s(pk), "sk", s("1"));
  }

  private static Map<String, AttributeValue> item(String pk) {
    return Attributes.with(key(pk), Map.of("n", n(1)));
  }

  private ParameterizedStatement one(String statement, AttributeValue... parameters) {
    var request = ParameterizedStatement.builder().statement(db.text(statement));
    if (parameters.length > 0) request.parameters(parameters);
    return request.build();
  }

  private ExecuteTransactionResponse run(String... statements) {
    return run(r -> {}, statements);
  }

  private ExecuteTransactionResponse run(
      Consumer<ExecuteTransactionRequest.Builder> more, String... statements) {
    var all =
        Arrays.stream(statements).map(each -> one(each)).toArray(ParameterizedStatement[]::new);
    return client.executeTransaction(r -> {
      r.transactStatements(all);
      more.accept(r);
    });
  }

  @Test
  void writes_are_all_done() {
    var answer =
        run(
            "INSERT INTO T! VALUE {'pk': 'new', 'sk': '1', 'n': 1}",
            "UPDATE T! SET n = n + 1 WHERE pk = 'a' AND sk = '1' AND n = 1",
            "DELETE FROM T! WHERE pk = 'b' AND sk = '1'",
            "DELETE FROM T! WHERE pk = 'absent' AND sk = '1' AND n = 1");
    assertThat(answer.hasResponses()).isTrue();
    assertThat(answer.responses()).isEmpty();
    assertThat(table.get(key("new"))).isEqualTo(item("new"));
    assertThat(table.get(key("a"))).containsEntry("n", n(2));
    assertThat(table.has(key("b"))).isFalse();
    client.deleteItem(r -> r.tableName(table.name()).key(key("new")));
  }

  @Test
  void writes_are_done_together_or_not_at_all() {
    var reasons =
        cancelled(
            () ->
                run(
                    "INSERT INTO T! VALUE {'pk': 'a', 'sk': '1'}",
                    "UPDATE T! SET n = 2 WHERE pk = 'b' AND sk = '1'",
                    "UPDATE T! SET n = 2 WHERE pk = 'absent' AND sk = '1'"),
            "DuplicateItem",
            "None",
            "ConditionalCheckFailed");
    assertThat(reasons.getFirst().message()).isEqualTo("Duplicate primary key exists in table");
    assertThat(table.get(key("b"))).isEqualTo(item("b"));
  }

  @Test
  void a_refused_item_is_shown_if_that_is_asked() {
    var update =
        one("UPDATE T! SET n = 2 WHERE pk = 'a' AND sk = '1' AND n = ?", n(9)).toBuilder()
            .returnValuesOnConditionCheckFailure(ReturnValuesOnConditionCheckFailure.ALL_OLD)
            .build();
    var reasons =
        cancelled(
            () -> client.executeTransaction(r -> r.transactStatements(update)),
            "ConditionalCheckFailed");
    assertThat(reasons.getFirst().item()).isEqualTo(item("a"));
  }

  @Test
  void exists_wants_an_item_to_be_as_it_says() {
    run(
        "EXISTS(SELECT * FROM T! WHERE (pk = 'a' AND sk = '1') AND nope IS MISSING)",
        "UPDATE T! SET n = 5 WHERE pk = 'b' AND sk = '1'");
    assertThat(table.get(key("b"))).containsEntry("n", n(5));
    cancelled(
        () ->
            run(
                "EXISTS(SELECT * FROM T! WHERE pk = 'a' AND sk = '1' AND n = 2)",
                "UPDATE T! SET n = 6 WHERE pk = 'b' AND sk = '1'"),
        "ConditionalCheckFailed",
        "None");
    cancelled(
        () -> run("EXISTS(SELECT * FROM T! WHERE pk = 'a' AND sk = '1' AND pk = 'b' AND n = 1)"),
        "ConditionalCheckFailed");
    assertThat(table.get(key("b"))).containsEntry("n", n(5));
    var text = AT_FIRST + "EXISTS() must contain a single item read with additional condition";
    assertInvalid(() -> run("EXISTS(SELECT * FROM T! WHERE pk = 'a' AND sk = '1')"), text);
    assertInvalid(
        () -> run("EXISTS(SELECT * FROM T! WHERE pk IN ['a'] AND sk = '1' AND n = 1)"), text);
  }

  @Test
  void reads_are_of_one_moment_and_by_key() {
    var answer =
        run(
            r -> r.returnConsumedCapacity(ReturnConsumedCapacity.TOTAL),
            "SELECT * FROM T! WHERE pk = 'b' AND sk = '1'",
            "SELECT n FROM T! WHERE pk IN ['a'] AND sk IN ['1'] AND pk = 'a'",
            "SELECT * FROM T! WHERE pk = 'absent' AND sk = '1'");
    assertThat(answer.responses()).hasSize(3);
    assertThat(answer.responses().get(0).item()).isEqualTo(item("b"));
    assertThat(answer.responses().get(1).item()).isEqualTo(Map.of("n", n(1)));
    assertThat(answer.responses().get(2).hasItem()).isFalse();
    assertThat(answer.consumedCapacity().getFirst().readCapacityUnits()).isEqualTo(6.0);
  }

  @Test
  void a_read_is_by_the_whole_key_and_nothing_else() {
    var text =
        AT_FIRST
            + "Select statements within ExecuteTransaction must specify the primary key in the"
            + " where clause.";
    for (var where :
        List.of(
            "pk = 'a' AND sk = '1' AND n = 1",
            "pk = 'a' AND sk = '1' AND pk = 'b'",
            "pk = 'a'",
            "pk IN ['b'] AND pk = 'a' AND sk = '1'")) {
      assertInvalid(() -> run("SELECT * FROM T! WHERE " + where), text);
    }
    assertInvalid(
        () -> run("SELECT * FROM T! WHERE pk IN ['a', 'a'] AND sk = '1'"),
        AT_FIRST + "Overlapping conditions with range keys are not supported in where clause");
    assertInvalid(
        () -> run("SELECT * FROM T!.\"i\" WHERE pk = 'a' AND sk = '1'"),
        AT_FIRST + "Reads on indices are not supported within transactions.");
    assertThat(
            cancelled(() -> run("SELECT * FROM T! WHERE pk = 'a' AND sk = 1"), "ValidationError")
                .getFirst()
                .message())
        .isEqualTo("The provided key element does not match the schema");
  }

  @Test
  void a_transaction_reads_or_writes() {
    assertInvalid(
        () ->
            run(
                "SELECT * FROM T! WHERE pk = 'a' AND sk = '1'",
                "DELETE FROM T! WHERE pk = 'b' AND sk = '1'"),
        "ExecuteTransaction API does not support both read and write operations in the same"
            + " request.");
  }

  @Test
  void an_item_is_there_once() {
    var text = "Transaction request cannot include multiple operations on one item";
    var update = "UPDATE T! SET n = 2 WHERE pk = 'a' AND sk = '1'";
    assertInvalid(() -> run(update, update), text);
    assertInvalid(
        () ->
            run(
                "SELECT * FROM T! WHERE pk = 'a' AND sk = '1'",
                "SELECT n FROM T! WHERE sk = '1' AND pk = 'a'"),
        text);
  }

  @Test
  void a_statement_that_cannot_be_read_is_told_by_its_position() {
    var read = "SELECT * FROM T! WHERE pk = 'a' AND sk = '1'";
    assertInvalid(
        () -> run(read, "SELECT * FROM T! WHERE"),
        "Validation failed in TransactStatements[1]: " + NOT_WELL_FORMED + "Unexpected term");
    assertInvalid(
        () -> run("UPDATE T! SET n = 2 WHERE pk = 'a' AND sk = '1' RETURNING ALL NEW *"),
        AT_FIRST + "RETURNING clause is not supported in ExecuteTransaction.");
    assertInvalid(
        () -> run("UPDATE T!.\"i\" SET n = 2 WHERE pk = 'a' AND sk = '1'"),
        AT_FIRST + "This operation is not supported on an index");
    assertInvalid(
        () -> run("UPDATE T! SET n = n + [1] WHERE pk = 'a' AND sk = '1'"),
        AT_FIRST
            + "Incorrect operand type for operator or function; operator or function: +, operand"
            + " type: L");
  }

  @Test
  void a_write_that_names_no_item_cancels_the_transaction() {
    var update = "UPDATE T! SET n = 2 WHERE ";
    var reasons =
        cancelled(
            () ->
                run(
                    update + "pk = 'a'",
                    update + "pk IN ['a'] AND sk = '1'",
                    update + "pk = 'a' AND sk = '1' AND pk = 'b'",
                    update + "pk = 'a' AND sk = 1",
                    "INSERT INTO T! VALUE {'pk': 'x'}",
                    update + "pk = 'b' AND sk = '1'"),
            "ValidationError",
            "ValidationError",
            "ValidationError",
            "ValidationError",
            "ValidationError",
            "None");
    assertThat(reasons.getFirst().message())
        .isEqualTo("The provided key element does not match the schema");
    assertThat(reasons.get(4).message())
        .isEqualTo("One or more parameter values were invalid: Missing the key sk in the item");
  }

  @Test
  void a_missing_table_cancels_the_transaction() {
    var missing = "UPDATE \"trestle-absent\" SET a = 1 WHERE pk = 'x'";
    var reasons =
        cancelled(
            () -> run(missing, "DELETE FROM T! WHERE pk = 'a' AND sk = '1'"),
            "ResourceNotFound",
            "None");
    assertThat(reasons)
        .extracting(CancellationReason::message)
        .containsExactly("Requested resource not found", null);
    cancelled(
        () ->
            run(
                "SELECT * FROM T! WHERE pk = 'a' AND sk = '1'",
                "SELECT * FROM \"trestle-absent\" WHERE pk = 'x'"),
        "None",
        "ResourceNotFound");
    assertThat(table.has(key("a"))).isTrue();
  }

  @Test
  void the_same_token_is_carried_out_once() {
    var token = UUID.randomUUID().toString();
    Consumer<ExecuteTransactionRequest.Builder> more =
        r -> r.clientRequestToken(token).returnConsumedCapacity(ReturnConsumedCapacity.INDEXES);
    var increment = "UPDATE T! SET n = n + 1 WHERE pk = 'a' AND sk = '1'";
    var first = run(more, increment).consumedCapacity().getFirst();
    var second = run(more, increment).consumedCapacity().getFirst();
    assertThat(table.get(key("a"))).containsEntry("n", n(2));
    assertThat(first.writeCapacityUnits()).isEqualTo(2.0);
    assertThat(first.readCapacityUnits()).isNull();
    assertThat(second.readCapacityUnits()).isEqualTo(2.0);
    assertThat(second.writeCapacityUnits()).isNull();
    assertRefused(
        () -> run(more, increment + " AND n = 2"), "IdempotentParameterMismatchException");
  }

  @Test
  void a_transaction_has_one_to_a_hundred_statements() {
    var many =
        IntStream.range(0, 101)
            .mapToObj(i -> "SELECT * FROM T! WHERE pk = 'p" + i + "' AND sk = '1'")
            .toArray(String[]::new);
    assertThat(run(Arrays.copyOf(many, 100)).responses()).hasSize(100);
    assertThat(invalid(() -> run(many)))
        .endsWith("Member must have length less than or equal to 100");
    assertThat(invalid(() -> client.executeTransaction(r -> r.transactStatements(List.of()))))
        .endsWith("Member must have length greater than or equal to 1");
  }
}
