package dev.trestle.conformance.behaviour;

import static dev.trestle.conformance.behaviour.Attributes.s;
import static dev.trestle.conformance.behaviour.Refusals.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.conformance.Eventually;
import dev.trestle.testing.TrestleTest;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.BackupStatus;
import software.amazon.awssdk.services.dynamodb.model.BackupSummary;
import software.amazon.awssdk.services.dynamodb.model.BackupTypeFilter;

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
    var details = db.createBackup(r -> r.tableName(table).backupName(name)).backupDetails();
    Eventually.holds(() -> status(details.backupArn()) == BackupStatus.AVAILABLE);
    return details.backupArn();
  }

  @Test
  void a_table_is_restored_from_a_backup() {
    var arn = backUp("restored");
    put("later");
    var target = TableSketch.name("from-backup");
    db.restoreTableFromBackup(r -> r.targetTableName(target).backupArn(arn));
    TableSketch.awaitActive(db, target);
    var items = db.scan(r -> r.tableName(target).consistentRead(true)).items();
    assertThat(items).contains(Map.of("pk", s("a"))).doesNotContain(Map.of("pk", s("later")));
    assertThat(TableSketch.describe(db, target).restoreSummary().sourceBackupArn()).isEqualTo(arn);
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
    var target = TableSketch.name("from-deleted");
    db.restoreTableFromBackup(r -> r.targetTableName(target).backupArn(backup.backupArn()));
    TableSketch.awaitActive(db, target);
    assertThat(db.scan(r -> r.tableName(target).consistentRead(true)).items())
        .containsExactly(Map.of("pk", s("kept")));
  }
}
