package dev.trestle.app.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trestle.accounts.client.SignedInClient;
import dev.trestle.app.config.Configuration;
import dev.trestle.app.config.ServerMode;
import dev.trestle.homeops.client.HomeOpsClient;
import dev.trestle.messenger.client.ChatCalls;
import dev.trestle.messenger.client.LiveClient;
import dev.trestle.messenger.client.LiveListener;
import dev.trestle.platform.event.Event;
import dev.trestle.platform.queue.JobWakeup;
import dev.trestle.platform.signal.Signals;
import dev.trestle.platform.web.Json;
import dev.trestle.testing.Await;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * A server beside those of another version. The files in {@code version} are in the present form,
 * with fields that this version does not know and without those that may be missing: what it does
 * not know is ignored, and what is missing has a default. docs/VERSIONS.md says what may change.
 */
class VersionsTest {
  private static final Duration TIMEOUT = Duration.ofMinutes(3);

  @TempDir static Path folder;

  private static final List<AutoCloseable> OPEN = new ArrayList<>();
  private static final HttpClient HTTP = HttpClient.newHttpClient();
  private static final AtomicReference<@Nullable Signals> SIGNALS = new AtomicReference<>();
  private static final AtomicReference<@Nullable RunningDatabase> ENGINE = new AtomicReference<>();
  private static final AtomicReference<@Nullable URI> ADDRESS = new AtomicReference<>();

  @BeforeAll
  static void start() {
    var inMemory = Map.of("TRESTLE_DB_PORT", "0", "TRESTLE_DURABILITY", "fast");
    var engine = RunningDatabase.start(Configuration.read(Map.of(), inMemory, folder), true);
    OPEN.add(engine);
    ENGINE.set(engine);
    var environment = new HashMap<String, String>();
    environment.put("TRESTLE_PORT", "0");
    environment.put("TRESTLE_ONLY", "messenger,homeops");
    environment.put("TRESTLE_DATA", folder.toString());
    environment.put("TRESTLE_ENDPOINT", engine.endpoint().orElseThrow().toString());
    var server =
        RunningServer.start(
            Configuration.read(Map.of(), environment, folder),
            ServerMode.DEV,
            context -> {
              SIGNALS.set(context.signals());
              return context;
            });
    OPEN.add(server);
    ADDRESS.set(URI.create(server.address()));
  }

  @AfterAll
  static void stop() throws Exception {
    HTTP.shutdownNow();
    for (var each : OPEN.reversed()) each.close();
  }

  private static <T> T the(AtomicReference<@Nullable T> started) {
    return Objects.requireNonNull(started.get());
  }

  /** A kept file, with these names replaced by what exists in this test. */
  private static String kept(String name, Map<String, ?> names) {
    try (var in =
        Objects.requireNonNull(VersionsTest.class.getResourceAsStream("version/" + name))) {
      var text = new String(in.readAllBytes(), UTF_8);
      for (var each : names.entrySet()) {
        text = text.replace("{" + each.getKey() + "}", each.getValue().toString());
      }
      return text;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void put(String table, String item) throws IOException {
    var attributes = new HashMap<String, AttributeValue>();
    Json.tree()
        .readTree(item)
        .properties()
        .forEach(each -> attributes.put(each.getKey(), value(each.getValue())));
    the(ENGINE).trestle().client().putItem(put -> put.tableName(table).item(attributes));
  }

  private static AttributeValue value(JsonNode typed) {
    var type = typed.fieldNames().next();
    var content = typed.path(type);
    return switch (type) {
      case "S" -> AttributeValue.fromS(content.textValue());
      case "N" -> AttributeValue.fromN(content.textValue());
      case "L" -> {
        var list = new ArrayList<AttributeValue>();
        content.forEach(each -> list.add(value(each)));
        yield AttributeValue.fromL(list);
      }
      case "M" -> {
        var map = new HashMap<String, AttributeValue>();
        content.properties().forEach(each -> map.put(each.getKey(), value(each.getValue())));
        yield AttributeValue.fromM(map);
      }
      default -> throw new IllegalArgumentException(type);
    };
  }

  private static SignedInClient user(String number) {
    return SignedInClient.signIn(HTTP, the(ADDRESS), number, "phone", UnaryOperator.identity());
  }

  @Test
  void a_job_is_run() throws IOException {
    var home = new HomeOpsClient(user("+46701112201"));
    var chat = home.createHousehold("Home", "en", "Ann").path("chats").path(0).asText();
    // Workers look ahead: jobs that were due long ago are found once a minute.
    var due = Instant.now().plusSeconds(2);
    var names =
        Map.of(
            "chat", chat,
            "user", home.userId(),
            "at", due.getEpochSecond(),
            "due", due.toEpochMilli());
    put("platform_queue", kept("job.json", names));
    Await.slowly(
        () -> home.get("/chats/" + chat + "/decisions?limit=10").path("decisions").size() == 1,
        TIMEOUT);
    var messages = home.get("/chats/" + chat + "/messages?limit=10").path("messages");
    assertThat(messages.toString()).contains("I did the dishes");
    var tables = the(ENGINE).trestle().client();
    Await.slowly(
        () -> {
          var left = tables.scan(scan -> scan.tableName("platform_queue")).items();
          return !left.toString().contains("q#homeops-messages#03");
        },
        TIMEOUT);
  }

  @Test
  void frames_of_clients_are_understood() {
    var ann = user("+46701112202");
    var chat = ChatCalls.openDirect(ann, user("+46701112203").userId());
    var received = new CopyOnWriteArrayList<String>();
    var socket = open(ann, received);
    socket.sendText(kept("unknown-frame-from-client.json", Map.of()), true).join();
    socket.sendText(kept("frame-from-client.json", Map.of("chat", chat)), true).join();
    Await.until(
        () -> received.stream().anyMatch(text -> text.contains("send_message_ack")), TIMEOUT);
    assertThat(received).noneMatch(text -> text.contains("\"error\""));
    var stored = ann.get("/chats/" + chat + "/messages").path("data");
    assertThat(stored.toString())
        .contains("\"content\":\"hello\"", "\"content_type\":\"text/plain\"");
    socket.abort();
  }

  private static WebSocket open(SignedInClient user, List<String> received) {
    var address = "ws://127.0.0.1:" + the(ADDRESS).getPort() + "/v1/ws";
    return HTTP.newWebSocketBuilder()
        .header("Authorization", "Bearer " + user.accessToken())
        .buildAsync(
            URI.create(address),
            new WebSocket.Listener() {
              @Override
              public @Nullable CompletionStage<?> onText(
                  WebSocket from, CharSequence data, boolean last) {
                received.add(data.toString());
                from.request(1);
                return null;
              }
            })
        .join();
  }

  @Test
  void records_and_signals_and_frames_of_other_servers_are_understood() throws IOException {
    var ann = user("+46701112204");
    var bo = user("+46701112205");
    var chat = ChatCalls.openDirect(ann, bo.userId());
    var typing = new CopyOnWriteArrayList<JsonNode>();
    var entries = new CopyOnWriteArrayList<String>();
    var listener =
        new LiveListener() {
          @Override
          public void entry(String chatId, long sequence, JsonNode entry) {
            entries.add(entry.path("content").asText());
          }

          @Override
          public void typing(JsonNode frame) {
            typing.add(frame);
          }
        };
    try (var client = new LiveClient(ann, new SplittableRandom(7), listener).start()) {
      Await.until(() -> client.last(chat) == 1, TIMEOUT);
      var names = Map.of("chat", chat, "user", ann.userId(), "sequence", 2);
      var signals = the(SIGNALS);
      signals.publish(
          "messenger.frames", kept("unknown-frame-from-server.txt", names).getBytes(UTF_8));
      signals.publish("messenger.frames", kept("frame-from-server.txt", names).getBytes(UTF_8));
      Await.until(() -> !typing.isEmpty(), TIMEOUT);
      assertThat(typing.getFirst().path("chat_id").asText()).isEqualTo(chat);

      put("messages", kept("message.json", names));
      signals.publish("messenger.entries", kept("entries-signal.txt", names).getBytes(UTF_8));
      Await.until(() -> entries.contains("written by another version"), TIMEOUT);
    }
    var newest = bo.get("/chats/" + chat + "/messages").path("data");
    assertThat(newest.toString())
        .contains("written by another version")
        .doesNotContain("styles", "mentions");
  }

  @Test
  void events_are_read_and_wake_ups_of_another_form_are_passed_over() {
    var event = Event.parse(kept("event.json", Map.of()).getBytes(UTF_8)).orElseThrow();
    assertThat(event.type()).isEqualTo("message_pinned");
    assertThat(event.data().path("number").asInt()).isEqualTo(7);
    assertThat(JobWakeup.parse("2 stak-chunks 3 1763294400000 1763294400000 id high")).isEmpty();
  }
}
