package dev.trestle.app.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trestle.app.config.Configuration;
import dev.trestle.platform.web.SiteServer;
import dev.trestle.testing.Await;
import dev.trestle.testing.FaultyDisk;
import dev.trestle.testing.FaultyDisk.Operations;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.InternalServerErrorException;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/** One failure of the disk in the process of a server, and what its {@code /health} says. */
enum DiskHealthCase {
  FULL_DISK {
    @Override
    void run(Path folder, FaultyDisk disk) {
      checkRejectedWrites(folder, disk, Operations.CHANGES, FaultyDisk.ENOSPC);
    }
  },

  FAILED_SYNC {
    @Override
    void run(Path folder, FaultyDisk disk) {
      checkRejectedWrites(folder, disk, Operations.SYNCS, FaultyDisk.EIO);
    }
  },

  FAILED_READ {
    @Override
    void run(Path folder, FaultyDisk disk) {
      serve(
          folder,
          (client, server) -> {
            disk.failFrom(1, Operations.READS, FaultyDisk.EIO);
            assertThatThrownBy(() -> isThere(client, "before"))
                .isInstanceOf(InternalServerErrorException.class);
            await(server, "/health", 200, "\"status\":\"degraded\"", "\"disk_reads\":\"failing\"");
            disk.heal();
            assertThat(isThere(client, "before")).isTrue();
            await(server, "/health", 200, "\"disk_reads\":\"failing\"");
          });
    }
  },

  SLOW_WRITES {
    @Override
    void run(Path folder, FaultyDisk disk) {
      serve(
          folder,
          (client, server) -> {
            disk.slowDown(Operations.SYNCS, VERY_LONG);
            var write = CompletableFuture.runAsync(() -> put(client, "slow"));
            await(server, "/health", 200, "\"status\":\"degraded\"", "\"disk_writes\":\"failing\"");
            await(server, "/health/live", 200);
            assertThat(isThere(client, "before")).as("reads go on").isTrue();
            assertThat(write).isNotDone();
            disk.heal();
            write.join();
            await(server, "/health", 200, "\"status\":\"ok\"");
          });
    }
  };

  /** What is done while a server runs. */
  private interface Work {
    void with(DynamoDbClient client, SiteServer server);
  }

  private static final String TABLE = "things";
  private static final Duration VERY_LONG = Duration.ofHours(1);
  private static final Duration PATIENCE = Duration.ofMinutes(5);

  abstract void run(Path folder, FaultyDisk disk);

  /** Takes the library, an empty folder and the name of the case. */
  public static void main(String[] arguments) {
    var folder = Path.of(arguments[1]);
    var disk = FaultyDisk.of(Path.of(arguments[0]), folder);
    serve(
        folder,
        (client, _) -> {
          create(client);
          put(client, "before");
        });
    // Opening moves what it finds in the write-ahead log to tables, which reads then need.
    valueOf(arguments[2]).run(folder, disk);
    System.out.println("passed");
    System.exit(0);
  }

  private static void checkRejectedWrites(
      Path folder, FaultyDisk disk, Operations operations, int error) {
    serve(
        folder,
        (client, server) -> {
          await(server, "/health", 200, "\"status\":\"ok\"");
          disk.failFrom(1, operations, error);
          assertThatThrownBy(() -> put(client, "failed"))
              .isInstanceOf(InternalServerErrorException.class);
          await(server, "/health", 503, "\"engine\":\"failing\"");
          await(server, "/health/live", 503, "\"engine\":\"failing\"");
          assertThat(isThere(client, "before")).as("reads go on").isTrue();
          disk.heal();
          await(server, "/health/live", 503, "\"engine\":\"failing\"");
        });
    serve(
        folder,
        (client, server) -> {
          await(server, "/health", 200, "\"status\":\"ok\"");
          assertThat(isThere(client, "before")).isTrue();
          put(client, "after");
        });
  }

  private static void serve(Path folder, Work work) {
    var settings =
        Map.of("TRESTLE_DB_PORT", "0", "TRESTLE_DATA", folder.resolve("data").toString());
    var configuration = Configuration.read(Map.of(), settings, folder);
    try (var running = RunningDatabase.start(configuration, false)) {
      var database = new ServerDatabase.Embedded(running);
      try (var context = ServerHealthTest.context(database, Clock.systemUTC());
          var server = ServerHealthTest.serve(ServerHealth.of(database, List.of(), context))) {
        work.with(database.client(), server);
      }
    }
  }

  /** A check that takes over two seconds fails, which happens on a busy machine. */
  private static void await(SiteServer server, String path, int status, String... texts) {
    var request = HttpRequest.newBuilder(server.endpoint().resolve(path)).build();
    try (var http = HttpClient.newHttpClient()) {
      Await.until(
          () -> {
            try {
              var response = http.send(request, BodyHandlers.ofString());
              return response.statusCode() == status
                  && List.of(texts).stream().allMatch(response.body()::contains);
            } catch (IOException | InterruptedException e) {
              throw new AssertionError(e);
            }
          },
          PATIENCE);
    }
  }

  private static void create(DynamoDbClient client) {
    client.createTable(request ->
        request
            .tableName(TABLE)
            .billingMode(BillingMode.PAY_PER_REQUEST)
            .attributeDefinitions(
                AttributeDefinition.builder()
                    .attributeName("id")
                    .attributeType(ScalarAttributeType.S)
                    .build())
            .keySchema(
                KeySchemaElement.builder().attributeName("id").keyType(KeyType.HASH).build()));
  }

  private static void put(DynamoDbClient client, String id) {
    client.putItem(request -> request.tableName(TABLE).item(key(id)));
  }

  private static boolean isThere(DynamoDbClient client, String id) {
    return client
        .getItem(request -> request.tableName(TABLE).key(key(id)).consistentRead(true))
        .hasItem();
  }

  private static Map<String, AttributeValue> key(String id) {
    return Map.of("id", AttributeValue.fromS(id));
  }
}
