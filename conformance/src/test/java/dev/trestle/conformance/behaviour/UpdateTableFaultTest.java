package dev.trestle.conformance.behaviour;

import static dev.trestle.conformance.behaviour.Refusals.assertRefused;
import static dev.trestle.conformance.behaviour.UpdateTableTest.add;
import static dev.trestle.conformance.behaviour.UpdateTableTest.drop;
import static dev.trestle.conformance.behaviour.ValidationErrors.assertInvalid;

import dev.trestle.testing.TrestleTest;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndexUpdate;
import software.amazon.awssdk.services.dynamodb.model.ProvisionedThroughput;
import software.amazon.awssdk.services.dynamodb.model.UpdateTableRequest;

/** UpdateTable: what is rejected and leaves the table unchanged. */
@TrestleTest
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class UpdateTableFaultTest {
  private static final String INVALID = "One or more parameter values were invalid: ";

  private final DynamoDbClient db;
  private final String onDemand;
  private final String provisioned;

  UpdateTableFaultTest(DynamoDbClient db) {
    this.db = db;
    onDemand =
        TableSketch.of("update-fault", "pk S", "sk S")
            .local("local", TableSketch.ALL, "sk S")
            .global("global", TableSketch.ALL, "g S")
            .create(db);
    var request =
        TableSketch.of("update-fault-units", "pk S")
            .request()
            .billingMode(BillingMode.PROVISIONED)
            .provisionedThroughput(units(5, 6))
            .build();
    db.createTable(request);
    provisioned = request.tableName();
    TableSketch.awaitActive(db, provisioned);
  }

  private static ProvisionedThroughput units(long read, long write) {
    return ProvisionedThroughput.builder()
        .readCapacityUnits(read)
        .writeCapacityUnits(write)
        .build();
  }

  private static UpdateTableRequest.Builder of(String table) {
    return UpdateTableRequest.builder().tableName(table);
  }

  private void assertFault(UpdateTableRequest.Builder request, String... texts) {
    assertInvalid(() -> db.updateTable(request.build()), texts);
  }

  @Test
  void a_table_must_be_there() {
    var nowhere = TableSketch.name("nowhere");
    assertRefused(
        () -> db.updateTable(of(nowhere).provisionedThroughput(units(1, 1)).build()),
        "ResourceNotFoundException",
        "Requested resource not found: Table: " + nowhere + " not found");
  }

  @Test
  void an_update_changes_something() {
    var request = of(onDemand).build();
    assertRefused(() -> db.updateTable(request), "ValidationException");
  }

  @Test
  void units_that_stay_as_they_are_are_refused() {
    assertFault(
        of(provisioned).provisionedThroughput(units(5, 6)),
        "The provisioned throughput for the table will not change. The requested value equals the"
            + " current value. Current ReadCapacityUnits provisioned for the table: 5. Requested"
            + " ReadCapacityUnits: 5. Current WriteCapacityUnits provisioned for the table: 6."
            + " Requested WriteCapacityUnits: 6. Refer to the Amazon DynamoDB Developer Guide for"
            + " current limits and how to request higher limits.");
  }

  @Test
  void units_have_bounds() {
    assertFault(
        of(provisioned).provisionedThroughput(units(0, 5)),
        "Value '0' at 'provisionedThroughput.readCapacityUnits' failed to satisfy constraint:"
            + " Member must have value greater than or equal to 1");
    assertFault(
        of(provisioned).provisionedThroughput(units(1, 1_000_000_000_001L)),
        "Given value 1000000000001 for WriteCapacityUnits is out of bounds");
  }

  @Test
  void billing_by_request_has_no_units() {
    var text =
        INVALID
            + "Neither ReadCapacityUnits nor WriteCapacityUnits can be specified when BillingMode"
            + " is PAY_PER_REQUEST";
    assertFault(
        of(provisioned).billingMode(BillingMode.PAY_PER_REQUEST).provisionedThroughput(units(1, 1)),
        text);
    assertFault(of(onDemand).provisionedThroughput(units(1, 1)), text);
  }

  @Test
  void provisioned_billing_needs_units_for_the_table_and_every_index() {
    assertFault(
        of(onDemand).billingMode(BillingMode.PROVISIONED),
        INVALID + "ProvisionedThroughput must be specified when BillingMode is PROVISIONED");
    assertFault(
        of(onDemand).billingMode(BillingMode.PROVISIONED).provisionedThroughput(units(1, 1)),
        INVALID + "ProvisionedThroughput must be specified for index: global");
  }

  @Test
  void an_index_update_is_one_of_three_actions() {
    assertFault(
        of(onDemand).globalSecondaryIndexUpdates(GlobalSecondaryIndexUpdate.builder().build()),
        INVALID
            + "One of GlobalSecondaryIndexUpdate.Update, GlobalSecondaryIndexUpdate.Create,"
            + " GlobalSecondaryIndexUpdate.Delete must not be null");
    assertFault(
        of(onDemand).globalSecondaryIndexUpdates(List.of(drop("abc"), drop("abc"))),
        INVALID
            + "Only one global secondary index update per index is allowed simultaneously. Index:"
            + " abc");
  }

  @Test
  void an_index_to_be_dropped_must_be_there_and_global() {
    assertRefused(
        () -> db.updateTable(of(onDemand).globalSecondaryIndexUpdates(drop("absent")).build()),
        "ResourceNotFoundException");
    assertRefused(
        () -> db.updateTable(of(onDemand).globalSecondaryIndexUpdates(drop("local")).build()),
        "ValidationException");
  }

  @Test
  void one_index_is_built_or_dropped_at_a_time() {
    assertRefused(
        () ->
            db.updateTable(
                of(onDemand)
                    .attributeDefinitions(TableSketch.definition("h", "S"))
                    .globalSecondaryIndexUpdates(add("other", "h"), drop("global"))
                    .build()),
        "LimitExceededException",
        "Subscriber limit exceeded: Only 1 online index can be created or deleted simultaneously"
            + " per table");
  }

  @Test
  void a_new_index_needs_a_new_name_and_defined_keys() {
    for (var taken : List.of("global", "local")) {
      assertFault(
          of(onDemand)
              .attributeDefinitions(TableSketch.definition("g", "S"))
              .globalSecondaryIndexUpdates(add(taken, "g")),
          "Attempting to create an index which already exists",
          INVALID + "Duplicate index name: " + taken);
    }
    assertRefused(
        () ->
            db.updateTable(
                of(onDemand)
                    .attributeDefinitions(TableSketch.definition("other", "S"))
                    .globalSecondaryIndexUpdates(add("unkeyed", "missing"))
                    .build()),
        "ValidationException");
    assertRefused(
        () -> db.updateTable(of(onDemand).globalSecondaryIndexUpdates(add("unkeyed", "x")).build()),
        "ValidationException");
  }

  @Test
  void an_attribute_keeps_its_type() {
    var table = TableSketch.of("update-fault-type", "pk S").create(db);
    assertFault(
        of(table)
            .attributeDefinitions(TableSketch.definition("pk", "N"))
            .globalSecondaryIndexUpdates(add("redefined", "pk")),
        INVALID
            + "Attributes cannot be redefined. Please check that your attribute has the same type"
            + " as previously defined. Existing schema: Schema:[SchemaElement: key{pk:S:HASH}] New"
            + " schema: Schema:[SchemaElement: key{pk:N:HASH}]");
  }

  @Test
  void a_stream_is_switched_on_once() {
    var table = TableSketch.of("update-fault-stream", "pk S").create(db);
    assertRefused(
        () ->
            db.updateTable(of(table).streamSpecification(off -> off.streamEnabled(false)).build()),
        "ValidationException");
    db.updateTable(
        of(table)
            .streamSpecification(on -> on.streamEnabled(true).streamViewType("NEW_IMAGE"))
            .build());
    TableSketch.awaitSettled(db, table);
    assertFault(
        of(table).streamSpecification(on -> on.streamEnabled(true).streamViewType("KEYS_ONLY")),
        "Table already has an enabled stream: TableName: " + table);
  }
}
