package dev.trestle.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.app.config.Configuration;
import dev.trestle.app.config.ServerMode;
import dev.trestle.app.config.Setting;
import dev.trestle.app.server.RunningDatabase;
import dev.trestle.app.server.RunningServer;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ServerProcessTest {
  @TempDir Path folder;

  @Test
  void the_demo_serves_pages_and_touches_no_folder() throws Exception {
    var environment = Map.of("TRESTLE_PORT", "0", "TRESTLE_DB_PORT", "0");
    var configuration = Configuration.read(Map.of(), environment, folder);
    try (var server = RunningServer.start(configuration, ServerMode.DEMO);
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
    var both = CommandRun.of("serve", "--demo", "--data", "x");
    assertThat(both.exitCode()).isEqualTo(2);
    assertThat(both.err()).contains("--demo", "--data");
  }

  @Test
  void a_database_in_memory_has_no_folder() {
    var both = CommandRun.of("db", "--in-memory", "--data", "x");
    assertThat(both.exitCode()).isEqualTo(2);
    assertThat(both.err()).contains("--in-memory", "--data");
  }

  @Test
  void a_database_is_not_offered_to_others_who_need_not_say_who_they_are() {
    var run = CommandRun.of("db", "--in-memory", "--host", "0.0.0.0");
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).contains("0.0.0.0", "--credentials", "--allow-anyone");
  }

  @Test
  void a_server_that_trusts_everybody_listens_on_the_loopback_address_only() {
    for (var mode : List.of("--demo", "--dev")) {
      var run = CommandRun.of("serve", mode, "--host", "0.0.0.0", "--allow-anyone");
      assertThat(run.exitCode()).isEqualTo(2);
      assertThat(run.err()).contains("0.0.0.0", "--host", mode);
      assertThat(CommandRun.of("serve", mode, "--trusted-proxies", "127.0.0.1").exitCode())
          .isEqualTo(2);
    }
  }

  @Test
  void proxies_are_addresses_not_names() {
    var run = CommandRun.of("serve", "--trusted-proxies", "127.0.0.1,proxy.example");
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).contains("trusted.proxies", "10.0.0.0/8");
  }

  @ParameterizedTest
  @ValueSource(strings = {"db --in-memory", "serve --demo", "serve --dev --data DATA"})
  void a_port_that_is_taken_is_told(String command) throws Exception {
    try (var taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      var port = Integer.toString(taken.getLocalPort());
      var words = (command + " --port " + port).replace("DATA", folder.resolve("data").toString());
      var run = CommandRun.of(folder, environmentOf(command), words.split(" "));
      assertThat(run.exitCode()).isEqualTo(69);
      assertThat(run.err())
          .contains(port, "Choose another port with --port", "0 takes a free one")
          .doesNotContain("Exception", "\tat ");
      assertThat(run.err().lines()).hasSize(1);
    }
  }

  /** For {@code serve}, an endpoint for AWS SDKs whose port is free in any case. */
  private static Map<String, String> environmentOf(String command) {
    return command.startsWith("serve") ? Map.of("TRESTLE_DB_PORT", "0") : Map.of();
  }

  @Test
  void the_demo_takes_free_ports_in_place_of_those_in_use() throws Exception {
    try (var _ = occupied(8080);
        var _ = occupied(8000)) {
      var configuration = Configuration.read(Map.of(), Map.of(), folder);
      assertThat(configuration.usedPorts()).containsExactly(Setting.PORT, Setting.DB_PORT);
      assertThat(configuration.withFreePort(Setting.PORT).usedPorts())
          .containsExactly(Setting.DB_PORT);
      assertThat(configuration.withFreePort(Setting.PORT).port()).isZero();
    }
  }

  @Test
  void a_port_that_somebody_chose_is_not_replaced() throws Exception {
    try (var taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      var port = Integer.toString(taken.getLocalPort());
      var environment = Map.of("TRESTLE_PORT", port, "TRESTLE_DB_PORT", port);
      assertThat(Configuration.read(Map.of(), environment, folder).usedPorts()).isEmpty();
    }
  }

  /** A listener on a port, unless another program has one there. */
  private static ServerSocket occupied(int port) throws IOException {
    var listener = new ServerSocket();
    try {
      listener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
    } catch (BindException e) {
      assertThat(e).hasMessageContaining("in use");
    }
    return listener;
  }

  @Test
  void a_folder_in_use_is_told_and_left_alone() {
    var data = folder.resolve("data").toString();
    var environment = Map.of("TRESTLE_DATA", data, "TRESTLE_DB_PORT", "0");
    var configuration = Configuration.read(Map.of(), environment, folder);
    try (var first = RunningDatabase.start(configuration, false)) {
      var second = CommandRun.of(folder, environment, "db");

      assertThat(second.exitCode()).isEqualTo(69);
      assertThat(second.err()).contains(data);
      assertThat(first.endpoint().orElseThrow().getPort()).isPositive();
    }
  }
}
