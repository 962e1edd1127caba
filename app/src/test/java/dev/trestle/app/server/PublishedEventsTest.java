package dev.trestle.app.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.accounts.client.SignedInClient;
import dev.trestle.app.command.Commands;
import dev.trestle.app.command.SystemDesigns;
import dev.trestle.app.config.Configuration;
import dev.trestle.app.config.ServerMode;
import dev.trestle.cli.Environment;
import dev.trestle.messenger.client.ChatCalls;
import dev.trestle.platform.event.Event;
import dev.trestle.testing.Await;
import dev.trestle.testing.KafkaProcess;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.net.http.HttpClient;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A server that publishes to a real Kafka, and the command that prints what it published. */
class PublishedEventsTest {
  private static final Duration TIMEOUT = Duration.ofSeconds(60);

  @TempDir Path folder;

  private RunningServer server(KafkaProcess kafka) {
    var environment =
        Map.of(
            "TRESTLE_PORT", "0",
            "TRESTLE_DB_PORT", "0",
            "TRESTLE_ONLY", "messenger",
            "TRESTLE_DATA", folder.resolve("data").toString(),
            "TRESTLE_KAFKA", kafka.hosts());
    return RunningServer.start(Configuration.read(Map.of(), environment, folder), ServerMode.DEV);
  }

  private static SignedInClient signIn(HttpClient http, RunningServer server, String number) {
    var address = URI.create(server.address());
    return SignedInClient.signIn(http, address, number, "phone", UnaryOperator.identity());
  }

  private static void send(SignedInClient client, String chat, String id) {
    client.post(
        "/chats/" + chat + "/messages",
        Map.of("client_message_id", id, "content", "Secret of " + id));
  }

  /** {@code follow messenger}, until its thread is interrupted. */
  private static final class Following implements AutoCloseable {
    private final StringWriter out = new StringWriter();
    private final Thread thread;

    Following(Path folder, String hosts) {
      var environment =
          new Environment(Map.of("TRESTLE_KAFKA", hosts), folder, new SystemDesigns());
      thread =
          Thread.ofPlatform()
              .start(() ->
                  Commands.run(
                      environment,
                      new PrintWriter(out),
                      new PrintWriter(new StringWriter()),
                      "follow",
                      "messenger",
                      "--from-start",
                      "--json"));
    }

    /** The numbers of the entries, in the order they were printed. */
    List<Long> numbers() {
      return out.toString()
          .lines()
          .filter(line -> line.endsWith("}}"))
          .map(line -> Event.parse(line.getBytes(UTF_8)).orElseThrow())
          .map(event -> event.data().path("number").asLong())
          .distinct()
          .toList();
    }

    @Override
    public void close() {
      thread.interrupt();
      try {
        thread.join();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private static String get(RunningServer server, String path) {
    try {
      var connection = URI.create(server.address() + path).toURL().openConnection();
      return new String(connection.getInputStream().readAllBytes(), UTF_8);
    } catch (IOException notReady) {
      return "";
    }
  }

  private static void await(RunningServer server, String path, String text) {
    Await.slowly(() -> get(server, path).contains(text), TIMEOUT);
  }

  @Test
  void events_are_printed_in_order_and_only_they_wait_while_kafka_is_down() {
    try (var kafka = KafkaProcess.start(folder.resolve("kafka"));
        var server = server(kafka);
        var http = HttpClient.newHttpClient()) {
      var ann = signIn(http, server, "+46701112233");
      var bo = signIn(http, server, "+46701112244");
      var chat = ChatCalls.openDirect(ann, bo.userId());
      send(ann, chat, "first");
      try (var following = new Following(folder, kafka.hosts())) {
        Await.until(() -> following.numbers().size() == 2, TIMEOUT);
        await(server, "health", "\"status\":\"ok\"");

        kafka.kill();
        await(server, "health", "\"kafka\":\"failing\"");
        await(server, "health", "\"status\":\"degraded\"");
        await(server, "console/api/servers", "\"working\":false");
        send(bo, chat, "second");
        send(ann, chat, "third");
        assertThat(following.numbers()).hasSize(2);

        kafka.restart();
        Await.until(() -> following.numbers().size() == 4, TIMEOUT);
        await(server, "health", "\"status\":\"ok\"");
        await(server, "console/api/servers", "\"name\":\"Kafka\"");
        await(server, "metrics", "events_published_total{topic=\"messenger\"} 4");
        assertThat(following.numbers()).containsExactly(1L, 2L, 3L, 4L);
        assertThat(following.out.toString()).contains(chat, ann.userId()).doesNotContain("Secret");
      }
    }
  }
}
