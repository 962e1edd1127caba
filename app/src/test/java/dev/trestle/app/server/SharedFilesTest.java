package dev.trestle.app.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.trestle.accounts.client.SignedInClient;
import dev.trestle.app.config.Configuration;
import dev.trestle.app.config.ServerMode;
import dev.trestle.messenger.client.ChatCalls;
import dev.trestle.testing.Await;
import dev.trestle.testing.S3Process;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two servers with folders of their own, which keep files in one bucket. */
class SharedFilesTest {
  private static final Duration TIMEOUT = Duration.ofSeconds(60);
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final byte[] NOTES = "Bring milk".getBytes(UTF_8);

  @TempDir Path folder;

  private RunningServer server(String name, URI database, S3Process s3) {
    var environment = new HashMap<String, String>();
    environment.put("TRESTLE_PORT", "0");
    environment.put("TRESTLE_ONLY", "messenger");
    environment.put("TRESTLE_DATA", folder.resolve(name).toString());
    environment.put("TRESTLE_SECRETS", folder.resolve("secrets").toString());
    environment.put("TRESTLE_ENDPOINT", database.toString());
    environment.put("TRESTLE_BLOBS", "s3://" + S3Process.BUCKET + "/fleet");
    environment.put("TRESTLE_BLOBS_ENDPOINT", s3.address().toString());
    return RunningServer.start(Configuration.read(Map.of(), environment, folder), ServerMode.DEV);
  }

  private static SignedInClient signIn(HttpClient http, RunningServer server, String number) {
    var address = URI.create(server.address());
    return SignedInClient.signIn(http, address, number, "phone", UnaryOperator.identity());
  }

  private static HttpResponse<byte[]> get(
      HttpClient http, RunningServer server, String path, SignedInClient client)
      throws IOException, InterruptedException {
    var request =
        HttpRequest.newBuilder(URI.create(server.address()).resolve(path))
            .header("Authorization", "Bearer " + client.accessToken())
            .build();
    return http.send(request, BodyHandlers.ofByteArray());
  }

  private static void await(
      HttpClient http, RunningServer server, SignedInClient client, String path, String text) {
    Await.slowly(
        () -> {
          try {
            return new String(get(http, server, path, client).body(), UTF_8).contains(text);
          } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
          }
        },
        TIMEOUT);
  }

  @Test
  void a_file_of_one_server_is_read_on_another_and_only_files_miss_the_bucket() throws Exception {
    var environment = Map.of("TRESTLE_DB_PORT", "0", "TRESTLE_DURABILITY", "fast");
    var inMemory = Configuration.read(Map.of(), environment, folder);
    try (var s3 = S3Process.start(folder.resolve("s3"));
        var engine = RunningDatabase.start(inMemory, true);
        var first = server("first", engine.endpoint().orElseThrow(), s3);
        var second = server("second", engine.endpoint().orElseThrow(), s3);
        var http = HttpClient.newHttpClient()) {
      var ann = signIn(http, first, "+46701112233");
      var bo = signIn(http, second, "+46701112244");
      var chat = ChatCalls.openDirect(ann, bo.userId());
      var files = "/chats/" + chat + "/files";
      var uploaded = ann.upload(files + "?name=notes.txt", NOTES).path("data");
      var id = uploaded.path("file_id").asText();
      var file = "/api/v1" + files + "/" + id;
      send(ann, chat, "one", Map.of("content", "", "file_id", id));
      assertThat(get(http, second, file, bo).body()).isEqualTo(NOTES);
      assertThat(folder.resolve("first/blobs")).doesNotExist();
      assertThat(folder.resolve("second/blobs")).doesNotExist();

      s3.kill();
      await(http, second, bo, "/health", "\"status\":\"degraded\"");
      await(http, second, bo, "/health", "\"blobs\":\"failing\"");
      await(http, second, bo, "/console/api/servers", "\"working\":false");
      assertThat(get(http, second, file, bo).statusCode()).isEqualTo(503);
      send(ann, chat, "two", Map.of("content", "Did you see the list?"));

      s3.restart();
      await(http, second, bo, "/health", "\"status\":\"ok\"");
      assertThat(get(http, second, file, bo).body()).isEqualTo(NOTES);
    }
  }

  /** Once the deletion of a file held up the feed, and with it all that followed. */
  @Test
  void the_feed_goes_on_while_deletions_wait_for_the_bucket() throws Exception {
    var environment = Map.of("TRESTLE_DB_PORT", "0", "TRESTLE_DURABILITY", "fast");
    var inMemory = Configuration.read(Map.of(), environment, folder);
    var objects = folder.resolve("s3/buckets").resolve(S3Process.BUCKET);
    try (var s3 = S3Process.start(folder.resolve("s3"));
        var engine = RunningDatabase.start(inMemory, true);
        var server = server("first", engine.endpoint().orElseThrow(), s3);
        var http = HttpClient.newHttpClient()) {
      var ann = signIn(http, server, "+46701112233");
      var bo = signIn(http, server, "+46701112244");
      var chat = ChatCalls.openDirect(ann, bo.userId());
      for (var name : List.of("one", "two")) {
        var uploaded = ann.upload("/chats/" + chat + "/files?name=" + name, NOTES).path("data");
        send(ann, chat, name, Map.of("content", "", "file_id", uploaded.path("file_id").asText()));
      }
      assertThat(filesIn(objects)).isEqualTo(2);

      s3.kill();
      send(ann, chat, "three", Map.of("kind", "delete", "target_sequence", 2));
      send(ann, chat, "four", Map.of("kind", "delete", "target_sequence", 3));
      // Both deletions became jobs, though neither can be carried out.
      Await.slowly(() -> deletions(http, server, ann) == 2, TIMEOUT);
      assertThat(filesIn(objects)).isEqualTo(2);

      s3.restart();
      Await.slowly(() -> deletions(http, server, ann) == 0, TIMEOUT);
      assertThat(filesIn(objects)).isZero();
    }
  }

  private static long filesIn(Path objects) throws IOException {
    try (var files = Files.walk(objects)) {
      return files.filter(Files::isRegularFile).count();
    }
  }

  /** How many deletions wait, run or pause. */
  private static long deletions(HttpClient http, RunningServer server, SignedInClient client) {
    try {
      var queues = JSON.readTree(get(http, server, "/console/api/queues", client).body());
      for (var queue : queues.path("queues")) {
        if (!queue.path("name").asText().equals("messenger-deletions")) continue;
        var state = queue.path("state");
        return state.path("waiting").asLong()
            + state.path("claimed").asLong()
            + state.path("later").asLong();
      }
      throw new IllegalStateException("no such queue");
    } catch (IOException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void send(SignedInClient client, String chat, String id, Map<String, ?> message) {
    var body = new HashMap<String, Object>(message);
    body.put("client_message_id", id);
    client.post("/chats/" + chat + "/messages", body);
  }
}
