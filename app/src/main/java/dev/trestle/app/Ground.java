package dev.trestle.app;

import dev.trestle.dynamodb.embedded.Trestle;
import dev.trestle.engine.Engine;
import dev.trestle.platform.feed.ChangeSignal;
import dev.trestle.platform.feed.FeedOptions;
import java.net.URI;
import java.util.Optional;
import java.util.regex.Pattern;
import software.amazon.awssdk.core.client.config.ClientOverrideConfiguration;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.retries.DefaultRetryStrategy;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

/** Where the tables of the systems are. */
sealed interface Ground extends AutoCloseable {
  DynamoDbClient client();

  DynamoDbStreamsClient streams();

  /** The engine, where it is in this process. */
  Optional<Engine> engine();

  /** Tells when something changed, where it can be told. */
  FeedOptions feeds(String member);

  @Override
  void close();

  /** The engine in this process. */
  record Embedded(Trestle trestle) implements Ground {
    @Override
    public DynamoDbClient client() {
      return trestle.client();
    }

    @Override
    public DynamoDbStreamsClient streams() {
      return trestle.streamsClient();
    }

    @Override
    public Optional<Engine> engine() {
      return Optional.of(trestle.engine());
    }

    @Override
    public FeedOptions feeds(String member) {
      var engine = trestle.engine();
      return FeedOptions.signalled(
          member, ChangeSignal.of(engine::changePosition, engine::awaitChange));
    }

    @Override
    public void close() {
      trestle.close();
    }
  }

  /** DynamoDB, or what speaks like it. */
  record Remote(DynamoDbClient client, DynamoDbStreamsClient streams) implements Ground {
    private static final Pattern AWS = Pattern.compile("dynamodb\\.([a-z0-9-]+)\\.amazonaws\\.com");

    /** AWS has another address for streams; elsewhere both are at one. */
    static Remote at(URI endpoint, String region) {
      // The store knows which requests may be repeated, so the client repeats none.
      var once =
          ClientOverrideConfiguration.builder()
              .retryStrategy(DefaultRetryStrategy.doNotRetry())
              .build();
      var tables = DynamoDbClient.builder().overrideConfiguration(once);
      var streams = DynamoDbStreamsClient.builder();
      var aws = AWS.matcher(endpoint.getHost());
      if (aws.matches()) {
        var place = Region.of(aws.group(1));
        return new Remote(tables.region(place).build(), streams.region(place).build());
      }
      var place = Region.of(region);
      var keys = Endpoint.credentials();
      return new Remote(
          tables.region(place).endpointOverride(endpoint).credentialsProvider(keys).build(),
          streams.region(place).endpointOverride(endpoint).credentialsProvider(keys).build());
    }

    @Override
    public Optional<Engine> engine() {
      return Optional.empty();
    }

    @Override
    public FeedOptions feeds(String member) {
      return FeedOptions.polling(member);
    }

    @Override
    public void close() {
      client.close();
      streams.close();
    }
  }
}
