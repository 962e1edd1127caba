package dev.trestle.conformance.behaviour;

import static dev.trestle.conformance.behaviour.Attributes.n;
import static dev.trestle.conformance.behaviour.Attributes.s;
import static dev.trestle.conformance.behaviour.Refusals.assertRefused;
import static dev.trestle.conformance.behaviour.ValidationErrors.assertFaults;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.testing.TrestleTest;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.OnDemandThroughput;
import software.amazon.awssdk.services.dynamodb.model.PointInTimeRecoveryDescription;
import software.amazon.awssdk.services.dynamodb.model.PointInTimeRecoveryStatus;
import software.amazon.awssdk.services.dynamodb.model.ProjectionType;
import software.amazon.awssdk.services.dynamodb.model.TableStatus;

@TrestleTest
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PointInTimeRecoveryTest {
  private final DynamoDbClient db;

  PointInTimeRecoveryTest(DynamoDbClient db) {
    this.db = db;
  }

  private String table() {
    return TableSketch.of("recovery", "pk S").global("global", TableSketch.ALL, "g S").create(db);
  }

  private PointInTimeRecoveryDescription enable(String table) {
    return db.updateContinuousBackups(r ->
            r.tableName(table)
                .pointInTimeRecoverySpecification(s -> s.pointInTimeRecoveryEnabled(true)))
        .continuousBackupsDescription()
        .pointInTimeRecoveryDescription();
  }

  private PointInTimeRecoveryDescription describe(String table) {
    return db.describeContinuousBackups(r -> r.tableName(table))
        .continuousBackupsDescription()
        .pointInTimeRecoveryDescription();
  }

  private void put(String table, String key, int value) {
    var item = Map.of("pk", s(key), "g", s("all"), "v", n(value));
    db.putItem(r -> r.tableName(table).item(item));
  }

  private Map<String, AttributeValue> get(String table, String key) {
    return db.getItem(r -> r.tableName(table).key(Map.of("pk", s(key))).consistentRead(true))
        .item();
  }

  @Test
  void recovery_is_disabled_until_it_is_enabled() {
    var table = table();
    assertThat(describe(table).pointInTimeRecoveryStatus())
        .isEqualTo(PointInTimeRecoveryStatus.DISABLED);
    var enabled = enable(table);
    assertThat(enabled.pointInTimeRecoveryStatus()).isEqualTo(PointInTimeRecoveryStatus.ENABLED);
    assertThat(enabled.recoveryPeriodInDays()).isEqualTo(35);
    assertThat(enabled.earliestRestorableDateTime())
        .isBeforeOrEqualTo(enabled.latestRestorableDateTime());
    db.updateContinuousBackups(r ->
        r.tableName(table)
            .pointInTimeRecoverySpecification(s -> s.pointInTimeRecoveryEnabled(false)));
    assertThat(describe(table).earliestRestorableDateTime()).isNull();
  }

  @Test
  void a_table_is_restored_with_its_items_and_indexes() {
    var table = table();
    enable(table);
    put(table, "changed", 1);
    put(table, "changed", 2);
    put(table, "deleted", 1);
    put(table, "kept", 1);
    db.deleteItem(r -> r.tableName(table).key(Map.of("pk", s("deleted"))));
    var at = describe(table).latestRestorableDateTime();

    var target = TableSketch.name("restored");
    var restored =
        db.restoreTableToPointInTime(
                r -> r.sourceTableName(table).targetTableName(target).restoreDateTime(at))
            .tableDescription();
    assertThat(restored.tableStatus()).isEqualTo(TableStatus.CREATING);
    assertThat(restored.restoreSummary().sourceTableArn()).endsWith("table/" + table);
    TableSketch.awaitActive(db, target);
    assertThat(get(target, "changed").get("v")).isEqualTo(n(2));
    assertThat(get(target, "deleted")).isEmpty();
    assertThat(get(target, "kept")).isNotEmpty();
    assertThat(db.scan(r -> r.tableName(target).indexName("global")).count()).isEqualTo(2);
    assertThat(TableSketch.describe(db, target).restoreSummary()).as("once active").isNull();
  }

  @Test
  void a_table_is_restored_as_it_is_without_its_indexes() {
    var table = table();
    enable(table);
    put(table, "a", 1);
    var target = TableSketch.name("restored");
    db.restoreTableToPointInTime(r ->
        r.sourceTableName(table)
            .targetTableName(target)
            .useLatestRestorableTime(true)
            .globalSecondaryIndexOverride(List.of()));
    TableSketch.awaitActive(db, target);
    assertThat(get(target, "a")).isNotEmpty();
    assertThat(TableSketch.describe(db, target).hasGlobalSecondaryIndexes()).isFalse();
  }

  @Test
  void a_table_is_restored_with_other_billing_and_throughput() {
    var table = table();
    enable(table);
    put(table, "a", 1);
    var target = TableSketch.name("restored");
    var key = KeySchemaElement.builder().attributeName("g").keyType(KeyType.HASH).build();
    var index =
        GlobalSecondaryIndex.builder()
            .indexName("global")
            .keySchema(key)
            .projection(p -> p.projectionType(ProjectionType.ALL))
            .provisionedThroughput(t -> t.readCapacityUnits(3L).writeCapacityUnits(4L))
            .warmThroughput(w -> w.readUnitsPerSecond(30L))
            .build();
    db.restoreTableToPointInTime(r ->
        r.sourceTableName(table)
            .targetTableName(target)
            .useLatestRestorableTime(true)
            .billingModeOverride(BillingMode.PROVISIONED)
            .provisionedThroughputOverride(t -> t.readCapacityUnits(5L).writeCapacityUnits(6L))
            .globalSecondaryIndexOverride(index));
    TableSketch.awaitActive(db, target);
    var restored = TableSketch.describe(db, target);
    assertThat(restored.provisionedThroughput().readCapacityUnits()).isEqualTo(5);
    assertThat(restored.provisionedThroughput().writeCapacityUnits()).isEqualTo(6);
    assertThat(restored.warmThroughput().readUnitsPerSecond()).isEqualTo(5);
    assertThat(restored.globalSecondaryIndexes())
        .singleElement()
        .satisfies(found -> {
          assertThat(found.warmThroughput().readUnitsPerSecond()).isEqualTo(30);
          assertThat(found.warmThroughput().writeUnitsPerSecond()).isEqualTo(4);
          assertThat(found.provisionedThroughput().readCapacityUnits()).isEqualTo(3);
          assertThat(found.provisionedThroughput().writeCapacityUnits()).isEqualTo(4);
        });
    assertThat(db.scan(r -> r.tableName(target).indexName("global")).count()).isEqualTo(1);
  }

  @Test
  void a_table_is_restored_with_its_maximum_or_another() {
    var table = table();
    enable(table);
    db.updateTable(r -> r.tableName(table).onDemandThroughput(m -> m.maxReadRequestUnits(7L)));
    assertThat(restoredMaximum(table, null)).isEqualTo(maximum(7L, null));
    assertThat(restoredMaximum(table, maximum(null, 9L))).isEqualTo(maximum(null, 9L));
    assertRefused(
        () -> restoredMaximum(table, maximum(0L, null)),
        "ValidationException",
        "Invalid Request: Requested MaxReadRequestUnits for OnDemandThroughput is outside of valid"
            + " range");
  }

  private static OnDemandThroughput maximum(@Nullable Long read, @Nullable Long write) {
    return OnDemandThroughput.builder()
        .maxReadRequestUnits(read)
        .maxWriteRequestUnits(write)
        .build();
  }

  private OnDemandThroughput restoredMaximum(String table, @Nullable OnDemandThroughput wanted) {
    var target = TableSketch.name("restored");
    db.restoreTableToPointInTime(r ->
        r.sourceTableName(table)
            .targetTableName(target)
            .useLatestRestorableTime(true)
            .onDemandThroughputOverride(wanted));
    TableSketch.awaitActive(db, target);
    return TableSketch.describe(db, target).onDemandThroughput();
  }

  @Test
  void a_shorter_period_is_kept_until_it_is_changed() {
    var table = table();
    db.updateContinuousBackups(r ->
        r.tableName(table)
            .pointInTimeRecoverySpecification(
                s -> s.pointInTimeRecoveryEnabled(true).recoveryPeriodInDays(3)));
    assertThat(describe(table).recoveryPeriodInDays()).isEqualTo(3);
    assertThat(enable(table).recoveryPeriodInDays()).isEqualTo(3);
  }

  @Test
  void requests_whose_members_do_not_fit_together_are_refused() {
    var table = table();
    var target = TableSketch.name("restored");
    assertRefused(
        () -> db.restoreTableToPointInTime(r -> r.sourceTableName(table).targetTableName(target)),
        "ValidationException",
        "Invalid Request: Either one of RestoreDateTime or UseLatestRestorableTime must be"
            + " specified, but not both");
    assertRefused(
        () ->
            db.restoreTableToPointInTime(r ->
                r.sourceTableName(table)
                    .targetTableName(target)
                    .restoreDateTime(Instant.now())
                    .useLatestRestorableTime(true)),
        "ValidationException",
        "Invalid Request: Both RestoreDateTime and UseLatestRestorableTime cannot be set for"
            + " point-in-time restore request. Please specify either RestoreDateTime time or"
            + " UseLatestRestorableTime");
    assertRefused(
        () ->
            db.restoreTableToPointInTime(
                r -> r.targetTableName(target).useLatestRestorableTime(true)),
        "ValidationException",
        "The parameter 'TableName' is required but was not present in the request");
    assertRefused(
        () ->
            db.updateContinuousBackups(r ->
                r.tableName(table)
                    .pointInTimeRecoverySpecification(
                        s -> s.pointInTimeRecoveryEnabled(false).recoveryPeriodInDays(3))),
        "ValidationException",
        "Invalid Request: Cannot specify RecoveryPeriodInDays when disabling point-in-time"
            + " recovery.");
  }

  @Test
  void what_cannot_be_restored_is_refused() {
    var table = table();
    var target = TableSketch.name("restored");
    assertRefused(
        () ->
            db.restoreTableToPointInTime(r ->
                r.sourceTableName(table).targetTableName(target).useLatestRestorableTime(true)),
        "PointInTimeRecoveryUnavailableException",
        "Point in time recovery is not enabled for table '" + table + "'");
    enable(table);
    assertRefused(
        () ->
            db.restoreTableToPointInTime(r ->
                r.sourceTableName(table)
                    .targetTableName(target)
                    .restoreDateTime(describe(table).earliestRestorableDateTime().minusSeconds(1))),
        "InvalidRestoreTimeException");
    assertRefused(
        () ->
            db.restoreTableToPointInTime(
                r -> r.sourceTableName(table).targetTableName(table).useLatestRestorableTime(true)),
        "TableAlreadyExistsException",
        "Table already exists: " + table);
    var nowhere = TableSketch.name("nowhere");
    assertRefused(
        () -> db.describeContinuousBackups(r -> r.tableName(nowhere)),
        "TableNotFoundException",
        "Table not found: " + nowhere);
    assertFaults(
        () ->
            db.updateContinuousBackups(r ->
                r.tableName(table)
                    .pointInTimeRecoverySpecification(
                        s -> s.pointInTimeRecoveryEnabled(true).recoveryPeriodInDays(36))),
        "Value '36' at 'pointInTimeRecoverySpecification.recoveryPeriodInDays' failed to satisfy"
            + " constraint: Member must have value less than or equal to 35");
  }
}
