package dev.trestle.dynamodb.embedded;

import dev.trestle.engine.Engine;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.model.DescribeStreamRequest;
import software.amazon.awssdk.services.dynamodb.model.DescribeStreamResponse;
import software.amazon.awssdk.services.dynamodb.model.GetRecordsRequest;
import software.amazon.awssdk.services.dynamodb.model.GetRecordsResponse;
import software.amazon.awssdk.services.dynamodb.model.GetShardIteratorRequest;
import software.amazon.awssdk.services.dynamodb.model.GetShardIteratorResponse;
import software.amazon.awssdk.services.dynamodb.model.ListStreamsRequest;
import software.amazon.awssdk.services.dynamodb.model.ListStreamsResponse;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsServiceClientConfiguration;

/** The SDK's streams client, directly on the engine. */
final class EmbeddedStreams implements DynamoDbStreamsClient {
  private final OperationRunner runner;
  private final DynamoDbStreamsServiceClientConfiguration configuration;

  EmbeddedStreams(Engine engine, Region region) {
    this.runner = new OperationRunner(engine);
    this.configuration = DynamoDbStreamsServiceClientConfiguration.builder().region(region).build();
  }

  @Override
  public ListStreamsResponse listStreams(ListStreamsRequest request) {
    return runner.run(request, StreamRequests::list, StreamResponses::list).build();
  }

  @Override
  public DescribeStreamResponse describeStream(DescribeStreamRequest request) {
    return runner.run(request, StreamRequests::describe, StreamResponses::describe).build();
  }

  @Override
  public GetShardIteratorResponse getShardIterator(GetShardIteratorRequest request) {
    return runner.run(request, StreamRequests::iterator, StreamResponses::iterator).build();
  }

  @Override
  public GetRecordsResponse getRecords(GetRecordsRequest request) {
    return runner.run(request, StreamRequests::records, StreamResponses::records).build();
  }

  @Override
  public String serviceName() {
    return SERVICE_NAME;
  }

  @Override
  public DynamoDbStreamsServiceClientConfiguration serviceClientConfiguration() {
    return configuration;
  }

  /** Does nothing; the engine is closed by {@link Trestle}. */
  @Override
  public void close() {}
}
