package dev.trestle.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HttpFaceTest {
  @TempDir Path folder;

  @Test
  void serve_says_what_is_not_there_yet() {
    var trial = Trial.of("serve", "--demo", "--port", "9090");
    assertThat(trial.exitCode()).isEqualTo(69);
    assertThat(trial.err()).contains("not there yet", "demo", "127.0.0.1:9090");
  }

  @Test
  void a_database_in_memory_has_no_folder() {
    var both = Trial.of("db", "--in-memory", "--data", "x");
    assertThat(both.exitCode()).isEqualTo(2);
    assertThat(both.err()).contains("--in-memory", "--data");
  }

  @Test
  void a_database_is_not_offered_to_others_while_signatures_are_not_verified() {
    var trial = Trial.of("db", "--in-memory", "--host", "0.0.0.0");
    assertThat(trial.exitCode()).isEqualTo(2);
    assertThat(trial.err()).contains("0.0.0.0", "signatures");
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
