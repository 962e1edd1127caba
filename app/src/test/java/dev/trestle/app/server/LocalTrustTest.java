package dev.trestle.app.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.app.config.Configuration;
import dev.trestle.app.config.ServerMode;
import dev.trestle.http.RawClient;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A server in dev mode trusts this machine, and nobody who comes through it. */
class LocalTrustTest {
  private static final List<String> PATHS =
      List.of("/", "/console/api/tables", "/metrics", "/health", "/messenger/", "/api/v1/chats");
  private static final String CODE = "POST /api/v1/auth/request-otp";
  private static final String NUMBER = "{\"phone_number\":\"+46701740605\"}";

  @TempDir Path folder;

  private RunningServer server;
  private int port;

  @BeforeEach
  void start() {
    var environment =
        Map.of(
            "TRESTLE_PORT", "0",
            "TRESTLE_DB_PORT", "0",
            "TRESTLE_DURABILITY", "fast",
            "TRESTLE_DATA", folder.resolve("data").toString());
    server = RunningServer.start(Configuration.read(Map.of(), environment, folder), ServerMode.DEV);
    port = URI.create(server.address()).getPort();
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private RawClient.Response get(String path, String... headers) {
    return send("GET " + path, "", headers);
  }

  private RawClient.Response send(String line, String body, String... headers) {
    var text = new StringBuilder(line + " HTTP/1.1\r\nConnection: close\r\n");
    for (var header : headers) text.append(header).append("\r\n");
    if (!body.isEmpty()) {
      text.append("Content-Type: application/json\r\n");
      text.append("Content-Length: ").append(body.length()).append("\r\n");
    }
    try (var client = new RawClient(port)) {
      return client.send(text + "\r\n" + body).read();
    }
  }

  private String here() {
    return "Host: 127.0.0.1:" + port;
  }

  @Test
  void this_machine_is_trusted() throws Exception {
    assertThat(get("/console/api/tables", here()).status()).isEqualTo(200);
    assertThat(send(CODE, NUMBER, here()).text()).contains("dev_code");
    assertThat(Files.exists(folder.resolve("data"))).isTrue();
  }

  @Test
  void a_request_through_a_proxy_is_refused_everywhere() {
    for (var header :
        List.of(
            "X-Forwarded-For: 203.0.113.9",
            "Forwarded: for=203.0.113.9",
            "X-Real-IP: 203.0.113.9",
            "Via: 1.1 proxy",
            "X-Forwarded-Proto: https")) {
      for (var path : PATHS) {
        assertThat(get(path, here(), header).status()).as(path + " " + header).isEqualTo(421);
      }
      var code = send(CODE, NUMBER, here(), header);
      assertThat(code.status()).isEqualTo(421);
      assertThat(code.text()).doesNotContain("dev_code");
    }
  }

  @Test
  void a_name_that_is_not_this_machines_is_refused_everywhere() {
    for (var host : List.of("evil.example", "evil.example:" + port, "127.0.0.1.evil.example")) {
      for (var path : PATHS) {
        assertThat(get(path, "Host: " + host).status()).as(path + " " + host).isEqualTo(421);
      }
      assertThat(send(CODE, NUMBER, "Host: " + host).status()).isEqualTo(421);
    }
  }
}
