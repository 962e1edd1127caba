package dev.trestle.dynamodb.embedded;

import dev.trestle.engine.Engine;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbServiceClientConfiguration;
import software.amazon.awssdk.services.dynamodb.model.*;

/** The SDK's client, straight on the engine. */
final class EmbeddedDynamoDb implements DynamoDbClient {
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
