package dev.trestle.app.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trestle.app.command.CommandRun;
import dev.trestle.app.config.Configuration;
import dev.trestle.app.config.ServerMode;
import dev.trestle.http.TestCertificate;
import dev.trestle.platform.web.Json;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.WebSocket;
import java.net.http.WebSocketHandshakeException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Debian's nginx with TLS in front of a server, and a server that speaks TLS itself. */
class ProxyTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final int PORTS_TRIED = 5;

  /** Far more than a network may try in a minute. */
  private static final int CODE_TRIES_MAX = 1000;

  @TempDir Path folder;

  private RunningServer start(Map<String, String> more) {
    var environment = new HashMap<String, String>();
    environment.put("TRESTLE_PORT", "0");
    environment.put("TRESTLE_DB_PORT", "0");
    environment.put("TRESTLE_ONLY", "messenger,stak");
    environment.put("TRESTLE_SMS_GATEWAY", "http://127.0.0.1:9/sms");
    environment.put("TRESTLE_DURABILITY", "fast");
    environment.put("TRESTLE_DATA", folder.resolve("data").toString());
    environment.putAll(more);
    return RunningServer.start(
        Configuration.read(Map.of(), environment, folder), ServerMode.STANDARD);
  }

  private static int freePort() throws IOException {
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private record Nginx(Process process, URI address) implements AutoCloseable {
    @Override
    public void close() {
      process.destroy();
      assertThat(process.onExit()).succeedsWithin(PATIENCE);
    }
  }

  /** Starts nginx. Another process may take the port before nginx does, so it tries several. */
  private Nginx nginx(int behind, TestCertificate tls) throws Exception {
    var said = "";
    for (int attempt = 0; attempt < PORTS_TRIED; attempt++) {
      int port = freePort();
      var process = nginx(port, behind, tls);
      if (process.isPresent()) {
        return new Nginx(process.get(), URI.create("https://127.0.0.1:" + port));
      }
      said = Files.readString(folder.resolve("nginx.out"));
    }
    throw new IllegalStateException("nginx does not listen: " + said);
  }

  /** nginx with the configuration of docs/SERVE.md, on ports of its own. */
  private Optional<Process> nginx(int port, int behind, TestCertificate tls) throws Exception {
    var configuration =
        """
        daemon off;
        pid %1$s/nginx.pid;
        error_log %1$s/nginx.log;
        events {}
        http {
          access_log off;
          client_body_temp_path %1$s/body;
          proxy_temp_path %1$s/proxy;
          fastcgi_temp_path %1$s/fastcgi;
          uwsgi_temp_path %1$s/uwsgi;
          scgi_temp_path %1$s/scgi;
          map $http_upgrade $connection_upgrade { '' ''; default upgrade; }
          server {
            listen 127.0.0.1:%2$d ssl;
            ssl_certificate %4$s;
            ssl_certificate_key %5$s;
            location / {
              proxy_pass http://127.0.0.1:%3$d;
              proxy_http_version 1.1;
              proxy_set_header Host $http_host;
              proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
              proxy_set_header X-Forwarded-Proto $scheme;
              proxy_set_header Upgrade $http_upgrade;
              proxy_set_header Connection $connection_upgrade;
              proxy_buffering off;
            }
          }
        }
        """
            .formatted(folder, port, behind, tls.certificate(), tls.key());
    var file = Files.writeString(folder.resolve("nginx.conf"), configuration);
    var nginx =
        new ProcessBuilder("nginx", "-c", file.toString(), "-p", folder.toString())
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("nginx.out").toFile())
            .start();
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (System.nanoTime() < end && nginx.isAlive()) {
      try (var _ = new Socket(InetAddress.getLoopbackAddress(), port)) {
        return Optional.of(nginx);
      } catch (IOException notYet) {
        TimeUnit.MILLISECONDS.sleep(20);
      }
    }
    nginx.destroyForcibly().waitFor();
    return Optional.empty();
  }

  /** A client with an address of its own. */
  private static HttpClient client(TestCertificate tls, String from) {
    return HttpClient.newBuilder()
        .sslContext(tls.trusting())
        .localAddress(InetAddress.ofLiteral(from))
        .build();
  }

  private static HttpResponse<String> post(
      HttpClient client, URI address, String path, String json, String... headers)
      throws Exception {
    var request =
        HttpRequest.newBuilder(address.resolve(path))
            .header("Content-Type", "application/json")
            .header("Origin", address.toString())
            .POST(BodyPublishers.ofString(json));
    if (headers.length > 0) request.headers(headers);
    return client.send(request.build(), BodyHandlers.ofString());
  }

  @Test
  void behind_nginx_the_client_is_seen_and_nothing_is_trusted() throws Exception {
    var tls = TestCertificate.in(folder, "nginx");
    try (var server = start(Map.of("TRESTLE_TRUSTED_PROXIES", "127.0.0.1"));
        var client = client(tls, "127.0.0.2");
        var operator = client(tls, "127.0.0.3");
        var nginx = nginx(URI.create(server.address()).getPort(), tls)) {
      var address = nginx.address();
      strangersGetNothing(client, address);
      guessesAreCountedByClient(client, address);
      socketsAreRefusedWithoutAToken(client, address);
      theOperatorSignsIn(operator, address);
    }
  }

  @Test
  void behind_nginx_frames_of_a_socket_go_both_ways() throws Exception {
    var tls = TestCertificate.in(folder, "nginx");
    var trusted = Map.of("TRESTLE_TRUSTED_PROXIES", "127.0.0.1");
    try (var edge = new EdgeServer(folder, UnaryOperator.identity(), trusted);
        var client = client(tls, "127.0.0.2");
        var nginx = nginx(edge.address.getPort(), tls)) {
      var frames = new Frames();
      var socket =
          client
              .newWebSocketBuilder()
              .header("Authorization", "Bearer " + edge.signIn("+46701740605"))
              .buildAsync(URI.create("wss://" + nginx.address().getAuthority() + "/v1/ws"), frames)
              .join();
      frames.await("connection_established");
      for (var id : List.of("first", "second")) {
        var heartbeat = Map.of("type", "heartbeat", "request_id", id, "payload", Map.of());
        socket.sendText(new String(Json.write(heartbeat), StandardCharsets.UTF_8), true).join();
        assertThat(frames.await("heartbeat_ack").path("request_id").asText()).isEqualTo(id);
      }
      socket.sendClose(WebSocket.NORMAL_CLOSURE, "").join();
      assertThat(frames.closed.get(60, TimeUnit.SECONDS)).isEqualTo(WebSocket.NORMAL_CLOSURE);
    }
  }

  /** Collects what the server sends. */
  private static final class Frames implements WebSocket.Listener {
    final CompletableFuture<Integer> closed = new CompletableFuture<>();
    private final BlockingQueue<JsonNode> received = new LinkedBlockingQueue<>();
    private final StringBuilder partial = new StringBuilder();

    /** The next frame of this type; others before it are left out. */
    JsonNode await(String type) throws InterruptedException {
      for (var next = poll(); ; next = poll()) {
        if (next.path("type").asText().equals(type)) return next;
      }
    }

    private JsonNode poll() throws InterruptedException {
      var next = received.poll(PATIENCE.toSeconds(), TimeUnit.SECONDS);
      if (next == null) throw new AssertionError("no more frames");
      return next;
    }

    @Override
    public @Nullable CompletionStage<?> onText(WebSocket from, CharSequence data, boolean last) {
      partial.append(data);
      if (last) {
        received.add(
            Json.read(partial.toString().getBytes(StandardCharsets.UTF_8), JsonNode.class));
        partial.setLength(0);
      }
      from.request(1);
      return null;
    }

    @Override
    public @Nullable CompletionStage<?> onClose(WebSocket from, int code, String reason) {
      closed.complete(code);
      return null;
    }
  }

  /** The outer of two proxies tells whose requests they are; nginx adds the outer one's address. */
  @Test
  void behind_two_proxies_login_codes_are_limited_by_the_network_of_the_client() throws Exception {
    var tls = TestCertificate.in(folder, "nginx");
    try (var server = start(Map.of("TRESTLE_TRUSTED_PROXIES", "127.0.0.1,127.0.0.9"));
        var outer = client(tls, "127.0.0.9");
        var nginx = nginx(URI.create(server.address()).getPort(), tls)) {
      var address = nginx.address();
      assertThat(isLimited(outer, address, _ -> "203.0.113.7")).isTrue();
      assertThat(tryCode(outer, address, "203.0.113.8")).isEqualTo(401);
      // A customer has all addresses of such a network.
      assertThat(isLimited(outer, address, i -> "2001:db8:0:1::" + Integer.toHexString(i)))
          .isTrue();
      assertThat(tryCode(outer, address, "2001:db8:0:2::1")).isEqualTo(401);
    }
  }

  /** Whether requests from these addresses run into a limit, which refills slowly. */
  private static boolean isLimited(HttpClient client, URI address, IntFunction<String> addresses)
      throws Exception {
    for (int i = 1; i < CODE_TRIES_MAX; i++) {
      if (tryCode(client, address, addresses.apply(i)) == 429) return true;
    }
    return false;
  }

  private static int tryCode(HttpClient client, URI address, String from) throws Exception {
    var body = "{\"phone_number\":\"+46701740605\",\"otp\":\"123456\",\"device_id\":\"test\"}";
    var path = "/api/v1/auth/verify-otp";
    return post(client, address, path, body, "X-Forwarded-For", from).statusCode();
  }

  private void strangersGetNothing(HttpClient client, URI address) throws Exception {
    var code =
        post(client, address, "/api/v1/auth/request-otp", "{\"phone_number\":\"+46701740605\"}");
    assertThat(code.body()).doesNotContain("dev_code");
    for (var path : new String[] {"/console/api/tables", "/metrics"}) {
      var response =
          client.send(
              HttpRequest.newBuilder(address.resolve(path)).build(), BodyHandlers.ofString());
      assertThat(response.statusCode()).as(path).isEqualTo(401);
    }
  }

  /** The client's own header is in front of the one that nginx adds, and does not count. */
  private void guessesAreCountedByClient(HttpClient client, URI address) throws Exception {
    int status = 401;
    for (int i = 0; i < OperatorAccessTest.GUESSES_MAX && status == 401; i++) {
      var made = "203.0.113." + i;
      status =
          post(
                  client,
                  address,
                  "/operator/session",
                  "{\"password\":\"guess\"}",
                  "X-Forwarded-For",
                  made)
              .statusCode();
    }
    assertThat(status).isEqualTo(429);
  }

  private void socketsAreRefusedWithoutAToken(HttpClient client, URI address) {
    try {
      client
          .newWebSocketBuilder()
          .buildAsync(
              URI.create("wss://" + address.getAuthority() + "/v1/ws"), new WebSocket.Listener() {})
          .join();
      throw new AssertionError("a socket was opened without a token");
    } catch (CompletionException e) {
      assertThat(e.getCause())
          .isInstanceOfSatisfying(
              WebSocketHandshakeException.class,
              refused -> assertThat(refused.getResponse().statusCode()).isEqualTo(401));
    }
  }

  /** Somebody else's guesses do not lock the operator out. */
  private void theOperatorSignsIn(HttpClient client, URI address) throws Exception {
    var password = Files.readString(folder.resolve("data/secrets/operator-password")).strip();
    var signedIn =
        post(client, address, "/operator/session", "{\"password\":\"" + password + "\"}");
    assertThat(signedIn.statusCode()).isEqualTo(200);
    assertThat(signedIn.headers().firstValue("Set-Cookie").orElseThrow()).contains("Secure");
  }

  @Test
  void a_server_speaks_tls_itself() throws Exception {
    var tls = TestCertificate.in(folder, "own");
    var files =
        Map.of(
            "TRESTLE_TLS_CERT", tls.certificate().toString(),
            "TRESTLE_TLS_KEY", tls.key().toString());
    try (var server = start(files);
        var client = HttpClient.newBuilder().sslContext(tls.trusting()).build()) {
      var home =
          client.send(
              HttpRequest.newBuilder(URI.create(server.address())).build(),
              BodyHandlers.ofString());
      assertThat(home.statusCode()).isEqualTo(200);
      assertThat(home.headers().firstValue("Strict-Transport-Security"))
          .hasValue("max-age=31536000");
      var environment = new HashMap<>(files);
      environment.put("TRESTLE_DATA", folder.resolve("data").toString());
      var port = Integer.toString(URI.create(server.address()).getPort());
      var made =
          CommandRun.of(folder, environment, "stak", "tenant", "create", "acme", "--port", port);
      assertThat(made.err()).isEmpty();
      assertThat(made.exitCode()).isZero();
    }
  }

  @Test
  void tls_needs_both_files() {
    var environment =
        Map.of("TRESTLE_DATA", folder.resolve("data").toString(), "TRESTLE_DB_PORT", "0");
    var run =
        CommandRun.of(
            folder, environment, "serve", "--only", "stak", "--tls-cert", "x.pem", "--port", "0");
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).contains("--tls-key");
  }
}
