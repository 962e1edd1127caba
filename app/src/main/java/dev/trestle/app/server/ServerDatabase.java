package dev.trestle.app.server;

import dev.trestle.app.backup.OpenFolder;
import dev.trestle.cli.EndpointCredentials;
import dev.trestle.dynamodb.embedded.Trestle;
import dev.trestle.engine.Engine;
import dev.trestle.platform.feed.FeedOptions;
import java.net.URI;
import java.util.Optional;
import java.util.regex.Pattern;
import software.amazon.awssdk.core.client.config.ClientOverrideConfiguration;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.retries.DefaultRetryStrategy;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

/** Where the tables of the systems are: in this process, or behind a DynamoDB endpoint. */
sealed interface ServerDatabase extends AutoCloseable {
  DynamoDbClient client();

  DynamoDbStreamsClient streams();

  /** The engine, if it runs in this process. */
  Optional<Engine> engine();

  /** The data folder, if the engine runs in this process and not in memory. */
  Optional<OpenFolder> folder();

  /**
   * How this server reads streams and names itself among the lease holders.
   *
   * @param server an id that no other server has
   */
  FeedOptions feeds(String server);

  @Override
  void close();

  /** The engine in this process. */
  record Embedded(RunningDatabase running) implements ServerDatabase {
    /**
     * Always the same name: the lock on the data folder keeps other servers out, so a restarted
     * server can take its own leases back at once.
     */
    private static final String MEMBER = "server";

    @Override
    public DynamoDbClient client() {
      return trestle().client();
    }

    @Override
    public DynamoDbStreamsClient streams() {
      return trestle().streamsClient();
    }

    @Override
    public Optional<Engine> engine() {
      return Optional.of(trestle().engine());
    }

    @Override
    public Optional<OpenFolder> folder() {
      return running.folder();
    }

    private Trestle trestle() {
      return running.trestle();
    }

    @Override
    public FeedOptions feeds(String server) {
      var engine = trestle().engine();
      return FeedOptions.woken(MEMBER, engine::awaitRecords);
    }

    @Override
    public void close() {
      running.close();
    }
  }

  /** A DynamoDB endpoint. */
  record Remote(DynamoDbClient client, DynamoDbStreamsClient streams) implements ServerDatabase {
    private static final Pattern AWS = Pattern.compile("dynamodb\\.([a-z0-9-]+)\\.amazonaws\\.com");

    /** AWS has a second endpoint for streams; elsewhere one endpoint serves both. */
    static Remote at(URI endpoint, String region) {
      // The store knows which requests may be repeated, so the client must not retry.
      var once =
          ClientOverrideConfiguration.builder()
              .retryStrategy(DefaultRetryStrategy.doNotRetry())
              .build();
      var tables = DynamoDbClient.builder().overrideConfiguration(once);
      var streams = DynamoDbStreamsClient.builder();
      var aws = AWS.matcher(endpoint.getHost());
      if (aws.matches()) {
        var awsRegion = Region.of(aws.group(1));
        return new Remote(tables.region(awsRegion).build(), streams.region(awsRegion).build());
      }
      var keys = EndpointCredentials.find();
      return new Remote(
          tables
              .region(Region.of(region))
              .endpointOverride(endpoint)
              .credentialsProvider(keys)
              .build(),
          streams
              .region(Region.of(region))
              .endpointOverride(endpoint)
              .credentialsProvider(keys)
              .build());
    }

    @Override
    public Optional<Engine> engine() {
      return Optional.empty();
    }

    @Override
    public Optional<OpenFolder> folder() {
      return Optional.empty();
    }

    @Override
    public FeedOptions feeds(String server) {
      return FeedOptions.polling(server);
    }

    @Override
    public void close() {
      client.close();
      streams.close();
    }
  }
}
