package dev.trestle.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HttpFaceTest {
  @TempDir Path folder;

  @Test
  void the_demo_fills_a_table_and_keeps_changing_it() throws Exception {
    var environment = Map.of("TRESTLE_PORT", "0", "TRESTLE_DB_PORT", "0");
    var configuration = Configuration.read(new Flags(), environment, folder);
    try (var pages = RunningPages.start(configuration, true);
        var browser = HttpClient.newHttpClient()) {
      var first = get(browser, pages.address());
      assertThat(first.statusCode()).isEqualTo(200);
      assertThat(first.body()).contains("<th scope=\"row\">demo-orders</th><td>400</td>");
      assertThat(first.headers().firstValue("Content-Security-Policy")).isPresent();
      var deadline = Instant.now().plusSeconds(10);
      while (get(browser, pages.address()).body().equals(first.body())) {
        assertThat(Instant.now()).as("the page changes").isBefore(deadline);
      }
      assertThat(get(browser, pages.address() + "health").body()).isEqualTo("{\"status\":\"ok\"}");
      assertThat(get(browser, pages.address() + "../trestle.properties").statusCode())
          .isEqualTo(404);
    }
    assertThat(folder).isEmptyDirectory();
  }

  private static HttpResponse<String> get(HttpClient browser, String address) {
    try {
      var request = HttpRequest.newBuilder(URI.create(address)).build();
      return browser.send(request, BodyHandlers.ofString());
    } catch (IOException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void the_demo_touches_no_folder() {
    var both = Trial.of("serve", "--demo", "--data", "x");
    assertThat(both.exitCode()).isEqualTo(2);
    assertThat(both.err()).contains("--demo", "--data");
  }

  @Test
  void a_database_in_memory_has_no_folder() {
    var both = Trial.of("db", "--in-memory", "--data", "x");
    assertThat(both.exitCode()).isEqualTo(2);
    assertThat(both.err()).contains("--in-memory", "--data");
  }

  @Test
  void a_database_is_not_offered_to_others_who_need_not_say_who_they_are() {
    var trial = Trial.of("db", "--in-memory", "--host", "0.0.0.0");
    assertThat(trial.exitCode()).isEqualTo(2);
    assertThat(trial.err()).contains("0.0.0.0", "--credentials", "--allow-anyone");
  }

  @Test
  void pages_are_not_offered_to_others_unless_that_is_meant() {
    var trial = Trial.of("serve", "--demo", "--host", "0.0.0.0", "--credentials", "keys");
    assertThat(trial.exitCode()).isEqualTo(2);
    assertThat(trial.err()).contains("0.0.0.0", "--allow-anyone");
  }

  @Test
  void a_port_that_is_taken_is_told() throws Exception {
    try (var taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      var port = Integer.toString(taken.getLocalPort());
      var trial = Trial.of("db", "--in-memory", "--port", port);
      assertThat(trial.exitCode()).isEqualTo(69);
      assertThat(trial.err()).contains(port);
    }
  }

  @Test
  void a_folder_in_use_is_told_and_left_alone() {
    var data = folder.resolve("data").toString();
    var environment = Map.of("TRESTLE_DATA", data, "TRESTLE_DB_PORT", "0");
    var configuration = Configuration.read(new Flags(), environment, folder);
    try (var first = RunningDatabase.start(configuration, false)) {
      var second = Trial.of(folder, environment, "db");

      assertThat(second.exitCode()).isEqualTo(69);
      assertThat(second.err()).contains(data);
      assertThat(first.endpoint().getPort()).isPositive();
    }
  }
}
