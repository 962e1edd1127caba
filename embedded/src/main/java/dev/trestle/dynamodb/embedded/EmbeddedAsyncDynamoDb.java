package dev.trestle.dynamodb.embedded;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Function;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbServiceClientConfiguration;
import software.amazon.awssdk.services.dynamodb.model.*;
import software.amazon.awssdk.services.dynamodb.waiters.DynamoDbAsyncWaiter;

/** The SDK's asynchronous client. Each call runs on a virtual thread of its own. */
final class EmbeddedAsyncDynamoDb implements DynamoDbAsyncClient {
  private final DynamoDbClient client;
  private final ScheduledExecutorService waiterTimer = WaiterDefaults.timer();

  EmbeddedAsyncDynamoDb(DynamoDbClient client) {
    this.client = client;
  }

  /** Callers get the exception itself; {@code supplyAsync} would wrap it. */
  private static <Q, A> CompletableFuture<A> start(Q request, Function<Q, A> call) {
    var future = new CompletableFuture<A>();
    Thread.startVirtualThread(() -> {
      try {
        future.complete(call.apply(request));
      } catch (Throwable failure) {
        future.completeExceptionally(failure);
      }
    });
    return future;
  }

  @Override
  public CompletableFuture<BatchExecuteStatementResponse> batchExecuteStatement(
      BatchExecuteStatementRequest request) {
    return start(request, client::batchExecuteStatement);
  }

  @Override
  public CompletableFuture<BatchGetItemResponse> batchGetItem(BatchGetItemRequest request) {
    return start(request, client::batchGetItem);
  }

  @Override
  public CompletableFuture<BatchWriteItemResponse> batchWriteItem(BatchWriteItemRequest request) {
    return start(request, client::batchWriteItem);
  }

  @Override
  public CompletableFuture<CreateBackupResponse> createBackup(CreateBackupRequest request) {
    return start(request, client::createBackup);
  }

  @Override
  public CompletableFuture<CreateGlobalTableResponse> createGlobalTable(
      CreateGlobalTableRequest request) {
    return start(request, client::createGlobalTable);
  }

  @Override
  public CompletableFuture<CreateTableResponse> createTable(CreateTableRequest request) {
    return start(request, client::createTable);
  }

  @Override
  public CompletableFuture<DeleteBackupResponse> deleteBackup(DeleteBackupRequest request) {
    return start(request, client::deleteBackup);
  }

  @Override
  public CompletableFuture<DeleteItemResponse> deleteItem(DeleteItemRequest request) {
    return start(request, client::deleteItem);
  }

  @Override
  public CompletableFuture<DeleteResourcePolicyResponse> deleteResourcePolicy(
      DeleteResourcePolicyRequest request) {
    return start(request, client::deleteResourcePolicy);
  }

  @Override
  public CompletableFuture<DeleteTableResponse> deleteTable(DeleteTableRequest request) {
    return start(request, client::deleteTable);
  }

  @Override
  public CompletableFuture<DescribeBackupResponse> describeBackup(DescribeBackupRequest request) {
    return start(request, client::describeBackup);
  }

  @Override
  public CompletableFuture<DescribeContinuousBackupsResponse> describeContinuousBackups(
      DescribeContinuousBackupsRequest request) {
    return start(request, client::describeContinuousBackups);
  }

  @Override
  public CompletableFuture<DescribeContributorInsightsResponse> describeContributorInsights(
      DescribeContributorInsightsRequest request) {
    return start(request, client::describeContributorInsights);
  }

  @Override
  public CompletableFuture<DescribeEndpointsResponse> describeEndpoints(
      DescribeEndpointsRequest request) {
    return start(request, client::describeEndpoints);
  }

  @Override
  public CompletableFuture<DescribeExportResponse> describeExport(DescribeExportRequest request) {
    return start(request, client::describeExport);
  }

  @Override
  public CompletableFuture<DescribeGlobalTableResponse> describeGlobalTable(
      DescribeGlobalTableRequest request) {
    return start(request, client::describeGlobalTable);
  }

  @Override
  public CompletableFuture<DescribeGlobalTableSettingsResponse> describeGlobalTableSettings(
      DescribeGlobalTableSettingsRequest request) {
    return start(request, client::describeGlobalTableSettings);
  }

  @Override
  public CompletableFuture<DescribeImportResponse> describeImport(DescribeImportRequest request) {
    return start(request, client::describeImport);
  }

  @Override
  public CompletableFuture<DescribeKinesisStreamingDestinationResponse>
      describeKinesisStreamingDestination(DescribeKinesisStreamingDestinationRequest request) {
    return start(request, client::describeKinesisStreamingDestination);
  }

  @Override
  public CompletableFuture<DescribeLimitsResponse> describeLimits(DescribeLimitsRequest request) {
    return start(request, client::describeLimits);
  }

  @Override
  public CompletableFuture<DescribeTableResponse> describeTable(DescribeTableRequest request) {
    return start(request, client::describeTable);
  }

  @Override
  public CompletableFuture<DescribeTableReplicaAutoScalingResponse> describeTableReplicaAutoScaling(
      DescribeTableReplicaAutoScalingRequest request) {
    return start(request, client::describeTableReplicaAutoScaling);
  }

  @Override
  public CompletableFuture<DescribeTimeToLiveResponse> describeTimeToLive(
      DescribeTimeToLiveRequest request) {
    return start(request, client::describeTimeToLive);
  }

  @Override
  public CompletableFuture<DisableKinesisStreamingDestinationResponse>
      disableKinesisStreamingDestination(DisableKinesisStreamingDestinationRequest request) {
    return start(request, client::disableKinesisStreamingDestination);
  }

  @Override
  public CompletableFuture<EnableKinesisStreamingDestinationResponse>
      enableKinesisStreamingDestination(EnableKinesisStreamingDestinationRequest request) {
    return start(request, client::enableKinesisStreamingDestination);
  }

  @Override
  public CompletableFuture<ExecuteStatementResponse> executeStatement(
      ExecuteStatementRequest request) {
    return start(request, client::executeStatement);
  }

  @Override
  public CompletableFuture<ExecuteTransactionResponse> executeTransaction(
      ExecuteTransactionRequest request) {
    return start(request, client::executeTransaction);
  }

  @Override
  public CompletableFuture<ExportTableToPointInTimeResponse> exportTableToPointInTime(
      ExportTableToPointInTimeRequest request) {
    return start(request, client::exportTableToPointInTime);
  }

  @Override
  public CompletableFuture<GetItemResponse> getItem(GetItemRequest request) {
    return start(request, client::getItem);
  }

  @Override
  public CompletableFuture<GetResourcePolicyResponse> getResourcePolicy(
      GetResourcePolicyRequest request) {
    return start(request, client::getResourcePolicy);
  }

  @Override
  public CompletableFuture<ImportTableResponse> importTable(ImportTableRequest request) {
    return start(request, client::importTable);
  }

  @Override
  public CompletableFuture<ListBackupsResponse> listBackups(ListBackupsRequest request) {
    return start(request, client::listBackups);
  }

  @Override
  public CompletableFuture<ListContributorInsightsResponse> listContributorInsights(
      ListContributorInsightsRequest request) {
    return start(request, client::listContributorInsights);
  }

  @Override
  public CompletableFuture<ListExportsResponse> listExports(ListExportsRequest request) {
    return start(request, client::listExports);
  }

  @Override
  public CompletableFuture<ListGlobalTablesResponse> listGlobalTables(
      ListGlobalTablesRequest request) {
    return start(request, client::listGlobalTables);
  }

  @Override
  public CompletableFuture<ListImportsResponse> listImports(ListImportsRequest request) {
    return start(request, client::listImports);
  }

  @Override
  public CompletableFuture<ListTablesResponse> listTables(ListTablesRequest request) {
    return start(request, client::listTables);
  }

  @Override
  public CompletableFuture<ListTagsOfResourceResponse> listTagsOfResource(
      ListTagsOfResourceRequest request) {
    return start(request, client::listTagsOfResource);
  }

  @Override
  public CompletableFuture<PutItemResponse> putItem(PutItemRequest request) {
    return start(request, client::putItem);
  }

  @Override
  public CompletableFuture<PutResourcePolicyResponse> putResourcePolicy(
      PutResourcePolicyRequest request) {
    return start(request, client::putResourcePolicy);
  }

  @Override
  public CompletableFuture<QueryResponse> query(QueryRequest request) {
    return start(request, client::query);
  }

  @Override
  public CompletableFuture<RestoreTableFromBackupResponse> restoreTableFromBackup(
      RestoreTableFromBackupRequest request) {
    return start(request, client::restoreTableFromBackup);
  }

  @Override
  public CompletableFuture<RestoreTableToPointInTimeResponse> restoreTableToPointInTime(
      RestoreTableToPointInTimeRequest request) {
    return start(request, client::restoreTableToPointInTime);
  }

  @Override
  public CompletableFuture<ScanResponse> scan(ScanRequest request) {
    return start(request, client::scan);
  }

  @Override
  public CompletableFuture<SearchVectorsResponse> searchVectors(SearchVectorsRequest request) {
    return start(request, client::searchVectors);
  }

  @Override
  public CompletableFuture<TagResourceResponse> tagResource(TagResourceRequest request) {
    return start(request, client::tagResource);
  }

  @Override
  public CompletableFuture<TransactGetItemsResponse> transactGetItems(
      TransactGetItemsRequest request) {
    return start(request, client::transactGetItems);
  }

  @Override
  public CompletableFuture<TransactWriteItemsResponse> transactWriteItems(
      TransactWriteItemsRequest request) {
    return start(request, client::transactWriteItems);
  }

  @Override
  public CompletableFuture<UntagResourceResponse> untagResource(UntagResourceRequest request) {
    return start(request, client::untagResource);
  }

  @Override
  public CompletableFuture<UpdateContinuousBackupsResponse> updateContinuousBackups(
      UpdateContinuousBackupsRequest request) {
    return start(request, client::updateContinuousBackups);
  }

  @Override
  public CompletableFuture<UpdateContributorInsightsResponse> updateContributorInsights(
      UpdateContributorInsightsRequest request) {
    return start(request, client::updateContributorInsights);
  }

  @Override
  public CompletableFuture<UpdateGlobalTableResponse> updateGlobalTable(
      UpdateGlobalTableRequest request) {
    return start(request, client::updateGlobalTable);
  }

  @Override
  public CompletableFuture<UpdateGlobalTableSettingsResponse> updateGlobalTableSettings(
      UpdateGlobalTableSettingsRequest request) {
    return start(request, client::updateGlobalTableSettings);
  }

  @Override
  public CompletableFuture<UpdateItemResponse> updateItem(UpdateItemRequest request) {
    return start(request, client::updateItem);
  }

  @Override
  public CompletableFuture<UpdateKinesisStreamingDestinationResponse>
      updateKinesisStreamingDestination(UpdateKinesisStreamingDestinationRequest request) {
    return start(request, client::updateKinesisStreamingDestination);
  }

  @Override
  public CompletableFuture<UpdateTableResponse> updateTable(UpdateTableRequest request) {
    return start(request, client::updateTable);
  }

  @Override
  public CompletableFuture<UpdateTableReplicaAutoScalingResponse> updateTableReplicaAutoScaling(
      UpdateTableReplicaAutoScalingRequest request) {
    return start(request, client::updateTableReplicaAutoScaling);
  }

  @Override
  public CompletableFuture<UpdateTimeToLiveResponse> updateTimeToLive(
      UpdateTimeToLiveRequest request) {
    return start(request, client::updateTimeToLive);
  }

  /** Waiters share a timer, since each would keep a thread of its own for ever. */
  @Override
  public DynamoDbAsyncWaiter waiter() {
    return DynamoDbAsyncWaiter.builder()
        .client(this)
        .scheduledExecutorService(waiterTimer)
        .overrideConfiguration(WaiterDefaults.CONFIGURATION)
        .build();
  }

  @Override
  public String serviceName() {
    return SERVICE_NAME;
  }

  @Override
  public DynamoDbServiceClientConfiguration serviceClientConfiguration() {
    return client.serviceClientConfiguration();
  }

  /** Does nothing; the engine is closed by {@link Trestle}. */
  @Override
  public void close() {}
}
