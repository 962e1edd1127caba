package dev.trestle.conformance.behaviour;

import static dev.trestle.conformance.behaviour.Attributes.n;
import static dev.trestle.conformance.behaviour.Attributes.s;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.conformance.Eventually;
import dev.trestle.testing.TrestleTest;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndexUpdate;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.LimitExceededException;
import software.amazon.awssdk.services.dynamodb.model.ProvisionedThroughput;
import software.amazon.awssdk.services.dynamodb.model.StreamViewType;
import software.amazon.awssdk.services.dynamodb.model.TableClass;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;
import software.amazon.awssdk.services.dynamodb.model.TableStatus;
import software.amazon.awssdk.services.dynamodb.model.UpdateTableRequest;

/** UpdateTable: units, billing, streams, indexes and the rest, one at a time. */
@TrestleTest
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class UpdateTableTest {
  private final DynamoDbClient db;

  UpdateTableTest(DynamoDbClient db) {
    this.db = db;
  }

  private static ProvisionedThroughput units(long read, long write) {
    return ProvisionedThroughput.builder()
        .readCapacityUnits(read)
        .writeCapacityUnits(write)
        .build();
  }

  private String provisioned(TableSketch sketch, long read, long write) {
    var request =
        sketch
            .request()
            .billingMode(BillingMode.PROVISIONED)
            .provisionedThroughput(units(read, write))
            .build();
    db.createTable(request);
    TableSketch.awaitActive(db, request.tableName());
    return request.tableName();
  }

  private TableDescription update(UpdateTableRequest.Builder request) {
    var answered = db.updateTable(request.build()).tableDescription();
    TableSketch.awaitSettled(db, answered.tableName());
    return answered;
  }

  private TableDescription describe(String table) {
    return TableSketch.describe(db, table);
  }

  private static UpdateTableRequest.Builder of(String table) {
    return UpdateTableRequest.builder().tableName(table);
  }

  static GlobalSecondaryIndexUpdate add(String index, String attribute) {
    return GlobalSecondaryIndexUpdate.builder()
        .create(create ->
            create
                .indexName(index)
                .keySchema(TableSketch.element(attribute, KeyType.HASH))
                .projection(TableSketch.ALL))
        .build();
  }

  static GlobalSecondaryIndexUpdate drop(String index) {
    return GlobalSecondaryIndexUpdate.builder().delete(delete -> delete.indexName(index)).build();
  }

  @Test
  void units_change_on_their_way_through_an_update() {
    var table = provisioned(TableSketch.of("update-units", "pk S"), 5, 5);
    var answered = update(of(table).provisionedThroughput(units(7, 3)));
    assertThat(answered.tableStatus()).isEqualTo(TableStatus.UPDATING);
    assertThat(answered.provisionedThroughput().readCapacityUnits()).isEqualTo(5);

    var after = describe(table).provisionedThroughput();
    assertThat(after.readCapacityUnits()).isEqualTo(7);
    assertThat(after.writeCapacityUnits()).isEqualTo(3);
  }

  @Test
  void a_table_may_change_to_billing_by_request_and_back() {
    var table = provisioned(TableSketch.of("update-billing", "pk S"), 5, 5);
    update(of(table).billingMode(BillingMode.PAY_PER_REQUEST));
    var onDemand = describe(table);
    assertThat(onDemand.billingModeSummary().billingMode()).isEqualTo(BillingMode.PAY_PER_REQUEST);
    assertThat(onDemand.provisionedThroughput().readCapacityUnits()).isZero();

    update(of(table).billingMode(BillingMode.PROVISIONED).provisionedThroughput(units(2, 2)));
    var back = describe(table);
    assertThat(back.provisionedThroughput().writeCapacityUnits()).isEqualTo(2);
    assertThat(back.billingModeSummary().billingMode()).isEqualTo(BillingMode.PROVISIONED);
  }

  @Test
  void billing_by_request_may_be_asked_for_twice() {
    var table = TableSketch.of("update-billing-again", "pk S").create(db);
    update(of(table).billingMode(BillingMode.PAY_PER_REQUEST));
    assertThat(describe(table).billingModeSummary().billingMode())
        .isEqualTo(BillingMode.PAY_PER_REQUEST);
  }

  @Test
  void a_stream_can_be_switched_on_off_and_on_again_and_is_then_another_one() {
    var table = TableSketch.of("update-stream", "pk S").create(db);
    update(
        of(table)
            .streamSpecification(
                on -> on.streamEnabled(true).streamViewType(StreamViewType.NEW_IMAGE)));
    var first = describe(table);
    assertThat(first.streamSpecification().streamViewType()).isEqualTo(StreamViewType.NEW_IMAGE);
    assertThat(first.latestStreamArn()).startsWith(first.tableArn() + "/stream/");

    update(of(table).streamSpecification(off -> off.streamEnabled(false)));
    var between = describe(table);
    assertThat(between.streamSpecification()).isNull();

    update(
        of(table)
            .streamSpecification(
                on -> on.streamEnabled(true).streamViewType(StreamViewType.KEYS_ONLY)));
    var second = describe(table);
    assertThat(second.latestStreamArn()).isNotEqualTo(first.latestStreamArn());
    assertThat(second.latestStreamLabel()).isGreaterThan(first.latestStreamLabel());
    assertThat(second.streamSpecification().streamViewType()).isEqualTo(StreamViewType.KEYS_ONLY);
  }

  @Test
  void deletion_protection_can_be_switched_on_and_off() {
    var table = TableSketch.of("update-protection", "pk S").create(db);
    update(of(table).deletionProtectionEnabled(true));
    assertThat(describe(table).deletionProtectionEnabled()).isTrue();
    ValidationErrors.assertInvalid(
        () -> db.deleteTable(request -> request.tableName(table)),
        "Resource cannot be deleted as it is currently protected against deletion. Disable"
            + " deletion protection first.");
    // DynamoDB requires some seconds between two such changes.
    Eventually.holds(() -> {
      try {
        update(of(table).deletionProtectionEnabled(false));
        return true;
      } catch (LimitExceededException _) {
        return false;
      }
    });
    assertThat(describe(table).deletionProtectionEnabled()).isFalse();
  }

  @Test
  void the_class_of_a_table_can_be_changed() {
    var table = TableSketch.of("update-class", "pk S").create(db);
    update(of(table).tableClass(TableClass.STANDARD_INFREQUENT_ACCESS));
    assertThat(describe(table).tableClassSummary().tableClass())
        .isEqualTo(TableClass.STANDARD_INFREQUENT_ACCESS);
  }

  @Test
  void indexes_are_added_one_after_the_other_and_definitions_add_up() {
    var table = TableSketch.of("update-add", "pk S").create(db);
    var adding =
        db.updateTable(
                of(table)
                    .attributeDefinitions(TableSketch.definition("g1", "S"))
                    .globalSecondaryIndexUpdates(add("first", "g1"))
                    .build())
            .tableDescription();
    assertThat(adding.tableStatus()).isEqualTo(TableStatus.UPDATING);
    assertThat(adding.globalSecondaryIndexes().getFirst().indexStatusAsString())
        .isEqualTo("CREATING");
    TableSketch.awaitIndex(db, table, "first");
    update(
        of(table)
            .attributeDefinitions(TableSketch.definition("g2", "N"))
            .globalSecondaryIndexUpdates(add("second", "g2")));
    TableSketch.awaitIndex(db, table, "second");

    var both = describe(table);
    assertThat(both.globalSecondaryIndexes()).hasSize(2);
    assertThat(both.attributeDefinitions())
        .extracting(AttributeDefinition::attributeName)
        .containsExactlyInAnyOrder("pk", "g1", "g2");
    assertThat(both.globalSecondaryIndexes().getFirst().backfilling()).isIn(null, false);
  }

  @Test
  void definitions_that_the_new_index_does_not_use_change_nothing() {
    var table = TableSketch.of("update-unused", "pk S").create(db);
    update(
        of(table)
            .attributeDefinitions(
                TableSketch.definition("pk", "N"),
                TableSketch.definition("g", "S"),
                TableSketch.definition("unused", "B"))
            .globalSecondaryIndexUpdates(add("new", "g")));
    assertThat(describe(table).attributeDefinitions())
        .containsExactlyInAnyOrder(
            TableSketch.definition("pk", "S"), TableSketch.definition("g", "S"));
    TableSketch.awaitIndex(db, table, "new");
  }

  @Test
  void a_dropped_index_is_gone_and_with_it_what_it_forbade() {
    var table =
        TableSketch.of("update-drop", "pk S").global("gone", TableSketch.ALL, "g S").create(db);
    var dropping =
        db.updateTable(of(table).globalSecondaryIndexUpdates(drop("gone")).build())
            .tableDescription();
    assertThat(dropping.globalSecondaryIndexes().getFirst().indexStatusAsString())
        .isEqualTo("DELETING");
    Eventually.holds(() -> describe(table).globalSecondaryIndexes().isEmpty());
    TableSketch.awaitSettled(db, table);

    assertThat(describe(table).hasGlobalSecondaryIndexes()).isFalse();
    assertThat(describe(table).attributeDefinitions())
        .extracting(AttributeDefinition::attributeName)
        .containsExactly("pk");
    db.putItem(request -> request.tableName(table).item(Map.of("pk", s("1"), "g", n(1))));
    ValidationErrors.assertInvalid(
        () -> db.scan(request -> request.tableName(table).indexName("gone")),
        "The table does not have the specified index: gone");
  }

  @Test
  void an_index_may_be_dropped_and_added_anew_with_another_key() {
    var table =
        TableSketch.of("update-anew", "pk S").global("same", TableSketch.ALL, "g S").create(db);
    db.putItem(request -> request.tableName(table).item(Map.of("pk", s("1"), "h", n(1))));
    db.updateTable(of(table).globalSecondaryIndexUpdates(drop("same")).build());
    Eventually.holds(() -> describe(table).globalSecondaryIndexes().isEmpty());
    TableSketch.awaitSettled(db, table);
    db.updateTable(
        of(table)
            .attributeDefinitions(TableSketch.definition("h", "N"))
            .globalSecondaryIndexUpdates(add("same", "h"))
            .build());
    TableSketch.awaitIndex(db, table, "same");
    Eventually.holds(
        () -> db.scan(request -> request.tableName(table).indexName("same")).count() == 1);
  }
}
