package dev.trestle.dynamodb.embedded;

import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.*;

/**
 * The operations of DynamoDB's API that the engine does not have, each refused the way a service
 * refuses what it does not know. The interface's own answer, an UnsupportedOperationException, is
 * not among those that callers of a service handle.
 */
abstract class AbsentOperations implements DynamoDbClient {
  @Override
  public CreateBackupResponse createBackup(CreateBackupRequest request) {
    throw Failures.unknown("CreateBackup");
  }

  @Override
  public CreateGlobalTableResponse createGlobalTable(CreateGlobalTableRequest request) {
    throw Failures.unknown("CreateGlobalTable");
  }

  @Override
  public DeleteBackupResponse deleteBackup(DeleteBackupRequest request) {
    throw Failures.unknown("DeleteBackup");
  }

  @Override
  public DeleteResourcePolicyResponse deleteResourcePolicy(DeleteResourcePolicyRequest request) {
    throw Failures.unknown("DeleteResourcePolicy");
  }

  @Override
  public DescribeBackupResponse describeBackup(DescribeBackupRequest request) {
    throw Failures.unknown("DescribeBackup");
  }

  @Override
  public DescribeContinuousBackupsResponse describeContinuousBackups(
      DescribeContinuousBackupsRequest request) {
    throw Failures.unknown("DescribeContinuousBackups");
  }

  @Override
  public DescribeContributorInsightsResponse describeContributorInsights(
      DescribeContributorInsightsRequest request) {
    throw Failures.unknown("DescribeContributorInsights");
  }

  @Override
  public DescribeExportResponse describeExport(DescribeExportRequest request) {
    throw Failures.unknown("DescribeExport");
  }

  @Override
  public DescribeGlobalTableResponse describeGlobalTable(DescribeGlobalTableRequest request) {
    throw Failures.unknown("DescribeGlobalTable");
  }

  @Override
  public DescribeGlobalTableSettingsResponse describeGlobalTableSettings(
      DescribeGlobalTableSettingsRequest request) {
    throw Failures.unknown("DescribeGlobalTableSettings");
  }

  @Override
  public DescribeImportResponse describeImport(DescribeImportRequest request) {
    throw Failures.unknown("DescribeImport");
  }

  @Override
  public DescribeKinesisStreamingDestinationResponse describeKinesisStreamingDestination(
      DescribeKinesisStreamingDestinationRequest request) {
    throw Failures.unknown("DescribeKinesisStreamingDestination");
  }

  @Override
  public DescribeTableReplicaAutoScalingResponse describeTableReplicaAutoScaling(
      DescribeTableReplicaAutoScalingRequest request) {
    throw Failures.unknown("DescribeTableReplicaAutoScaling");
  }

  @Override
  public DisableKinesisStreamingDestinationResponse disableKinesisStreamingDestination(
      DisableKinesisStreamingDestinationRequest request) {
    throw Failures.unknown("DisableKinesisStreamingDestination");
  }

  @Override
  public EnableKinesisStreamingDestinationResponse enableKinesisStreamingDestination(
      EnableKinesisStreamingDestinationRequest request) {
    throw Failures.unknown("EnableKinesisStreamingDestination");
  }

  @Override
  public ExportTableToPointInTimeResponse exportTableToPointInTime(
      ExportTableToPointInTimeRequest request) {
    throw Failures.unknown("ExportTableToPointInTime");
  }

  @Override
  public GetResourcePolicyResponse getResourcePolicy(GetResourcePolicyRequest request) {
    throw Failures.unknown("GetResourcePolicy");
  }

  @Override
  public ImportTableResponse importTable(ImportTableRequest request) {
    throw Failures.unknown("ImportTable");
  }

  @Override
  public ListBackupsResponse listBackups(ListBackupsRequest request) {
    throw Failures.unknown("ListBackups");
  }

  @Override
  public ListContributorInsightsResponse listContributorInsights(
      ListContributorInsightsRequest request) {
    throw Failures.unknown("ListContributorInsights");
  }

  @Override
  public ListExportsResponse listExports(ListExportsRequest request) {
    throw Failures.unknown("ListExports");
  }

  @Override
  public ListGlobalTablesResponse listGlobalTables(ListGlobalTablesRequest request) {
    throw Failures.unknown("ListGlobalTables");
  }

  @Override
  public ListImportsResponse listImports(ListImportsRequest request) {
    throw Failures.unknown("ListImports");
  }

  @Override
  public PutResourcePolicyResponse putResourcePolicy(PutResourcePolicyRequest request) {
    throw Failures.unknown("PutResourcePolicy");
  }

  @Override
  public RestoreTableFromBackupResponse restoreTableFromBackup(
      RestoreTableFromBackupRequest request) {
    throw Failures.unknown("RestoreTableFromBackup");
  }

  @Override
  public RestoreTableToPointInTimeResponse restoreTableToPointInTime(
      RestoreTableToPointInTimeRequest request) {
    throw Failures.unknown("RestoreTableToPointInTime");
  }

  @Override
  public SearchVectorsResponse searchVectors(SearchVectorsRequest request) {
    throw Failures.unknown("SearchVectors");
  }

  @Override
  public UpdateContinuousBackupsResponse updateContinuousBackups(
      UpdateContinuousBackupsRequest request) {
    throw Failures.unknown("UpdateContinuousBackups");
  }

  @Override
  public UpdateContributorInsightsResponse updateContributorInsights(
      UpdateContributorInsightsRequest request) {
    throw Failures.unknown("UpdateContributorInsights");
  }

  @Override
  public UpdateGlobalTableResponse updateGlobalTable(UpdateGlobalTableRequest request) {
    throw Failures.unknown("UpdateGlobalTable");
  }

  @Override
  public UpdateGlobalTableSettingsResponse updateGlobalTableSettings(
      UpdateGlobalTableSettingsRequest request) {
    throw Failures.unknown("UpdateGlobalTableSettings");
  }

  @Override
  public UpdateKinesisStreamingDestinationResponse updateKinesisStreamingDestination(
      UpdateKinesisStreamingDestinationRequest request) {
    throw Failures.unknown("UpdateKinesisStreamingDestination");
  }

  @Override
  public UpdateTableReplicaAutoScalingResponse updateTableReplicaAutoScaling(
      UpdateTableReplicaAutoScalingRequest request) {
    throw Failures.unknown("UpdateTableReplicaAutoScaling");
  }
}
