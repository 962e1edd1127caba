package dev.trestle.dynamodb.embedded;

import dev.trestle.engine.Engine;
import dev.trestle.engine.EngineOptions;
import java.nio.file.Path;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

/**
 * A DynamoDB in this process: an engine, and the AWS SDK's clients over it. The clients may be used
 * by any number of threads; closing one of them does nothing, closing this lets go of the data.
 *
 * <p>Nothing is retried: a refusal for want of capacity reaches the caller at once, who decides.
 */
public final class Trestle implements AutoCloseable {
  private final Engine engine;
  private final DynamoDbClient client;
  private final DynamoDbAsyncClient asyncClient;
  private final DynamoDbStreamsClient streamsClient;

  private Trestle(EngineOptions options) {
    engine = Engine.open(options);
    var region = Region.of(options.region());
    client = new EmbeddedDynamoDb(engine, region);
    asyncClient = new EmbeddedAsyncDynamoDb(client);
    streamsClient = new EmbeddedStreams(engine, region);
  }

  /** Durable data in this folder, which is made where there is none. */
  public static Trestle open(Path folder) {
    return open(EngineOptions.at(folder));
  }

  public static Trestle open(EngineOptions options) {
    return new Trestle(options);
  }

  /** Data that is gone when this is closed. */
  public static Trestle inMemory() {
    return open(EngineOptions.inMemory());
  }

  public DynamoDbClient client() {
    return client;
  }

  /** Each call runs on a virtual thread of its own. */
  public DynamoDbAsyncClient asyncClient() {
    return asyncClient;
  }

  public DynamoDbStreamsClient streamsClient() {
    return streamsClient;
  }

  public Engine engine() {
    return engine;
  }

  /** Waits for the requests under way and lets go of the data. */
  @Override
  public void close() {
    engine.close();
  }
}
