package dev.trestle.app.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.app.command.CommandRun;
import dev.trestle.app.config.Configuration;
import dev.trestle.app.config.ServerMode;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Only the operator gets at the console, also on the loopback address. */
class OperatorAccessTest {
  /** Far more than are allowed, because some are allowed again while others are made. */
  static final int GUESSES_MAX = 50;

  @TempDir Path folder;

  private final HttpClient http = HttpClient.newHttpClient();
  private RunningServer server;
  private URI address;

  @BeforeEach
  void start() {
    server = RunningServer.start(configuration(folder), ServerMode.STANDARD);
    address = URI.create("http://127.0.0.1:" + URI.create(server.address()).getPort());
  }

  /** Of a server with its data in this folder. */
  static Configuration configuration(Path folder) {
    var environment =
        Map.of(
            "TRESTLE_PORT", "0",
            "TRESTLE_DB_PORT", "0",
            "TRESTLE_ONLY", "stak",
            "TRESTLE_DURABILITY", "fast",
            "TRESTLE_DATA", folder.resolve("data").toString());
    return Configuration.read(Map.of(), environment, folder);
  }

  @AfterEach
  void stop() {
    server.close();
    http.shutdownNow();
  }

  @Test
  void strangers_see_neither_figures_nor_metrics_and_make_no_tenants() throws Exception {
    assertThat(get("/console/api/tables", "").statusCode()).isEqualTo(401);
    assertThat(get("/metrics", "").statusCode()).isEqualTo(401);
    assertThat(post("/operator/stak/tenants", "{\"name\":\"x\"}", "").statusCode()).isEqualTo(401);
    assertThat(get("/console/access", "").body()).isEqualTo("{\"signed_in\":false,\"login\":true}");
  }

  @Test
  void the_operator_comes_in_with_the_password_among_the_secrets() throws Exception {
    var session = logIn(password());

    assertThat(get("/console/api/tables", session).statusCode()).isEqualTo(200);
    assertThat(get("/metrics", session).statusCode()).isEqualTo(200);
    assertThat(post("/operator/stak/tenants", "{\"name\":\"x\"}", session).body())
        .contains("\"admin_key\":\"ska_");
    assertThat(post("/operator/stak/tenants", "{\"name\":\"x\"}", session).statusCode())
        .isEqualTo(409);
  }

  @Test
  void a_page_elsewhere_cannot_act_with_the_operators_cookie() throws Exception {
    var session = logIn(password());
    var request =
        request("/operator/stak/tenants", session)
            .header("Origin", "https://elsewhere.example")
            .POST(BodyPublishers.ofString("{\"name\":\"y\"}"))
            .build();

    assertThat(http.send(request, BodyHandlers.ofString()).statusCode()).isEqualTo(403);
  }

  @Test
  void guessing_is_stopped() throws Exception {
    int status = 401;
    for (int guess = 0; guess < GUESSES_MAX && status == 401; guess++) {
      status = post("/operator/session", "{\"password\":\"guess\"}", "").statusCode();
    }
    assertThat(status).isEqualTo(429);
  }

  @Test
  void secrets_are_for_the_owner_alone_and_stay_the_same() throws Exception {
    var before = password();
    var secrets = folder.resolve("data/secrets");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(secrets)))
        .isEqualTo("rwx------");
    try (var files = Files.list(secrets)) {
      assertThat(files)
          .isNotEmpty()
          .allSatisfy(file ->
              assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                  .isEqualTo("rw-------"));
    }
    server.close();
    server = RunningServer.start(configuration(folder), ServerMode.STANDARD);

    assertThat(password()).isEqualTo(before);
  }

  @Test
  void messenger_needs_a_gateway_unless_codes_may_be_shown() {
    var run =
        CommandRun.of(
            folder,
            Map.of("TRESTLE_DATA", folder.resolve("other").toString(), "TRESTLE_DB_PORT", "0"),
            "serve",
            "--port",
            "0");
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).contains("sms.gateway", "--only", "--dev");
  }

  @Test
  void the_announcement_says_where_the_password_is_but_not_what_it_is() throws Exception {
    var out = new StringWriter();
    server.announce(new PrintWriter(out));
    assertThat(out.toString())
        .contains(folder.resolve("data/secrets/operator-password").toString())
        .doesNotContain(password());
  }

  @Test
  void a_tenant_is_made_by_command() {
    var port = Integer.toString(address.getPort());
    var environment = Map.of("TRESTLE_DATA", folder.resolve("data").toString());
    var made =
        CommandRun.of(folder, environment, "stak", "tenant", "create", "acme", "--port", port);
    assertThat(made.exitCode()).isZero();
    assertThat(made.out())
        .contains("tenant: acme")
        .containsPattern("stak admin key: ska_\\w+")
        .containsPattern("stak user key: sku_\\w+");

    var again =
        CommandRun.of(folder, environment, "stak", "tenant", "create", "acme", "--port", port);
    assertThat(again.exitCode()).isEqualTo(1);
    assertThat(again.err()).contains("There is already a tenant with this name.");
  }

  @Test
  void a_command_without_a_server_says_so() {
    var run = CommandRun.of(folder, Map.of(), "stak", "tenant", "create", "acme", "--port", "1");
    assertThat(run.exitCode()).isEqualTo(69);
    assertThat(run.err()).contains("no server responds", "./trestle serve");
  }

  private String password() throws IOException {
    return Files.readString(folder.resolve("data/secrets/operator-password")).strip();
  }

  private String logIn(String password) throws Exception {
    var answer = post("/operator/session", "{\"password\":\"" + password + "\"}", "");
    assertThat(answer.statusCode()).isEqualTo(200);
    var cookie = answer.headers().firstValue("Set-Cookie").orElseThrow();
    assertThat(cookie).contains("HttpOnly", "SameSite=Strict");
    return cookie.substring(0, cookie.indexOf(';'));
  }

  private HttpResponse<String> get(String path, String session) throws Exception {
    return http.send(request(path, session).build(), BodyHandlers.ofString());
  }

  private HttpResponse<String> post(String path, String json, String session) throws Exception {
    var request =
        request(path, session)
            .header("Origin", address.toString())
            .POST(BodyPublishers.ofString(json))
            .build();
    return http.send(request, BodyHandlers.ofString());
  }

  private HttpRequest.Builder request(String path, String session) {
    var request =
        HttpRequest.newBuilder(address.resolve(path)).header("Content-Type", "application/json");
    return session.isEmpty() ? request : request.header("Cookie", session);
  }
}
