package dev.trestle.dynamodb.embedded;

import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.*;

/**
 * The operations of DynamoDB's API that the engine does not have. Each throws the exception of a
 * service that does not know the operation, since callers do not expect the interface's default, an
 * UnsupportedOperationException.
 */
abstract class UnsupportedOperations implements DynamoDbClient {
  @Override
  public CreateGlobalTableResponse createGlobalTable(CreateGlobalTableRequest request) {
    throw SdkExceptions.unknown("CreateGlobalTable");
  }

  @Override
  public DeleteResourcePolicyResponse deleteResourcePolicy(DeleteResourcePolicyRequest request) {
    throw SdkExceptions.unknown("DeleteResourcePolicy");
  }

  @Override
  public DescribeContributorInsightsResponse describeContributorInsights(
      DescribeContributorInsightsRequest request) {
    throw SdkExceptions.unknown("DescribeContributorInsights");
  }

  @Override
  public DescribeGlobalTableResponse describeGlobalTable(DescribeGlobalTableRequest request) {
    throw SdkExceptions.unknown("DescribeGlobalTable");
  }

  @Override
  public DescribeGlobalTableSettingsResponse describeGlobalTableSettings(
      DescribeGlobalTableSettingsRequest request) {
    throw SdkExceptions.unknown("DescribeGlobalTableSettings");
  }

  @Override
  public DescribeKinesisStreamingDestinationResponse describeKinesisStreamingDestination(
      DescribeKinesisStreamingDestinationRequest request) {
    throw SdkExceptions.unknown("DescribeKinesisStreamingDestination");
  }

  @Override
  public DescribeTableReplicaAutoScalingResponse describeTableReplicaAutoScaling(
      DescribeTableReplicaAutoScalingRequest request) {
    throw SdkExceptions.unknown("DescribeTableReplicaAutoScaling");
  }

  @Override
  public DisableKinesisStreamingDestinationResponse disableKinesisStreamingDestination(
      DisableKinesisStreamingDestinationRequest request) {
    throw SdkExceptions.unknown("DisableKinesisStreamingDestination");
  }

  @Override
  public EnableKinesisStreamingDestinationResponse enableKinesisStreamingDestination(
      EnableKinesisStreamingDestinationRequest request) {
    throw SdkExceptions.unknown("EnableKinesisStreamingDestination");
  }

  @Override
  public GetResourcePolicyResponse getResourcePolicy(GetResourcePolicyRequest request) {
    throw SdkExceptions.unknown("GetResourcePolicy");
  }

  @Override
  public ListContributorInsightsResponse listContributorInsights(
      ListContributorInsightsRequest request) {
    throw SdkExceptions.unknown("ListContributorInsights");
  }

  @Override
  public ListGlobalTablesResponse listGlobalTables(ListGlobalTablesRequest request) {
    throw SdkExceptions.unknown("ListGlobalTables");
  }

  @Override
  public PutResourcePolicyResponse putResourcePolicy(PutResourcePolicyRequest request) {
    throw SdkExceptions.unknown("PutResourcePolicy");
  }

  @Override
  public SearchVectorsResponse searchVectors(SearchVectorsRequest request) {
    throw SdkExceptions.unknown("SearchVectors");
  }

  @Override
  public UpdateContributorInsightsResponse updateContributorInsights(
      UpdateContributorInsightsRequest request) {
    throw SdkExceptions.unknown("UpdateContributorInsights");
  }

  @Override
  public UpdateGlobalTableResponse updateGlobalTable(UpdateGlobalTableRequest request) {
    throw SdkExceptions.unknown("UpdateGlobalTable");
  }

  @Override
  public UpdateGlobalTableSettingsResponse updateGlobalTableSettings(
      UpdateGlobalTableSettingsRequest request) {
    throw SdkExceptions.unknown("UpdateGlobalTableSettings");
  }

  @Override
  public UpdateKinesisStreamingDestinationResponse updateKinesisStreamingDestination(
      UpdateKinesisStreamingDestinationRequest request) {
    throw SdkExceptions.unknown("UpdateKinesisStreamingDestination");
  }

  @Override
  public UpdateTableReplicaAutoScalingResponse updateTableReplicaAutoScaling(
      UpdateTableReplicaAutoScalingRequest request) {
    throw SdkExceptions.unknown("UpdateTableReplicaAutoScaling");
  }
}
