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
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HttpFaceTest {
  @TempDir Path folder;

  @Test
  void the_demo_serves_pages_and_touches_no_folder() throws Exception {
    var environment = Map.of("TRESTLE_PORT", "0", "TRESTLE_DB_PORT", "0");
    var configuration = Configuration.read(new Flags(), environment, folder);
    try (var server = RunningServer.start(configuration, true);
        var browser = HttpClient.newHttpClient()) {
      var home = get(browser, server.address());
      assertThat(home.statusCode()).isEqualTo(200);
      assertThat(home.body()).contains("<trestle-home>");
      assertThat(home.headers().firstValue("Content-Security-Policy").orElse(""))
          .contains("default-src 'none'");
      assertThat(get(browser, server.address() + "home.json").body()).contains("\"demo\":true");
      assertThat(get(browser, server.address() + "console/api/tables").statusCode()).isEqualTo(200);
      assertThat(get(browser, server.address() + "../trestle.properties").statusCode())
          .isEqualTo(400);
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
  void the_demo_takes_no_folder() {
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
  void a_demo_is_not_offered_to_others_unless_that_is_meant() {
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
