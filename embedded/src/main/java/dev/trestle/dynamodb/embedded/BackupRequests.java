package dev.trestle.dynamodb.embedded;

import dev.trestle.engine.operation.CreateBackup;
import dev.trestle.engine.operation.DeleteBackup;
import dev.trestle.engine.operation.DescribeBackup;
import dev.trestle.engine.operation.DescribeContinuousBackups;
import dev.trestle.engine.operation.ListBackups;
import dev.trestle.engine.operation.RestoreTableFromBackup;
import dev.trestle.engine.operation.RestoreTableToPointInTime;
import dev.trestle.engine.operation.UpdateContinuousBackups;
import dev.trestle.engine.recovery.RestoreOverrides;
import software.amazon.awssdk.services.dynamodb.model.CreateBackupRequest;
import software.amazon.awssdk.services.dynamodb.model.DeleteBackupRequest;
import software.amazon.awssdk.services.dynamodb.model.DescribeBackupRequest;
import software.amazon.awssdk.services.dynamodb.model.DescribeContinuousBackupsRequest;
import software.amazon.awssdk.services.dynamodb.model.ListBackupsRequest;
import software.amazon.awssdk.services.dynamodb.model.RestoreTableFromBackupRequest;
import software.amazon.awssdk.services.dynamodb.model.RestoreTableToPointInTimeRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateContinuousBackupsRequest;

/** Turns requests about backups into operations. Absent parameters are null. */
final class BackupRequests {
  private BackupRequests() {}

  static DescribeContinuousBackups describeContinuous(DescribeContinuousBackupsRequest request) {
    return new DescribeContinuousBackups(request.tableName());
  }

  static UpdateContinuousBackups updateContinuous(UpdateContinuousBackupsRequest request) {
    var wanted = request.pointInTimeRecoverySpecification();
    return new UpdateContinuousBackups(
        request.tableName(),
        wanted == null ? null : wanted.pointInTimeRecoveryEnabled(),
        wanted == null ? null : wanted.recoveryPeriodInDays());
  }

  static RestoreTableToPointInTime restoreToPointInTime(RestoreTableToPointInTimeRequest request) {
    return new RestoreTableToPointInTime(
        request.sourceTableArn(),
        request.sourceTableName(),
        request.targetTableName(),
        request.useLatestRestorableTime(),
        request.restoreDateTime(),
        new RestoreOverrides(
            request.billingModeOverrideAsString(),
            SdkCollections.each(request.globalSecondaryIndexOverride(), TableRequests::globalIndex),
            SdkCollections.each(request.localSecondaryIndexOverride(), TableRequests::localIndex),
            TableRequests.throughput(request.provisionedThroughputOverride()),
            TableRequests.maximum(request.onDemandThroughputOverride()),
            TableRequests.encryption(request.sseSpecificationOverride())));
  }

  static CreateBackup create(CreateBackupRequest request) {
    return new CreateBackup(request.tableName(), request.backupName());
  }

  static DescribeBackup describe(DescribeBackupRequest request) {
    return new DescribeBackup(request.backupArn());
  }

  static ListBackups list(ListBackupsRequest request) {
    return new ListBackups(
        request.tableName(),
        request.limit(),
        request.timeRangeLowerBound(),
        request.timeRangeUpperBound(),
        request.exclusiveStartBackupArn(),
        request.backupTypeAsString());
  }

  static DeleteBackup delete(DeleteBackupRequest request) {
    return new DeleteBackup(request.backupArn());
  }

  static RestoreTableFromBackup restoreFromBackup(RestoreTableFromBackupRequest request) {
    return new RestoreTableFromBackup(
        request.targetTableName(),
        request.backupArn(),
        new RestoreOverrides(
            request.billingModeOverrideAsString(),
            SdkCollections.each(request.globalSecondaryIndexOverride(), TableRequests::globalIndex),
            SdkCollections.each(request.localSecondaryIndexOverride(), TableRequests::localIndex),
            TableRequests.throughput(request.provisionedThroughputOverride()),
            TableRequests.maximum(request.onDemandThroughputOverride()),
            TableRequests.encryption(request.sseSpecificationOverride())));
  }
}
