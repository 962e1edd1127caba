package dev.trestle.store;

import dev.trestle.dynamodb.embedded.Trestle;
import dev.trestle.dynamodb.http.DynamoDbServer;
import dev.trestle.engine.EngineOptions;
import dev.trestle.engine.ManualClock;
import dev.trestle.model.Model;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.DynamicTest;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/**
 * The two ways to an engine: in this process, and over HTTP. Each test gets an engine of its own.
 */
public enum Fronts {
  IN_PROCESS,
  OVER_HTTP;

  /** A behaviour to test with every client. */
  @FunctionalInterface
  public interface Check {
    void of(Setting setting) throws Exception;
  }

  /** A store on tables of its own; its clock stands until it is moved. */
  public record Setting(
      Store store, DynamoDbClient client, ManualClock clock, StoreOptions options) {}

  public static Stream<DynamicNode> each(Model model, Check check) {
    return Stream.of(values())
        .map(front -> DynamicTest.dynamicTest(front.name(), () -> front.run(model, check)));
  }

  void run(Model model, Check check) throws Exception {
    var clock = new ManualClock();
    // By the same clock, or the engine would remove what expires by the store's.
    try (var trestle = Trestle.open(EngineOptions.inMemory().withClock(clock))) {
      switch (this) {
        case IN_PROCESS -> run(model, trestle.client(), clock, check);
        case OVER_HTTP -> {
          try (var server = DynamoDbServer.start(trestle.engine(), "localhost", 0);
              var client = client(server)) {
            run(model, client, clock, check);
          }
        }
      }
    }
  }

  private static DynamoDbClient client(DynamoDbServer server) {
    return DynamoDbClient.builder()
        .endpointOverride(server.endpoint())
        .region(Region.US_EAST_1)
        .credentialsProvider(
            StaticCredentialsProvider.create(AwsBasicCredentials.create("someone", "secret")))
        .build();
  }

  private static void run(Model model, DynamoDbClient client, ManualClock clock, Check check)
      throws Exception {
    TableCreation.create(model, client, "test-");
    var options = StoreOptions.standard().clock(clock).tablePrefix("test-");
    check.of(new Setting(Store.of(model, client, options), client, clock, options));
  }
}
