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

/** The SDK's client of streams, straight on the engine. */
final class EmbeddedStreams implements DynamoDbStreamsClient {
  private final Calls calls;
  private final DynamoDbStreamsServiceClientConfiguration configuration;

  EmbeddedStreams(Engine engine, Region region) {
    this.calls = new Calls(engine);
    this.configuration = DynamoDbStreamsServiceClientConfiguration.builder().region(region).build();
  }

  @Override
  public ListStreamsResponse listStreams(ListStreamsRequest request) {
    return calls.call(request, StreamRequests::list, StreamAnswers::list).build();
  }

  @Override
  public DescribeStreamResponse describeStream(DescribeStreamRequest request) {
    return calls.call(request, StreamRequests::describe, StreamAnswers::describe).build();
  }

  @Override
  public GetShardIteratorResponse getShardIterator(GetShardIteratorRequest request) {
    return calls.call(request, StreamRequests::iterator, StreamAnswers::iterator).build();
  }

  @Override
  public GetRecordsResponse getRecords(GetRecordsRequest request) {
    return calls.call(request, StreamRequests::records, StreamAnswers::records).build();
  }

  @Override
  public String serviceName() {
    return SERVICE_NAME;
  }

  @Override
  public DynamoDbStreamsServiceClientConfiguration serviceClientConfiguration() {
    return configuration;
  }

  /** Does nothing: the engine belongs to {@link Trestle}. */
  @Override
  public void close() {}
}
