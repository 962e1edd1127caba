package dev.trestle.app.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.trestle.app.command.CommandRun;
import dev.trestle.app.config.Configuration;
import dev.trestle.app.config.ServerMode;
import dev.trestle.platform.web.Json;
import dev.trestle.stak.client.AdminClient;
import dev.trestle.stak.client.StakClient;
import dev.trestle.testing.Await;
import dev.trestle.testing.SqsServer;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two servers that wake each other's workers through SQS, as far as the policies allow. */
class SharedQueueTest {
  private static final Duration TIMEOUT = Duration.ofSeconds(60);
  private static final AdminClient.Content CONTENT = AdminClient.Content.of("T", "b");

  @TempDir Path folder;

  private RunningServer server(URI database, SqsServer sqs) {
    var environment = new HashMap<String, String>();
    environment.put("TRESTLE_PORT", "0");
    environment.put("TRESTLE_ONLY", "stak");
    environment.put("TRESTLE_SECRETS", folder.resolve("secrets").toString());
    environment.put("TRESTLE_ENDPOINT", database.toString());
    environment.put("TRESTLE_SQS", sqs.address().toString());
    return RunningServer.start(Configuration.read(Map.of(), environment, folder), ServerMode.DEV);
  }

  private static String get(RunningServer server, String path) {
    try {
      var connection = URI.create(server.address() + path).toURL().openConnection();
      return new String(connection.getInputStream().readAllBytes(), UTF_8);
    } catch (IOException notReady) {
      // A check that takes long on a busy machine makes the server answer with 503.
      return "";
    }
  }

  private static void await(RunningServer server, String path, String text) {
    Await.slowly(() -> get(server, path).contains(text), TIMEOUT);
  }

  private static Set<String> servers(RunningServer server) {
    return Set.copyOf(console(server).findValue("servers").findValuesAsText("id"));
  }

  /** Those that hold leases on a queue. */
  private static Set<String> serversOf(RunningServer server, String queue) {
    var holders = new HashSet<String>();
    for (var lease : console(server).path("leases")) {
      if (lease.path("work").asText().equals(queue)) holders.add(lease.path("server").asText());
    }
    return holders;
  }

  private static JsonNode console(RunningServer server) {
    try {
      return Json.tree().readTree(get(server, "console/api/servers"));
    } catch (JsonProcessingException e) {
      throw new AssertionError(e);
    }
  }

  private String adminKey(RunningServer server) {
    var secrets = Map.of("TRESTLE_SECRETS", folder.resolve("secrets").toString());
    var port = Integer.toString(URI.create(server.address()).getPort());
    var created =
        CommandRun.of(folder, secrets, "stak", "tenant", "create", "acme", "--port", port);
    return created.out().replaceAll("(?s).*stak admin key: (\\S+).*", "$1");
  }

  private static void postToMany(AdminClient admin, String key) {
    var sent = admin.post("news", List.of("ann", "bo"), CONTENT, key);
    Await.slowly(() -> admin.progress(sent.id()).isDone(), TIMEOUT);
  }

  @Test
  void a_queue_is_for_servers_that_share_tables() {
    var refused =
        CommandRun.of(folder, Map.of(), "serve", "--sqs", "http://127.0.0.1:1/000000000000/a");
    assertThat(refused.exitCode()).isEqualTo(2);
    assertThat(refused.err()).contains("needs --endpoint");
    var wrong = CommandRun.of(folder, Map.of(), "serve", "--sqs", "a-queue");
    assertThat(wrong.exitCode()).isEqualTo(2);
    assertThat(wrong.err()).contains("the URL of a queue");
  }

  @Test
  void messages_are_delivered_with_sqs_and_without_and_the_operator_sees_which() {
    var inMemory = Map.of("TRESTLE_DB_PORT", "0", "TRESTLE_DURABILITY", "fast");
    try (var sqs = SqsServer.start();
        var engine = RunningDatabase.start(Configuration.read(Map.of(), inMemory, folder), true);
        var gate = new PolicyGate(engine.endpoint().orElseThrow(), "stak");
        var first = server(gate.address(), sqs)) {
      gate.enforce();
      try (var second = server(gate.address(), sqs);
          var clients = new StakClient(URI.create(first.address()))) {
        await(second, "health", "\"sqs\":\"ok\"");
        await(second, "console/api/servers", "\"name\":\"SQS\"");
        await(second, "metrics", "queue_wakeups_connected 1.0");
        // Both have shards of the queue, under the ids that the page lists.
        Await.slowly(() -> serversOf(second, "stak").equals(servers(second)), TIMEOUT);
        var admin = clients.admin("acme", "DEFAULT", adminKey(first), "boss");
        for (int i = 0; i < 2; i++) postToMany(admin, "with-" + i);

        sqs.stop();
        await(second, "health", "\"sqs\":\"failing\"");
        await(second, "health", "\"status\":\"degraded\"");
        await(second, "console/api/servers", "\"working\":false");
        await(second, "metrics", "queue_wakeups_connected 0.0");
        postToMany(admin, "without");

        sqs.restart();
        await(second, "health", "\"sqs\":\"ok\"");
        postToMany(admin, "again");
        assertThat(gate.denied()).isEmpty();
      }
    }
  }
}
