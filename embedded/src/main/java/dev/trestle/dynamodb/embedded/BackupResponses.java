package dev.trestle.dynamodb.embedded;

import dev.trestle.engine.operation.ListBackups;
import dev.trestle.engine.result.ContinuousBackups;
import dev.trestle.engine.table.ProvisionedUnits;
import dev.trestle.engine.table.RecoverySettings;
import dev.trestle.engine.table.SecondaryIndex;
import dev.trestle.engine.table.StreamSettings;
import dev.trestle.engine.table.TableDefinition;
import software.amazon.awssdk.services.dynamodb.model.BackupDescription;
import software.amazon.awssdk.services.dynamodb.model.BackupDetails;
import software.amazon.awssdk.services.dynamodb.model.BackupSummary;
import software.amazon.awssdk.services.dynamodb.model.ContinuousBackupsDescription;
import software.amazon.awssdk.services.dynamodb.model.CreateBackupResponse;
import software.amazon.awssdk.services.dynamodb.model.DeleteBackupResponse;
import software.amazon.awssdk.services.dynamodb.model.DescribeBackupResponse;
import software.amazon.awssdk.services.dynamodb.model.DescribeContinuousBackupsResponse;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndexInfo;
import software.amazon.awssdk.services.dynamodb.model.ListBackupsResponse;
import software.amazon.awssdk.services.dynamodb.model.LocalSecondaryIndexInfo;
import software.amazon.awssdk.services.dynamodb.model.ProvisionedThroughput;
import software.amazon.awssdk.services.dynamodb.model.RestoreTableFromBackupResponse;
import software.amazon.awssdk.services.dynamodb.model.RestoreTableToPointInTimeResponse;
import software.amazon.awssdk.services.dynamodb.model.SSEStatus;
import software.amazon.awssdk.services.dynamodb.model.SSEType;
import software.amazon.awssdk.services.dynamodb.model.SourceTableDetails;
import software.amazon.awssdk.services.dynamodb.model.SourceTableFeatureDetails;
import software.amazon.awssdk.services.dynamodb.model.TimeToLiveStatus;
import software.amazon.awssdk.services.dynamodb.model.UpdateContinuousBackupsResponse;

/** Turns results about backups into responses. */
final class BackupResponses {
  private BackupResponses() {}

  static DescribeContinuousBackupsResponse.Builder continuous(ContinuousBackups backups) {
    return DescribeContinuousBackupsResponse.builder()
        .continuousBackupsDescription(describe(backups));
  }

  static UpdateContinuousBackupsResponse.Builder continuousUpdated(ContinuousBackups backups) {
    return UpdateContinuousBackupsResponse.builder()
        .continuousBackupsDescription(describe(backups));
  }

  private static ContinuousBackupsDescription describe(ContinuousBackups backups) {
    return ContinuousBackupsDescription.builder()
        .continuousBackupsStatus("ENABLED")
        .pointInTimeRecoveryDescription(recovery -> {
          recovery.pointInTimeRecoveryStatus(backups.status());
          if (backups.recovery().isEmpty()) return;
          recovery
              .recoveryPeriodInDays(backups.recovery().map(RecoverySettings::days).get())
              .earliestRestorableDateTime(backups.earliest().get())
              .latestRestorableDateTime(backups.latest());
        })
        .build();
  }

  static RestoreTableToPointInTimeResponse.Builder restoredToPointInTime(
      dev.trestle.engine.result.TableDescription table) {
    return RestoreTableToPointInTimeResponse.builder()
        .tableDescription(TableResponses.describe(table));
  }

  static RestoreTableFromBackupResponse.Builder restoredFromBackup(
      dev.trestle.engine.result.TableDescription table) {
    return RestoreTableFromBackupResponse.builder()
        .tableDescription(TableResponses.describe(table));
  }

  static CreateBackupResponse.Builder created(
      dev.trestle.engine.result.BackupDescription description) {
    return CreateBackupResponse.builder().backupDetails(details(description));
  }

  static DescribeBackupResponse.Builder described(
      dev.trestle.engine.result.BackupDescription description) {
    return DescribeBackupResponse.builder().backupDescription(describe(description));
  }

  static DeleteBackupResponse.Builder deleted(
      dev.trestle.engine.result.BackupDescription description) {
    return DeleteBackupResponse.builder().backupDescription(describe(description));
  }

  static ListBackupsResponse.Builder list(ListBackups.Result result) {
    return ListBackupsResponse.builder()
        .backupSummaries(result.backups().stream().map(BackupResponses::summary).toList())
        .lastEvaluatedBackupArn(result.lastEvaluatedBackupArn().orElse(null));
  }

  private static BackupDescription describe(
      dev.trestle.engine.result.BackupDescription description) {
    return BackupDescription.builder()
        .backupDetails(details(description))
        .sourceTableDetails(source(description))
        .sourceTableFeatureDetails(features(description.backup().table()))
        .build();
  }

  /** What the table had when it was backed up, and is left out if there was none. */
  private static SourceTableFeatureDetails features(TableDefinition table) {
    var shown = SourceTableFeatureDetails.builder();
    if (!table.globalIndexes().isEmpty()) {
      shown.globalSecondaryIndexes(
          table.globalIndexes().stream().map(BackupResponses::globalIndex).toList());
    }
    if (!table.localIndexes().isEmpty()) {
      shown.localSecondaryIndexes(
          table.localIndexes().stream().map(BackupResponses::localIndex).toList());
    }
    table.stream()
        .filter(StreamSettings::enabled)
        .ifPresent(stream ->
            shown.streamDescription(
                s -> s.streamEnabled(true).streamViewType(stream.view().name())));
    table
        .timeToLive()
        .ifPresent(ttl ->
            shown.timeToLiveDescription(
                t -> t.timeToLiveStatus(TimeToLiveStatus.ENABLED).attributeName(ttl.attribute())));
    if (table.encryptedByCustomerKey()) {
      shown.sseDescription(sse -> sse.status(SSEStatus.ENABLED).sseType(SSEType.KMS));
    }
    return shown.build();
  }

  private static GlobalSecondaryIndexInfo globalIndex(SecondaryIndex index) {
    return GlobalSecondaryIndexInfo.builder()
        .indexName(index.name())
        .keySchema(TableResponses.keySchema(index.keys()))
        .projection(TableResponses.projection(index.projection()))
        .provisionedThroughput(units(index.throughput()))
        .onDemandThroughput(TableResponses.maximum(index.maximum()))
        .build();
  }

  private static LocalSecondaryIndexInfo localIndex(SecondaryIndex index) {
    return LocalSecondaryIndexInfo.builder()
        .indexName(index.name())
        .keySchema(TableResponses.keySchema(index.keys()))
        .projection(TableResponses.projection(index.projection()))
        .build();
  }

  private static ProvisionedThroughput units(ProvisionedUnits units) {
    return ProvisionedThroughput.builder()
        .readCapacityUnits(units.readUnits())
        .writeCapacityUnits(units.writeUnits())
        .build();
  }

  private static BackupDetails details(dev.trestle.engine.result.BackupDescription description) {
    var backup = description.backup();
    return BackupDetails.builder()
        .backupArn(description.arn())
        .backupName(backup.name())
        .backupStatus(description.status())
        .backupType(backup.kind().name())
        .backupCreationDateTime(backup.created())
        .backupExpiryDateTime(backup.expires().orElse(null))
        .backupSizeBytes(backup.bytes())
        .build();
  }

  private static SourceTableDetails source(
      dev.trestle.engine.result.BackupDescription description) {
    var backup = description.backup();
    var table = backup.table();
    return SourceTableDetails.builder()
        .tableName(table.name())
        .tableId(table.uuid())
        .tableArn(description.tableArn())
        .tableSizeBytes(backup.bytes())
        .itemCount(backup.items())
        .keySchema(TableResponses.keySchema(table.keys()))
        .tableCreationDateTime(table.created())
        .billingMode(table.billing().name())
        .provisionedThroughput(units(table.throughput()))
        .onDemandThroughput(TableResponses.maximum(table.maximum()))
        .build();
  }

  private static BackupSummary summary(dev.trestle.engine.result.BackupDescription description) {
    var backup = description.backup();
    return BackupSummary.builder()
        .tableName(backup.table().name())
        .tableId(backup.table().uuid())
        .tableArn(description.tableArn())
        .backupArn(description.arn())
        .backupName(backup.name())
        .backupStatus(description.status())
        .backupType(backup.kind().name())
        .backupCreationDateTime(backup.created())
        .backupExpiryDateTime(backup.expires().orElse(null))
        .backupSizeBytes(backup.bytes())
        .build();
  }
}
