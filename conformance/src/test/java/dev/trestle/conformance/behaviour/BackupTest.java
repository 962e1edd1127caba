package dev.trestle.conformance.behaviour;

import static dev.trestle.conformance.behaviour.Attributes.n;
import static dev.trestle.conformance.behaviour.Attributes.s;
import static dev.trestle.conformance.behaviour.Refusals.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.trestle.conformance.Eventually;
import dev.trestle.testing.TrestleTest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.BackupStatus;
import software.amazon.awssdk.services.dynamodb.model.BackupSummary;
import software.amazon.awssdk.services.dynamodb.model.BackupTypeFilter;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ListBackupsRequest;
import software.amazon.awssdk.services.dynamodb.model.LocalSecondaryIndexInfo;
import software.amazon.awssdk.services.dynamodb.model.ProvisionedThroughput;
import software.amazon.awssdk.services.dynamodb.model.RestoreTableFromBackupRequest;
import software.amazon.awssdk.services.dynamodb.model.StreamViewType;
import software.amazon.awssdk.services.dynamodb.model.TableClass;
import software.amazon.awssdk.services.dynamodb.model.Tag;
import software.amazon.awssdk.services.dynamodb.model.TimeToLiveStatus;

@TrestleTest
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class BackupTest {
  private final DynamoDbClient db;
  private final String table;

  BackupTest(DynamoDbClient db) {
    this.db = db;
    table = TableSketch.of("backup", "pk S").create(db);
    put("a");
  }

  private void put(String key) {
    db.putItem(r -> r.tableName(table).item(Map.of("pk", s(key))));
  }

  private BackupStatus status(String arn) {
    return db.describeBackup(r -> r.backupArn(arn))
        .backupDescription()
        .backupDetails()
        .backupStatus();
  }

  private String backUp(String name) {
    return backUp(table, name);
  }

  private String backUp(String of, String name) {
    var details = db.createBackup(r -> r.tableName(of).backupName(name)).backupDetails();
    Eventually.holds(() -> status(details.backupArn()) == BackupStatus.AVAILABLE);
    return details.backupArn();
  }

  @Test
  void a_table_is_restored_from_a_backup() {
    var arn = backUp("restored");
    put("later");
    var target = TableSketch.name("from-backup");
    var restored =
        db.restoreTableFromBackup(r -> r.targetTableName(target).backupArn(arn)).tableDescription();
    assertThat(restored.restoreSummary().sourceBackupArn()).isEqualTo(arn);
    assertThat(restored.restoreSummary().restoreInProgress()).isTrue();
    TableSketch.awaitActive(db, target);
    var items = db.scan(r -> r.tableName(target).consistentRead(true)).items();
    assertThat(items).contains(Map.of("pk", s("a"))).doesNotContain(Map.of("pk", s("later")));
    assertThat(TableSketch.describe(db, target).restoreSummary()).as("once active").isNull();
  }

  @Test
  void a_restored_table_has_its_indexes_and_none_of_the_settings_around_it() {
    var source =
        TableSketch.of("settings", "pk S", "sk N")
            .local("local", TableSketch.ALL, "other S")
            .global("global", TableSketch.KEYS_ONLY, "other S")
            .stream(StreamViewType.NEW_IMAGE)
            .request()
            .tableClass(TableClass.STANDARD_INFREQUENT_ACCESS)
            .deletionProtectionEnabled(true)
            .tags(Tag.builder().key("team").value("records").build())
            .build();
    db.createTable(source);
    TableSketch.awaitActive(db, source.tableName());
    db.updateTimeToLive(r ->
        r.tableName(source.tableName())
            .timeToLiveSpecification(ttl -> ttl.attributeName("until").enabled(true)));
    var item = Map.of("pk", s("a"), "sk", n(1), "other", s("b"), "until", n(4_000_000_000L));
    db.putItem(r -> r.tableName(source.tableName()).item(item));
    var arn = backUp(source.tableName(), "settings");
    assertFeatures(arn);

    var target = TableSketch.name("settings");
    db.restoreTableFromBackup(r -> r.targetTableName(target).backupArn(arn));
    TableSketch.awaitActive(db, target);
    var restored = TableSketch.describe(db, target);
    assertThat(restored.localSecondaryIndexes()).hasSize(1);
    assertThat(restored.globalSecondaryIndexes()).hasSize(1);
    assertThat(restored.streamSpecification()).isNull();
    assertThat(restored.tableClassSummary()).isNull();
    assertThat(restored.deletionProtectionEnabled()).isFalse();
    assertThat(db.listTagsOfResource(r -> r.resourceArn(restored.tableArn())).tags()).isEmpty();
    assertThat(
            db.describeTimeToLive(r -> r.tableName(target))
                .timeToLiveDescription()
                .timeToLiveStatus())
        .isEqualTo(TimeToLiveStatus.DISABLED);
    for (var index : List.of("local", "global")) {
      assertThat(db.scan(r -> r.tableName(target).indexName(index)).count()).as(index).isEqualTo(1);
    }
    var without = TableSketch.name("settings");
    db.restoreTableFromBackup(r ->
        r.targetTableName(without)
            .backupArn(arn)
            .globalSecondaryIndexOverride(List.of())
            .localSecondaryIndexOverride(List.of()));
    TableSketch.awaitActive(db, without);
    var bare = TableSketch.describe(db, without);
    assertThat(bare.hasGlobalSecondaryIndexes() || bare.hasLocalSecondaryIndexes()).isFalse();
    db.updateTable(r -> r.tableName(source.tableName()).deletionProtectionEnabled(false));
  }

  /** Asserts that a backup describes what its table had. */
  private void assertFeatures(String arn) {
    var described = db.describeBackup(r -> r.backupArn(arn)).backupDescription();
    var features = described.sourceTableFeatureDetails();
    assertThat(features.globalSecondaryIndexes())
        .singleElement()
        .satisfies(index -> {
          assertThat(index.indexName()).isEqualTo("global");
          assertThat(index.keySchema()).containsExactly(TableSketch.element("other", KeyType.HASH));
          assertThat(index.projection()).isEqualTo(TableSketch.KEYS_ONLY);
          assertThat(index.provisionedThroughput().readCapacityUnits()).isZero();
        });
    assertThat(features.localSecondaryIndexes())
        .extracting(LocalSecondaryIndexInfo::indexName)
        .containsExactly("local");
    assertThat(features.streamDescription().streamViewType()).isEqualTo(StreamViewType.NEW_IMAGE);
    assertThat(features.timeToLiveDescription().attributeName()).isEqualTo("until");
    assertThat(features.sseDescription()).isNull();
  }

  @Test
  void overrides_that_do_not_fit_are_refused() {
    var arn = backUp("overridden");
    assertRefused(
        () -> restore(arn, r -> r.provisionedThroughputOverride(BackupTest::units)),
        "ValidationException",
        "Invalid Request: Cannot override ProvisionedThroughput unless BillingMode is PROVISIONED");
    assertRefused(
        () ->
            restore(
                arn,
                r ->
                    r.billingModeOverride("PAY_PER_REQUEST")
                        .provisionedThroughputOverride(BackupTest::units)),
        "ValidationException",
        "Invalid Request: Cannot override ProvisionedThroughput if BillingMode is overridden to"
            + " PAY_PER_REQUEST");
    assertRefused(
        () -> restore(arn, r -> r.billingModeOverride("PROVISIONED")),
        "ValidationException",
        "Invalid Request: Must override ProvisionedThroughput if BillingMode is overridden to"
            + " PROVISIONED");
    assertRefused(
        () ->
            restore(
                arn,
                r ->
                    r.globalSecondaryIndexOverride(
                        GlobalSecondaryIndex.builder()
                            .indexName("unknown")
                            .keySchema(TableSketch.element("pk", KeyType.HASH))
                            .projection(TableSketch.ALL)
                            .build())),
        "ValidationException",
        "Invalid Request: Index unknown does not match a secondary index that existed in the source"
            + " table and cannot be created during the restore operation");
    assertRefused(
        () -> db.describeBackup(r -> r.backupArn("arn:aws:dynamodb:eu-central-1:0:table/" + table)),
        "ValidationException",
        "Invalid Backup ARN");
  }

  private static void units(ProvisionedThroughput.Builder units) {
    units.readCapacityUnits(1L).writeCapacityUnits(1L);
  }

  private void restore(String arn, Consumer<RestoreTableFromBackupRequest.Builder> overrides) {
    db.restoreTableFromBackup(r ->
        r.targetTableName(TableSketch.name("overridden")).backupArn(arn).applyMutation(overrides));
  }

  @Test
  void backups_are_listed_page_by_page_even_if_they_are_deleted_meanwhile() {
    var listed = TableSketch.of("pages", "pk S").create(db);
    var arns = new ArrayList<String>();
    for (int i = 0; i < 5; i++) arns.add(backUp(listed, "same-name"));
    var found = new ArrayList<String>();
    Optional<String> after = Optional.empty();
    do {
      var start = after.orElse(null);
      var page = db.listBackups(r -> r.tableName(listed).limit(2).exclusiveStartBackupArn(start));
      for (var backup : page.backupSummaries()) {
        found.add(backup.backupArn());
        db.deleteBackup(r -> r.backupArn(backup.backupArn()));
      }
      after = Optional.ofNullable(page.lastEvaluatedBackupArn());
    } while (after.isPresent());
    assertThat(found).isEqualTo(arns);
    assertThat(db.listBackups(r -> r.tableName(listed)).backupSummaries()).isEmpty();
  }

  @Test
  void backups_are_listed_by_their_time_and_type() {
    var listed = TableSketch.of("times", "pk S").create(db);
    var arn = backUp(listed, "timed");
    var at = db.listBackups(r -> r.tableName(listed)).backupSummaries().getFirst();
    var time = at.backupCreationDateTime();
    assertThat(list(listed, r -> r.timeRangeLowerBound(time))).containsExactly(arn);
    assertThat(list(listed, r -> r.timeRangeLowerBound(time.plusMillis(1)))).isEmpty();
    assertThat(list(listed, r -> r.timeRangeUpperBound(time))).isEmpty();
    assertThat(list(listed, r -> r.timeRangeUpperBound(time.plusMillis(1)))).containsExactly(arn);
    assertThat(list(listed, r -> r.backupType(BackupTypeFilter.SYSTEM))).isEmpty();
    assertThat(list(listed, r -> r.backupType(BackupTypeFilter.AWS_BACKUP))).isEmpty();
    assertThat(list(listed, r -> r.backupType(BackupTypeFilter.ALL))).containsExactly(arn);
    assertRefused(
        () ->
            list(listed, r -> r.timeRangeLowerBound(time.plusMillis(1)).timeRangeUpperBound(time)),
        "ValidationException",
        "One or more parameter values were invalid: Time range lower bound must be less than or"
            + " equal to upper bound");
  }

  private List<String> list(String of, Consumer<ListBackupsRequest.Builder> filter) {
    return db.listBackups(r -> r.tableName(of).applyMutation(filter)).backupSummaries().stream()
        .map(BackupSummary::backupArn)
        .toList();
  }

  @Test
  void backups_are_listed_and_deleted() {
    var arn = backUp("listed");
    assertThat(db.listBackups(r -> r.tableName(table)).backupSummaries())
        .extracting(BackupSummary::backupArn)
        .contains(arn);
    var deleted = db.deleteBackup(r -> r.backupArn(arn)).backupDescription();
    assertThat(deleted.backupDetails().backupStatus()).isEqualTo(BackupStatus.DELETED);
    assertThat(deleted.sourceTableDetails().tableName()).isEqualTo(table);
    assertRefused(() -> status(arn), "BackupNotFoundException", "Backup not found: " + arn);
  }

  @Test
  void a_deleted_table_with_recovery_can_be_restored_from_a_system_backup() {
    var deleted = TableSketch.of("deleted", "pk S").create(db);
    db.updateContinuousBackups(r ->
        r.tableName(deleted)
            .pointInTimeRecoverySpecification(s -> s.pointInTimeRecoveryEnabled(true)));
    db.putItem(r -> r.tableName(deleted).item(Map.of("pk", s("kept"))));
    db.deleteTable(r -> r.tableName(deleted));

    var backup =
        Eventually.value(() ->
            db
                .listBackups(r -> r.tableName(deleted).backupType(BackupTypeFilter.SYSTEM))
                .backupSummaries()
                .stream()
                .findFirst());
    assertThat(backup.backupName()).isEqualTo(deleted + "$DeletedTableBackup");
    assertThat(backup.backupExpiryDateTime())
        .isEqualTo(backup.backupCreationDateTime().plus(Duration.ofDays(35)));
    var refusal =
        assertThrows(
            DynamoDbException.class, () -> db.deleteBackup(r -> r.backupArn(backup.backupArn())));
    assertThat(refusal.awsErrorDetails().errorMessage())
        .startsWith(
            "Invalid Request: User is not allowed to delete the system backup with arn "
                + backup.backupArn()
                + ". It will automatically expire on ");
    var target = TableSketch.name("from-deleted");
    db.restoreTableFromBackup(r -> r.targetTableName(target).backupArn(backup.backupArn()));
    TableSketch.awaitActive(db, target);
    assertThat(db.scan(r -> r.tableName(target).consistentRead(true)).items())
        .containsExactly(Map.of("pk", s("kept")));
  }
}
