package dev.trestle.conformance.behaviour;

import static dev.trestle.conformance.behaviour.Attributes.s;
import static dev.trestle.conformance.behaviour.Refusals.assertRefused;
import static dev.trestle.conformance.behaviour.ValidationErrors.assertInvalid;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.testing.TrestleTest;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.TableStatus;

/** DeleteTable. */
@TrestleTest
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class DeleteTableTest {
  private final DynamoDbClient db;

  DeleteTableTest(DynamoDbClient db) {
    this.db = db;
  }

  @Test
  void a_table_is_being_deleted_and_then_gone() {
    var table =
        TableSketch.of("delete", "pk S").global("global", TableSketch.ALL, "g S").create(db);
    db.putItem(request -> request.tableName(table).item(Map.of("pk", s("1"), "g", s("1"))));
    var deleting = db.deleteTable(request -> request.tableName(table)).tableDescription();
    assertThat(deleting.tableStatus()).isEqualTo(TableStatus.DELETING);
    assertThat(deleting.tableName()).isEqualTo(table);
    assertThat(deleting.hasKeySchema()).isFalse();
    assertThat(deleting.hasAttributeDefinitions()).isFalse();
    assertThat(deleting.creationDateTime()).isNull();
    TableSketch.awaitGone(db, table);

    assertRefused(
        () -> TableSketch.describe(db, table),
        "ResourceNotFoundException",
        "Requested resource not found: Table: " + table + " not found");
    assertRefused(
        () -> db.putItem(request -> request.tableName(table).item(Map.of("pk", s("1")))),
        "ResourceNotFoundException");
    assertRefused(() -> db.scan(request -> request.tableName(table)), "ResourceNotFoundException");
    assertThat(db.listTablesPaginator().tableNames().stream()).doesNotContain(table);
  }

  @Test
  void a_table_that_is_not_there_cannot_be_deleted() {
    var nowhere = TableSketch.name("nowhere");
    assertRefused(
        () -> db.deleteTable(request -> request.tableName(nowhere)),
        "ResourceNotFoundException",
        "Requested resource not found: Table: " + nowhere + " not found");
  }

  @Test
  void a_protected_table_stays() {
    var request =
        TableSketch.of("delete-protected", "pk S").request().deletionProtectionEnabled(true);
    var table = db.createTable(request.build()).tableDescription().tableName();
    TableSketch.awaitActive(db, table);
    assertInvalid(
        () -> db.deleteTable(delete -> delete.tableName(table)),
        "Resource cannot be deleted as it is currently protected against deletion. Disable"
            + " deletion protection first.");
    assertThat(TableSketch.describe(db, table).tableStatus()).isEqualTo(TableStatus.ACTIVE);
    db.updateTable(update -> update.tableName(table).deletionProtectionEnabled(false));
  }

  @Test
  void names_must_be_names() {
    assertInvalid(
        () -> db.deleteTable(request -> request.tableName("abc;")),
        "Value 'abc;' at 'tableName' failed to satisfy constraint: Member must satisfy regular"
            + " expression pattern: [a-zA-Z0-9_.-]+");
  }
}
