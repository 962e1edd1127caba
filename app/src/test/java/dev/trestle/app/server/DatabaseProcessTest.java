package dev.trestle.app.server;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.testing.Await;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The database as its own process: started, used over HTTP, told to end, started again. */
class DatabaseProcessTest {
  private static final Duration SHUTDOWN = Duration.ofSeconds(30);

  private static final String CREATE_TABLE =
      """
      {"TableName": "kept", "BillingMode": "PAY_PER_REQUEST",
       "AttributeDefinitions": [{"AttributeName": "pk", "AttributeType": "S"}],
       "KeySchema": [{"AttributeName": "pk", "KeyType": "HASH"}]}\
      """;

  @TempDir Path folder;

  @Test
  void what_was_written_is_there_after_the_process_was_told_to_end() throws Exception {
    try (var first = start()) {
      assertThat(call(first, "CreateTable", CREATE_TABLE)).contains("\"kept\"");
      first.tellToEnd();
    }
    try (var second = start()) {
      assertThat(call(second, "ListTables", "{}")).isEqualTo("{\"TableNames\":[\"kept\"]}");
    }
  }

  @Test
  void a_request_under_way_is_finished_before_the_process_ends() throws Exception {
    try (var child = warm(start());
        var socket = new Socket(child.endpoint().getHost(), child.endpoint().getPort())) {
      socket.setSoTimeout(60_000);
      send(
          socket,
          """
          POST / HTTP/1.1\r
          Host: localhost\r
          X-Amz-Target: DynamoDB_20120810.ListTables\r
          Content-Type: application/x-amz-json-1.0\r
          Expect: 100-continue\r
          Content-Length: 2\r
          \r
          """);
      var answer = new BufferedReader(new InputStreamReader(socket.getInputStream(), US_ASCII));
      // 100 Continue shows that the server has begun to read this request.
      assertThat(answer.readLine()).isEqualTo("HTTP/1.1 100 Continue");
      send(socket, "{");
      child.process().destroy();
      // New connections are refused once the process has begun to shut down.
      Await.until(() -> isRefused(child.endpoint()), SHUTDOWN);
      send(socket, "}");

      assertThat(answer.lines().dropWhile(String::isEmpty).findFirst()).hasValue("HTTP/1.1 200 OK");
      assertThat(child.process().waitFor(30, TimeUnit.SECONDS)).isTrue();
    }
  }

  /**
   * After its first request, which loads classes: on a busy machine that takes longer than a server
   * that ends waits for its requests.
   */
  private static DatabaseProcess warm(DatabaseProcess started) throws Exception {
    assertThat(call(started, "ListTables", "{}")).contains("TableNames");
    return started;
  }

  private static void send(Socket socket, String text) throws IOException {
    socket.getOutputStream().write(text.getBytes(US_ASCII));
    socket.getOutputStream().flush();
  }

  private static boolean isRefused(URI endpoint) {
    try (var another = new Socket(endpoint.getHost(), endpoint.getPort())) {
      return !another.isConnected();
    } catch (IOException e) {
      return true;
    }
  }

  @Test
  void with_a_file_of_keys_only_the_signed_come_in() throws Exception {
    var keys = folder.resolve("keys");
    Files.writeString(keys, "[a]\naws_access_key_id=AKIDONE\naws_secret_access_key=hush\n");
    Files.setPosixFilePermissions(keys, PosixFilePermissions.fromString("rw-------"));
    try (var child =
        start("--credentials", keys.toString(), "--region", "eu-west-1", "--host", "0.0.0.0")) {
      assertThat(call(child, "ListTables", "{}"))
          .contains("#MissingAuthenticationTokenException\"");
      assertThat(child.restOfAnnouncement())
          .contains("the key in " + keys, "eu-west-1", "AWS_SHARED_CREDENTIALS_FILE=" + keys)
          .doesNotContain("hush");
    }
  }

  private static String call(DatabaseProcess child, String operation, String body)
      throws Exception {
    try (var http = HttpClient.newHttpClient()) {
      return child.call(http, operation, body).body();
    }
  }

  private DatabaseProcess start(String... more) throws IOException {
    return DatabaseProcess.start(folder.resolve("data"), more);
  }
}
