package dev.trestle.app.server;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import dev.trestle.app.config.Configuration;
import dev.trestle.app.config.ServerMode;
import dev.trestle.platform.web.Json;
import dev.trestle.testing.Await;
import dev.trestle.testing.browser.BrowserTest;
import dev.trestle.testing.browser.BrowserUser;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The console over all systems, whose names and keys are longer than those of a small example. */
@BrowserTest
final class ConsoleOfSystemsTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  /** Sections that have tables, whatever has happened so far. */
  private static final List<String> WITH_TABLES =
      List.of("overview", "patterns", "tables", "alarms", "cost", "streams");

  private static final List<String> SECTIONS =
      Stream.concat(
              WITH_TABLES.stream(),
              Stream.of("queues", "engine", "heat", "throttles", "servers", "backups"))
          .toList();

  /** The texts of tables that are wider than their frame. */
  private static final String CUT_OFF =
      """
      [...document.querySelectorAll('.table-frame')]
        .filter((frame) => frame.scrollWidth > frame.clientWidth + 1)
        .map((frame) => `${frame.scrollWidth} > ${frame.clientWidth} ${frame.innerText.slice(0, 80)}`)
      """;

  @TempDir Path folder;

  private RunningServer server;

  @BeforeEach
  void start() {
    PlaywrightAssertions.setDefaultAssertionTimeout((double) PATIENCE.toMillis());
    var environment =
        Map.of(
            "TRESTLE_PORT", "0",
            "TRESTLE_DB_PORT", "0",
            "TRESTLE_DURABILITY", "fast",
            "TRESTLE_DATA", folder.resolve("data").toString());
    server = RunningServer.start(Configuration.read(Map.of(), environment, folder), ServerMode.DEV);
  }

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void no_table_is_cut_off_on_a_laptop(BrowserUser operator) {
    for (var section : SECTIONS) {
      var page = operator.open(URI.create(server.address()).resolve("/console/#/" + section));
      assertThat(page.locator("main h1")).isVisible();
      assertThat(page.locator("main [aria-busy=true]")).hasCount(0);
      if (WITH_TABLES.contains(section)) {
        assertThat(page.locator("main .table-frame").first()).isVisible();
      }
      assertThat(page.viewportSize().width).isEqualTo(1280);
      assertThat(page.evaluate(CUT_OFF)).as(section).isEqualTo(List.of());
      page.close();
    }
  }

  @Test
  void the_use_of_idempotency_keys_is_counted() throws Exception {
    try (var http = HttpClient.newHttpClient()) {
      var keys = post(http, "/operator/stak/tenants", "{\"name\":\"acme\"}");
      var _ =
          post(
              http,
              "/stack/admin/v1/acme/DEFAULT/users",
              "{\"uids\":[\"ann\"]}",
              "X-Api-Key",
              keys.path("admin_key").asText(),
              "X-Admin-Id",
              "boss",
              "Idempotency-Key",
              "once");
      Await.until(() -> idempotencyCalls(http) > 0, PATIENCE);
    }
  }

  private long idempotencyCalls(HttpClient http) {
    var request =
        HttpRequest.newBuilder(URI.create(server.address()).resolve("/console/api/patterns"));
    long calls = 0;
    for (var used : send(http, request.build()).path("used")) {
      if (used.path("system").asText().equals("idempotency")) calls += used.path("calls").asLong();
    }
    return calls;
  }

  private JsonNode post(HttpClient http, String path, String body, String... headers) {
    var request =
        HttpRequest.newBuilder(URI.create(server.address()).resolve(path))
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString(body));
    if (headers.length > 0) request.headers(headers);
    return send(http, request.build());
  }

  private static JsonNode send(HttpClient http, HttpRequest request) {
    try {
      var response = http.send(request, BodyHandlers.ofByteArray());
      assertThat(response.statusCode()).isBetween(200, 201);
      return Json.tree().readTree(response.body());
    } catch (IOException e) {
      throw new AssertionError(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
  }
}
