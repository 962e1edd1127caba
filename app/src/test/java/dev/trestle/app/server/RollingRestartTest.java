package dev.trestle.app.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.accounts.client.SignedInClient;
import dev.trestle.testing.Await;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.WebSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A server that gets SIGTERM while it has a socket and a request under way. */
class RollingRestartTest {
  private static final Duration TIMEOUT = Duration.ofSeconds(60);

  /** What a JVM that SIGTERM has ended returns. */
  private static final int TERMINATED = 143;

  @TempDir Path folder;

  private final HttpClient http = HttpClient.newHttpClient();
  private @Nullable Process started;
  private URI address = URI.create("");

  private void start(int drainSeconds) throws IOException {
    var server =
        new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "--enable-native-access=ALL-UNNAMED",
            "-cp",
            System.getProperty("java.class.path"),
            "dev.trestle.app.Main",
            "serve",
            "--dev",
            "--only",
            "messenger",
            "--drain-seconds",
            Integer.toString(drainSeconds),
            "--data",
            folder.toString());
    server.environment().put("TRESTLE_PORT", "0");
    server.environment().put("TRESTLE_DB_PORT", "0");
    var process = server.redirectError(ProcessBuilder.Redirect.INHERIT).start();
    started = process;
    address = URI.create(process.inputReader().readLine().substring("Trestle on ".length()));
  }

  @AfterEach
  void end() {
    if (started != null) started.destroyForcibly().onExit().join();
    http.close();
  }

  /** The text that came, and how the server closed the socket. */
  private static final class Received implements WebSocket.Listener {
    private final List<String> parts = new CopyOnWriteArrayList<>();
    final CompletableFuture<Integer> closed = new CompletableFuture<>();

    @Override
    public @Nullable CompletionStage<?> onText(WebSocket from, CharSequence data, boolean last) {
      parts.add(data.toString());
      from.request(1);
      return null;
    }

    String text() {
      return String.join("", parts);
    }

    @Override
    public @Nullable CompletionStage<?> onClose(WebSocket from, int code, String reason) {
      closed.complete(code);
      return null;
    }
  }

  private SignedInClient signIn() {
    return SignedInClient.signIn(http, address, "+46701112233", "p", UnaryOperator.identity());
  }

  private Received connect(SignedInClient user) {
    var received = new Received();
    http.newWebSocketBuilder()
        .header("Authorization", "Bearer " + user.accessToken())
        .buildAsync(URI.create("ws://" + address.getAuthority() + "/v1/ws"), received)
        .join();
    Await.until(() -> received.text().contains("connection_established"), TIMEOUT);
    return received;
  }

  /** It drains for longer than the test lasts, so that a busy machine makes no difference. */
  @Test
  void a_server_that_drains_says_so_and_keeps_its_sockets() throws IOException {
    start(300);
    var socket = connect(signIn());
    Objects.requireNonNull(started).destroy();
    Await.until(() -> health().matches("503 .*\"stopping\".*"), TIMEOUT);
    assertThat(socket.closed).isNotDone();
  }

  @Test
  void a_server_that_is_told_to_end_sends_sockets_away_and_finishes_requests() throws Exception {
    start(0);
    var user = signIn();
    var socket = connect(user);
    var body = "{\"type\":\"group\",\"name\":\"Late\",\"member_ids\":[]}";
    try (var request = new Socket(InetAddress.getByName(address.getHost()), address.getPort())) {
      var out = request.getOutputStream();
      out.write(
          """
          POST /api/v1/chats HTTP/1.1\r
          Host: localhost\r
          Authorization: Bearer %s\r
          Content-Type: application/json\r
          Idempotency-Key: late\r
          Content-Length: %d\r
          Expect: 100-continue\r
          \r
          """
              .formatted(user.accessToken(), body.length())
              .getBytes(UTF_8));
      out.flush();
      // The server says this when it begins to read the body: now the request is under way.
      var goOn = "HTTP/1.1 100 Continue\r\n\r\n";
      assertThat(new String(request.getInputStream().readNBytes(goOn.length()), UTF_8))
          .isEqualTo(goOn);

      var process = Objects.requireNonNull(started);
      process.destroy();
      assertThat(socket.closed.get(TIMEOUT.toSeconds(), TimeUnit.SECONDS)).isEqualTo(1001);
      Await.until(this::isRefused, TIMEOUT);
      out.write(body.getBytes(UTF_8));
      out.flush();
      var response = new String(request.getInputStream().readAllBytes(), UTF_8);
      assertThat(response).startsWith("HTTP/1.1 201").contains("\"name\":\"Late\"");
      assertThat(socket.text())
          .contains("connection_closing", "\"reason\":\"shutting_down\"", "\"reconnect\":true");
      assertThat(process.waitFor(TIMEOUT.toSeconds(), TimeUnit.SECONDS)).isTrue();
      assertThat(process.exitValue()).isEqualTo(TERMINATED);
    }
  }

  /** Whether the server has stopped listening. */
  private boolean isRefused() {
    try (var _ = new Socket(address.getHost(), address.getPort())) {
      return false;
    } catch (IOException e) {
      return true;
    }
  }

  /** Status and text of {@code /health}, on a connection of its own. */
  private String health() {
    try (var fresh = HttpClient.newHttpClient()) {
      var request = HttpRequest.newBuilder(address.resolve("/health")).build();
      var response = fresh.send(request, BodyHandlers.ofString());
      return response.statusCode() + " " + response.body();
    } catch (IOException e) {
      return "refused";
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return "interrupted";
    }
  }
}
