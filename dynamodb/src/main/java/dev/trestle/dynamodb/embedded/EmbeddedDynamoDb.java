package dev.trestle.dynamodb.embedded;

import dev.trestle.engine.Engine;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbServiceClientConfiguration;
import software.amazon.awssdk.services.dynamodb.model.*;
import software.amazon.awssdk.services.dynamodb.waiters.DynamoDbWaiter;

/** The SDK's client, straight on the engine. */
final class EmbeddedDynamoDb extends AbsentOperations {
  private final Calls calls;
  private final DynamoDbServiceClientConfiguration configuration;

  EmbeddedDynamoDb(Engine engine, Region region) {
    this.calls = new Calls(engine);
    this.configuration = DynamoDbServiceClientConfiguration.builder().region(region).build();
  }

  @Override
  public GetItemResponse getItem(GetItemRequest request) {
    return calls.call(request, ItemRequests::get, ItemAnswers::get).build();
  }

  @Override
  public PutItemResponse putItem(PutItemRequest request) {
    return calls.call(request, ItemRequests::put, ItemAnswers::put).build();
  }

  @Override
  public UpdateItemResponse updateItem(UpdateItemRequest request) {
    return calls.call(request, ItemRequests::update, ItemAnswers::update).build();
  }

  @Override
  public DeleteItemResponse deleteItem(DeleteItemRequest request) {
    return calls.call(request, ItemRequests::delete, ItemAnswers::delete).build();
  }

  @Override
  public QueryResponse query(QueryRequest request) {
    return calls.call(request, ItemRequests::query, ItemAnswers::query).build();
  }

  @Override
  public ScanResponse scan(ScanRequest request) {
    return calls.call(request, ItemRequests::scan, ItemAnswers::scan).build();
  }

  @Override
  public BatchGetItemResponse batchGetItem(BatchGetItemRequest request) {
    return calls.call(request, GroupRequests::batchGet, GroupAnswers::batchGet).build();
  }

  @Override
  public BatchWriteItemResponse batchWriteItem(BatchWriteItemRequest request) {
    return calls.call(request, GroupRequests::batchWrite, GroupAnswers::batchWrite).build();
  }

  @Override
  public TransactGetItemsResponse transactGetItems(TransactGetItemsRequest request) {
    return calls.call(request, GroupRequests::transactGet, GroupAnswers::transactGet).build();
  }

  @Override
  public TransactWriteItemsResponse transactWriteItems(TransactWriteItemsRequest request) {
    return calls.call(request, GroupRequests::transactWrite, GroupAnswers::transactWrite).build();
  }

  @Override
  public ExecuteStatementResponse executeStatement(ExecuteStatementRequest request) {
    return calls.call(request, StatementRequests::execute, StatementAnswers::execute).build();
  }

  @Override
  public BatchExecuteStatementResponse batchExecuteStatement(BatchExecuteStatementRequest request) {
    return calls.call(request, StatementRequests::batch, StatementAnswers::batch).build();
  }

  @Override
  public ExecuteTransactionResponse executeTransaction(ExecuteTransactionRequest request) {
    return calls
        .call(request, StatementRequests::transaction, StatementAnswers::transaction)
        .build();
  }

  @Override
  public CreateTableResponse createTable(CreateTableRequest request) {
    return calls.call(request, TableRequests::create, TableAnswers::created).build();
  }

  @Override
  public UpdateTableResponse updateTable(UpdateTableRequest request) {
    return calls.call(request, TableRequests::update, TableAnswers::updated).build();
  }

  @Override
  public DescribeTableResponse describeTable(DescribeTableRequest request) {
    return calls.call(request, TableRequests::describe, TableAnswers::described).build();
  }

  @Override
  public DeleteTableResponse deleteTable(DeleteTableRequest request) {
    return calls.call(request, TableRequests::delete, TableAnswers::deleted).build();
  }

  @Override
  public ListTablesResponse listTables(ListTablesRequest request) {
    return calls.call(request, TableRequests::list, TableAnswers::list).build();
  }

  @Override
  public DescribeTimeToLiveResponse describeTimeToLive(DescribeTimeToLiveRequest request) {
    return calls.call(request, TableRequests::describeTimeToLive, TableAnswers::timeToLive).build();
  }

  @Override
  public UpdateTimeToLiveResponse updateTimeToLive(UpdateTimeToLiveRequest request) {
    return calls.call(request, TableRequests::updateTimeToLive, TableAnswers::timeToLive).build();
  }

  @Override
  public TagResourceResponse tagResource(TagResourceRequest request) {
    return calls.call(request, TableRequests::tag, TableAnswers::tagged).build();
  }

  @Override
  public UntagResourceResponse untagResource(UntagResourceRequest request) {
    return calls.call(request, TableRequests::untag, TableAnswers::untagged).build();
  }

  @Override
  public ListTagsOfResourceResponse listTagsOfResource(ListTagsOfResourceRequest request) {
    return calls.call(request, TableRequests::tags, TableAnswers::tags).build();
  }

  @Override
  public DescribeLimitsResponse describeLimits(DescribeLimitsRequest request) {
    return calls.call(request, TableRequests::limits, TableAnswers::limits).build();
  }

  @Override
  public DescribeEndpointsResponse describeEndpoints(DescribeEndpointsRequest request) {
    var address = "dynamodb." + configuration.region() + ".amazonaws.com";
    return Calls.answered(TableAnswers.endpoints(address)).build();
  }

  @Override
  public DynamoDbWaiter waiter() {
    return DynamoDbWaiter.builder()
        .client(this)
        .overrideConfiguration(Waiting.CONFIGURATION)
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

  /** Does nothing: the engine belongs to {@link Trestle}. */
  @Override
  public void close() {}
}
