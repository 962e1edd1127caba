package dev.trestle.dynamodb.embedded;

import dev.trestle.engine.Engine;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbServiceClientConfiguration;
import software.amazon.awssdk.services.dynamodb.model.*;
import software.amazon.awssdk.services.dynamodb.waiters.DynamoDbWaiter;

/** The SDK's client, directly on the engine. */
final class EmbeddedDynamoDb extends UnsupportedOperations {
  private final OperationRunner runner;
  private final DynamoDbServiceClientConfiguration configuration;

  EmbeddedDynamoDb(Engine engine, Region region) {
    this.runner = new OperationRunner(engine);
    this.configuration = DynamoDbServiceClientConfiguration.builder().region(region).build();
  }

  @Override
  public GetItemResponse getItem(GetItemRequest request) {
    return runner.run(request, ItemRequests::get, ItemResponses::get).build();
  }

  @Override
  public PutItemResponse putItem(PutItemRequest request) {
    return runner.run(request, ItemRequests::put, ItemResponses::put).build();
  }

  @Override
  public UpdateItemResponse updateItem(UpdateItemRequest request) {
    return runner.run(request, ItemRequests::update, ItemResponses::update).build();
  }

  @Override
  public DeleteItemResponse deleteItem(DeleteItemRequest request) {
    return runner.run(request, ItemRequests::delete, ItemResponses::delete).build();
  }

  @Override
  public QueryResponse query(QueryRequest request) {
    return runner.run(request, ItemRequests::query, ItemResponses::query).build();
  }

  @Override
  public ScanResponse scan(ScanRequest request) {
    return runner.run(request, ItemRequests::scan, ItemResponses::scan).build();
  }

  @Override
  public BatchGetItemResponse batchGetItem(BatchGetItemRequest request) {
    return runner.run(request, MultiItemRequests::batchGet, MultiItemResponses::batchGet).build();
  }

  @Override
  public BatchWriteItemResponse batchWriteItem(BatchWriteItemRequest request) {
    return runner
        .run(request, MultiItemRequests::batchWrite, MultiItemResponses::batchWrite)
        .build();
  }

  @Override
  public TransactGetItemsResponse transactGetItems(TransactGetItemsRequest request) {
    return runner
        .run(request, MultiItemRequests::transactGet, MultiItemResponses::transactGet)
        .build();
  }

  @Override
  public TransactWriteItemsResponse transactWriteItems(TransactWriteItemsRequest request) {
    return runner
        .run(request, MultiItemRequests::transactWrite, MultiItemResponses::transactWrite)
        .build();
  }

  @Override
  public ExecuteStatementResponse executeStatement(ExecuteStatementRequest request) {
    return runner.run(request, StatementRequests::execute, StatementResponses::execute).build();
  }

  @Override
  public BatchExecuteStatementResponse batchExecuteStatement(BatchExecuteStatementRequest request) {
    return runner.run(request, StatementRequests::batch, StatementResponses::batch).build();
  }

  @Override
  public ExecuteTransactionResponse executeTransaction(ExecuteTransactionRequest request) {
    return runner
        .run(request, StatementRequests::transaction, StatementResponses::transaction)
        .build();
  }

  @Override
  public CreateTableResponse createTable(CreateTableRequest request) {
    return runner.run(request, TableRequests::create, TableResponses::created).build();
  }

  @Override
  public UpdateTableResponse updateTable(UpdateTableRequest request) {
    return runner.run(request, TableRequests::update, TableResponses::updated).build();
  }

  @Override
  public DescribeTableResponse describeTable(DescribeTableRequest request) {
    return runner.run(request, TableRequests::describe, TableResponses::described).build();
  }

  @Override
  public DeleteTableResponse deleteTable(DeleteTableRequest request) {
    return runner.run(request, TableRequests::delete, TableResponses::deleted).build();
  }

  @Override
  public ListTablesResponse listTables(ListTablesRequest request) {
    return runner.run(request, TableRequests::list, TableResponses::list).build();
  }

  @Override
  public DescribeTimeToLiveResponse describeTimeToLive(DescribeTimeToLiveRequest request) {
    return runner
        .run(request, TableRequests::describeTimeToLive, TableResponses::timeToLive)
        .build();
  }

  @Override
  public UpdateTimeToLiveResponse updateTimeToLive(UpdateTimeToLiveRequest request) {
    return runner.run(request, TableRequests::updateTimeToLive, TableResponses::timeToLive).build();
  }

  @Override
  public DescribeContinuousBackupsResponse describeContinuousBackups(
      DescribeContinuousBackupsRequest request) {
    return runner
        .run(request, BackupRequests::describeContinuous, BackupResponses::continuous)
        .build();
  }

  @Override
  public UpdateContinuousBackupsResponse updateContinuousBackups(
      UpdateContinuousBackupsRequest request) {
    return runner
        .run(request, BackupRequests::updateContinuous, BackupResponses::continuousUpdated)
        .build();
  }

  @Override
  public RestoreTableToPointInTimeResponse restoreTableToPointInTime(
      RestoreTableToPointInTimeRequest request) {
    return runner
        .run(request, BackupRequests::restoreToPointInTime, BackupResponses::restoredToPointInTime)
        .build();
  }

  @Override
  public CreateBackupResponse createBackup(CreateBackupRequest request) {
    return runner.run(request, BackupRequests::create, BackupResponses::created).build();
  }

  @Override
  public DescribeBackupResponse describeBackup(DescribeBackupRequest request) {
    return runner.run(request, BackupRequests::describe, BackupResponses::described).build();
  }

  @Override
  public ListBackupsResponse listBackups(ListBackupsRequest request) {
    return runner.run(request, BackupRequests::list, BackupResponses::list).build();
  }

  @Override
  public DeleteBackupResponse deleteBackup(DeleteBackupRequest request) {
    return runner.run(request, BackupRequests::delete, BackupResponses::deleted).build();
  }

  @Override
  public RestoreTableFromBackupResponse restoreTableFromBackup(
      RestoreTableFromBackupRequest request) {
    return runner
        .run(request, BackupRequests::restoreFromBackup, BackupResponses::restoredFromBackup)
        .build();
  }

  @Override
  public ExportTableToPointInTimeResponse exportTableToPointInTime(
      ExportTableToPointInTimeRequest request) {
    return runner.run(request, TransferRequests::export, TransferResponses::exportStarted).build();
  }

  @Override
  public DescribeExportResponse describeExport(DescribeExportRequest request) {
    return runner
        .run(request, TransferRequests::describeExport, TransferResponses::exportDescribed)
        .build();
  }

  @Override
  public ListExportsResponse listExports(ListExportsRequest request) {
    return runner.run(request, TransferRequests::listExports, TransferResponses::exports).build();
  }

  @Override
  public ImportTableResponse importTable(ImportTableRequest request) {
    return runner
        .run(request, TransferRequests::importTable, TransferResponses::importStarted)
        .build();
  }

  @Override
  public DescribeImportResponse describeImport(DescribeImportRequest request) {
    return runner
        .run(request, TransferRequests::describeImport, TransferResponses::importDescribed)
        .build();
  }

  @Override
  public ListImportsResponse listImports(ListImportsRequest request) {
    return runner.run(request, TransferRequests::listImports, TransferResponses::imports).build();
  }

  @Override
  public TagResourceResponse tagResource(TagResourceRequest request) {
    return runner.run(request, TableRequests::tag, TableResponses::tagged).build();
  }

  @Override
  public UntagResourceResponse untagResource(UntagResourceRequest request) {
    return runner.run(request, TableRequests::untag, TableResponses::untagged).build();
  }

  @Override
  public ListTagsOfResourceResponse listTagsOfResource(ListTagsOfResourceRequest request) {
    return runner.run(request, TableRequests::tags, TableResponses::tags).build();
  }

  @Override
  public DescribeLimitsResponse describeLimits(DescribeLimitsRequest request) {
    return runner.run(request, TableRequests::limits, TableResponses::limits).build();
  }

  @Override
  public DescribeEndpointsResponse describeEndpoints(DescribeEndpointsRequest request) {
    var address = "dynamodb." + configuration.region() + ".amazonaws.com";
    return OperationRunner.withMetadata(TableResponses.endpoints(address)).build();
  }

  @Override
  public DynamoDbWaiter waiter() {
    return DynamoDbWaiter.builder()
        .client(this)
        .overrideConfiguration(WaiterDefaults.CONFIGURATION)
        .build();
  }

  @Override
  public String serviceName() {
    return SERVICE_NAME;
  }

  @Override
  public DynamoDbServiceClientConfiguration serviceClientConfiguration() {
    return configuration;
  }

  /** Does nothing; the engine is closed by {@link Trestle}. */
  @Override
  public void close() {}
}
