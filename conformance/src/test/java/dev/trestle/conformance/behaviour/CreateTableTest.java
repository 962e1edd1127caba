package dev.trestle.conformance.behaviour;

import static dev.trestle.conformance.behaviour.Refusals.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.trestle.testing.TrestleTest;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndexDescription;
import software.amazon.awssdk.services.dynamodb.model.IndexStatus;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ProjectionType;
import software.amazon.awssdk.services.dynamodb.model.ProvisionedThroughput;
import software.amazon.awssdk.services.dynamodb.model.StreamViewType;
import software.amazon.awssdk.services.dynamodb.model.TableClass;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;
import software.amazon.awssdk.services.dynamodb.model.TableStatus;
import software.amazon.awssdk.services.dynamodb.model.Tag;

/** CreateTable: what it creates, and how it describes it. */
@TrestleTest
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class CreateTableTest {
  private static final ProvisionedThroughput FIVE_AND_SIX =
      ProvisionedThroughput.builder().readCapacityUnits(5L).writeCapacityUnits(6L).build();

  private final DynamoDbClient db;

  CreateTableTest(DynamoDbClient db) {
    this.db = db;
  }

  private TableDescription describe(String table) {
    return TableSketch.describe(db, table);
  }

  @Test
  void a_new_table_is_being_created_and_then_active() {
    var request = TableSketch.of("create", "pk S", "sk N").request().build();
    var creating = db.createTable(request).tableDescription();
    assertThat(creating.tableStatus()).isEqualTo(TableStatus.CREATING);
    assertThat(creating.tableName()).isEqualTo(request.tableName());
    assertThat(creating.keySchema()).isEqualTo(request.keySchema());
    assertThat(creating.attributeDefinitions())
        .containsExactlyInAnyOrderElementsOf(request.attributeDefinitions());
    assertThat(creating.itemCount()).isZero();
    assertThat(creating.tableSizeBytes()).isZero();
    assertThat(creating.tableArn())
        .matches("arn:aws[a-z-]*:dynamodb:[a-z0-9-]+:[0-9]+:table/" + request.tableName());
    assertThat(creating.tableId()).matches("[0-9a-f-]{36}");
    assertThat(creating.creationDateTime()).isNotNull();

    TableSketch.awaitActive(db, request.tableName());
    var active = describe(request.tableName());
    assertThat(active.tableStatus()).isEqualTo(TableStatus.ACTIVE);
    assertThat(active.tableArn()).isEqualTo(creating.tableArn());
    assertThat(active.tableId()).isEqualTo(creating.tableId());
    assertThat(active.creationDateTime())
        .isCloseTo(creating.creationDateTime(), within(1, ChronoUnit.SECONDS));
  }

  @Test
  void a_table_by_request_has_no_units() {
    var table = describe(TableSketch.of("create-demand", "pk S").create(db));
    assertThat(table.billingModeSummary().billingMode()).isEqualTo(BillingMode.PAY_PER_REQUEST);
    assertThat(table.billingModeSummary().lastUpdateToPayPerRequestDateTime()).isNotNull();
    assertThat(table.provisionedThroughput().readCapacityUnits()).isZero();
    assertThat(table.provisionedThroughput().writeCapacityUnits()).isZero();
    assertThat(table.provisionedThroughput().numberOfDecreasesToday()).isZero();
  }

  @Test
  void a_provisioned_table_has_the_units_it_was_given() {
    var request =
        TableSketch.of("create-provisioned", "pk S")
            .request()
            .billingMode((String) null)
            .provisionedThroughput(FIVE_AND_SIX)
            .build();
    db.createTable(request);
    TableSketch.awaitActive(db, request.tableName());
    var table = describe(request.tableName());
    assertThat(table.billingModeSummary()).isNull();
    assertThat(table.provisionedThroughput().readCapacityUnits()).isEqualTo(5);
    assertThat(table.provisionedThroughput().writeCapacityUnits()).isEqualTo(6);
    assertThat(table.provisionedThroughput().numberOfDecreasesToday()).isZero();
  }

  @Test
  void attribute_definitions_come_in_no_order_of_their_own_and_lose_nothing() {
    var table = describe(TableSketch.of("create-types", "zz N", "aa B").create(db));
    assertThat(table.attributeDefinitions())
        .extracting(AttributeDefinition::attributeName)
        .containsExactlyInAnyOrder("zz", "aa");
    assertThat(table.keySchema())
        .extracting(KeySchemaElement::attributeName)
        .containsExactly("zz", "aa");
  }

  @Test
  void indexes_are_described_with_their_keys_and_projections() {
    var table =
        describe(
            TableSketch.of("create-indexes", "pk S", "sk S")
                .local("local", TableSketch.include("a", "b"), "lsk N")
                .global("global-a", TableSketch.ALL, "gpk S")
                .global("global-b", TableSketch.KEYS_ONLY, "gpk S", "gsk B")
                .create(db));
    var local = table.localSecondaryIndexes().getFirst();
    assertThat(local.indexName()).isEqualTo("local");
    assertThat(local.indexArn()).isEqualTo(table.tableArn() + "/index/local");
    assertThat(local.keySchema())
        .containsExactly(
            TableSketch.element("pk", KeyType.HASH), TableSketch.element("lsk", KeyType.RANGE));
    assertThat(local.projection().projectionType()).isEqualTo(ProjectionType.INCLUDE);
    assertThat(local.projection().nonKeyAttributes()).containsExactlyInAnyOrder("a", "b");

    assertThat(table.globalSecondaryIndexes())
        .extracting(GlobalSecondaryIndexDescription::indexName)
        .containsExactlyInAnyOrder("global-a", "global-b");
    for (var index : table.globalSecondaryIndexes()) {
      assertThat(index.indexStatus()).isEqualTo(IndexStatus.ACTIVE);
      assertThat(index.indexArn()).isEqualTo(table.tableArn() + "/index/" + index.indexName());
      assertThat(index.backfilling()).isNull();
      assertThat(index.itemCount()).isZero();
      assertThat(index.indexSizeBytes()).isZero();
    }
  }

  @Test
  void a_table_may_have_five_local_and_twenty_global_indexes() {
    var sketch = TableSketch.of("create-many", "pk S", "sk S");
    for (int i = 0; i < 5; i++) sketch.local("local" + i, TableSketch.KEYS_ONLY, "l" + i + " N");
    for (int i = 0; i < 20; i++) sketch.global("global" + i, TableSketch.KEYS_ONLY, "g" + i + " S");
    var table = describe(sketch.create(db));
    assertThat(table.localSecondaryIndexes()).hasSize(5);
    assertThat(table.globalSecondaryIndexes()).hasSize(20);
  }

  @Test
  void a_stream_is_there_from_the_beginning() {
    var table =
        describe(
            TableSketch.of("create-stream", "pk S").stream(StreamViewType.OLD_IMAGE).create(db));
    assertThat(table.streamSpecification().streamEnabled()).isTrue();
    assertThat(table.streamSpecification().streamViewType()).isEqualTo(StreamViewType.OLD_IMAGE);
    assertThat(table.latestStreamLabel())
        .matches("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}");
    assertThat(table.latestStreamArn())
        .isEqualTo(table.tableArn() + "/stream/" + table.latestStreamLabel());
  }

  @Test
  void a_table_without_a_stream_says_nothing_of_streams() {
    var table = describe(TableSketch.of("create-streamless", "pk S").create(db));
    assertThat(table.streamSpecification()).isNull();
    assertThat(table.latestStreamArn()).isNull();
    assertThat(table.latestStreamLabel()).isNull();
    assertThat(table.hasLocalSecondaryIndexes()).isFalse();
    assertThat(table.hasGlobalSecondaryIndexes()).isFalse();
    assertThat(table.sseDescription()).isNull();
    assertThat(table.deletionProtectionEnabled()).isFalse();
  }

  @Test
  void class_protection_and_tags_are_taken_over() {
    var request =
        TableSketch.of("create-settings", "pk S")
            .request()
            .tableClass(TableClass.STANDARD_INFREQUENT_ACCESS)
            .deletionProtectionEnabled(true)
            .tags(Tag.builder().key("team").value("blue").build())
            .build();
    db.createTable(request);
    TableSketch.awaitActive(db, request.tableName());
    var table = describe(request.tableName());
    assertThat(table.tableClassSummary().tableClass())
        .isEqualTo(TableClass.STANDARD_INFREQUENT_ACCESS);
    assertThat(table.deletionProtectionEnabled()).isTrue();
    assertThat(db.listTagsOfResource(list -> list.resourceArn(table.tableArn())).tags())
        .isEqualTo(List.of(Tag.builder().key("team").value("blue").build()));

    db.updateTable(
        update -> update.tableName(request.tableName()).deletionProtectionEnabled(false));
  }

  @Test
  void a_name_is_taken_once() {
    var request = TableSketch.of("create-twice", "pk S").request().build();
    db.createTable(request);
    assertRefused(
        () -> db.createTable(request),
        "ResourceInUseException",
        "Table already exists: " + request.tableName());
    TableSketch.awaitActive(db, request.tableName());
    assertRefused(() -> db.createTable(request), "ResourceInUseException");
  }

  @Test
  void a_name_that_was_freed_can_be_taken_again_for_another_table() {
    var first = TableSketch.of("create-again", "pk S").request().build();
    db.createTable(first);
    TableSketch.awaitActive(db, first.tableName());
    var id = describe(first.tableName()).tableId();
    db.putItem(put -> put.tableName(first.tableName()).item(Map.of("pk", Attributes.s("old"))));
    db.deleteTable(delete -> delete.tableName(first.tableName()));
    TableSketch.awaitGone(db, first.tableName());

    db.createTable(first);
    TableSketch.awaitActive(db, first.tableName());
    assertThat(describe(first.tableName()).tableId()).isNotEqualTo(id);
    var scan = db.scan(request -> request.tableName(first.tableName()).consistentRead(true));
    assertThat(scan.count()).isZero();
  }
}
