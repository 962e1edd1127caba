package dev.trestle.conformance.behaviour;

import static dev.trestle.conformance.behaviour.Refusals.assertRefused;
import static dev.trestle.conformance.behaviour.ValidationErrors.assertInvalid;
import static dev.trestle.conformance.behaviour.ValidationErrors.missing;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.testing.TrestleTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.TableStatus;

/** DescribeTable. */
@TrestleTest
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class DescribeTableTest {
  private final DynamoDbClient db;
  private final String table;

  DescribeTableTest(DynamoDbClient db) {
    this.db = db;
    table = TableSketch.of("describe", "pk S", "sk N").create(db);
  }

  @Test
  void a_table_is_described_the_same_each_time() {
    var first = TableSketch.describe(db, table);
    assertThat(first.tableStatus()).isEqualTo(TableStatus.ACTIVE);
    assertThat(first.keySchema())
        .containsExactly(
            TableSketch.element("pk", KeyType.HASH), TableSketch.element("sk", KeyType.RANGE));
    assertThat(first.attributeDefinitions())
        .containsExactlyInAnyOrder(
            TableSketch.definition("pk", "S"), TableSketch.definition("sk", "N"));
    assertThat(first.deletionProtectionEnabled()).isFalse();
    assertThat(TableSketch.describe(db, table)).isEqualTo(first);
  }

  @Test
  void a_table_may_be_named_by_its_arn() {
    var described = TableSketch.describe(db, table);
    assertThat(TableSketch.describe(db, described.tableArn())).isEqualTo(described);
  }

  @Test
  void a_table_that_is_not_there_is_told_by_name() {
    var nowhere = TableSketch.name("nowhere");
    assertRefused(
        () -> TableSketch.describe(db, nowhere),
        "ResourceNotFoundException",
        "Requested resource not found: Table: " + nowhere + " not found");
  }

  @Test
  void names_must_be_names() {
    assertInvalid(
        () -> db.describeTable(request -> {}),
        "The parameter 'TableName' is required but was not present in the request",
        missing("tableName"));
    assertInvalid(
        () -> TableSketch.describe(db, "abc;"),
        "Value 'abc;' at 'tableName' failed to satisfy constraint: Member must satisfy regular"
            + " expression pattern: [a-zA-Z0-9_.-]+");
    assertInvalid(
        () -> TableSketch.describe(db, "ab"),
        "Value 'ab' at 'tableName' failed to satisfy constraint: Member must have length greater"
            + " than or equal to 3",
        "TableName must be at least 3 characters long and at most 255 characters long");
  }

  @Test
  void the_waiter_of_the_sdk_sees_a_table_come() {
    var request = TableSketch.of("describe-waiter", "pk S").request().build();
    db.createTable(request);
    try (var waiter = db.waiter()) {
      var found = waiter.waitUntilTableExists(wait -> wait.tableName(request.tableName()));
      assertThat(found.matched().response().orElseThrow().table().tableStatus())
          .isEqualTo(TableStatus.ACTIVE);
    }
  }
}
