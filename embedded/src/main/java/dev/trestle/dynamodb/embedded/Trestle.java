package dev.trestle.dynamodb.embedded;

import dev.trestle.engine.Engine;
import dev.trestle.engine.EngineOptions;
import java.nio.file.Path;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

/**
 * DynamoDB in this process: an engine and the AWS SDK's clients on it. The clients are thread-safe.
 * Closing a client does nothing; closing this closes the engine.
 *
 * <p>Nothing is retried: throttling reaches the caller at once.
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

  /** Opens durable data in a folder, which is created if it does not exist. */
  public static Trestle open(Path folder) {
    return open(EngineOptions.at(folder));
  }

  /** Opens an engine with options, such as a clock of your own or another durability. */
  public static Trestle open(EngineOptions options) {
    return new Trestle(options);
  }

  /** Opens an engine whose data is lost when it is closed. */
  public static Trestle inMemory() {
    return open(EngineOptions.inMemory());
  }

  /** The client of the SDK. Calls run on the calling thread. */
  public DynamoDbClient client() {
    return client;
  }

  /** Each call runs on a virtual thread of its own. */
  public DynamoDbAsyncClient asyncClient() {
    return asyncClient;
  }

  /** The client for the streams of the tables. Calls run on the calling thread. */
  public DynamoDbStreamsClient streamsClient() {
    return streamsClient;
  }

  /** The engine below the clients, for housekeeping, backups and statistics. */
  public Engine engine() {
    return engine;
  }

  /** Waits for requests under way, then closes the engine. */
  @Override
  public void close() {
    engine.close();
  }
}
