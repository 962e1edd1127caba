package dev.trestle.app.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trestle.app.command.CommandRun;
import dev.trestle.app.config.Configuration;
import dev.trestle.app.config.ServerMode;
import dev.trestle.cli.UsageError;
import dev.trestle.testing.Await;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Servers that keep their secrets in a table. */
class SharedSecretsTest {
  private static final String KEY = randomKey();

  private static final Duration TIMEOUT = Duration.ofSeconds(60);

  @TempDir Path folder;

  private static String randomKey() {
    var bytes = new byte[32];
    new SecureRandom().nextBytes(bytes);
    return Base64.getEncoder().encodeToString(bytes);
  }

  private static Map<String, String> environment(URI database, String secrets, String key) {
    var environment = new HashMap<String, String>();
    environment.put("TRESTLE_PORT", "0");
    environment.put("TRESTLE_ONLY", "stak");
    environment.put("TRESTLE_ENDPOINT", database.toString());
    environment.put("TRESTLE_SECRETS", secrets);
    environment.put("TRESTLE_SECRETS_KEY", key);
    return environment;
  }

  private RunningServer server(URI database, String secrets, String key) {
    var environment = environment(database, secrets, key);
    return RunningServer.start(
        Configuration.read(Map.of(), environment, folder), ServerMode.STANDARD);
  }

  private RunningDatabase engine() {
    var environment = Map.of("TRESTLE_DB_PORT", "0", "TRESTLE_DURABILITY", "fast");
    return RunningDatabase.start(Configuration.read(Map.of(), environment, folder), true);
  }

  @Test
  void servers_with_one_key_share_their_secrets_and_others_do_not_start() {
    try (var engine = engine();
        var gate = new PolicyGate(engine.endpoint().orElseThrow(), "stak")) {
      var environment = environment(gate.address(), "table", KEY);
      assertThat(CommandRun.of(folder, environment, "secrets", "password").exitCode())
          .isEqualTo(69);
      try (var first = server(gate.address(), "table", KEY)) {
        gate.enforce();
        server(gate.address(), "table", KEY).close();

        var otherKey = randomKey();
        assertThatThrownBy(() -> server(gate.address(), "table", otherKey))
            .isInstanceOf(UsageError.class)
            .hasMessageContaining("platform_secrets")
            .hasMessageContaining("Set TRESTLE_SECRETS_KEY")
            .hasMessageNotContaining(otherKey);
        var elsewhere = folder.resolve("secrets").toString();
        assertThatThrownBy(() -> server(gate.address(), elsewhere, ""))
            .isInstanceOf(UsageError.class)
            .hasMessageContaining("has other secrets");

        // The operator's commands find the password in the table.
        environment.put("TRESTLE_PORT", Integer.toString(URI.create(first.address()).getPort()));
        var created = CommandRun.of(folder, environment, "stak", "tenant", "create", "acme");
        assertThat(created.out()).as(created.err()).contains("stak admin key: ");
        var password = CommandRun.of(folder, environment, "secrets", "password");
        assertThat(password.out().strip()).hasSize(20);
        var rotated = CommandRun.of(folder, environment, "secrets", "rotate");
        assertThat(rotated.exitCode()).as(rotated.err()).isZero();
        assertThat(rotated.out()).contains("stak-tokens: ", "stay valid");
        environment.put("TRESTLE_SECRETS_KEY", otherKey);
        var refused = CommandRun.of(folder, environment, "secrets", "rotate");
        assertThat(refused.exitCode()).isEqualTo(2);
        assertThat(refused.err()).contains("TRESTLE_SECRETS_KEY").doesNotContain(otherKey);
        assertThat(gate.denied()).isEmpty();
      }
    }
  }

  /** Copies of a folder are equal at the start, so the servers that have them do start. */
  @Test
  void a_server_whose_copy_of_the_secrets_is_outdated_says_so() throws IOException {
    try (var engine = engine()) {
      var database = engine.endpoint().orElseThrow();
      var place = folder.resolve("secrets");
      try (var first = server(database, place.toString(), "");
          var third = server(database, place.toString(), "");
          var second = server(database, copy(place).toString(), "")) {
        for (var server : List.of(first, second, third)) awaitHealth(server, "ok", "ok");
        var environment = environment(database, place.toString(), "");
        assertThat(CommandRun.of(folder, environment, "secrets", "rotate").exitCode()).isZero();
        awaitHealth(second, "degraded", "failing");
        // Those that share a folder have all keys, and accept the tokens of each other.
        awaitHealth(first, "ok", "ok");
        awaitHealth(third, "ok", "ok");
      }
    }
  }

  private Path copy(Path secrets) throws IOException {
    var copy = Files.createDirectory(folder.resolve("copy"));
    Files.setPosixFilePermissions(copy, PosixFilePermissions.fromString("rwx------"));
    try (var files = Files.list(secrets)) {
      for (var file : files.toList()) {
        Files.copy(file, copy.resolve(file.getFileName()), StandardCopyOption.COPY_ATTRIBUTES);
      }
    }
    return copy;
  }

  private static void awaitHealth(RunningServer server, String status, String secrets) {
    Await.until(
        () -> {
          try {
            var connection = URI.create(server.address() + "health").toURL().openConnection();
            var text = new String(connection.getInputStream().readAllBytes(), UTF_8);
            return text.contains("\"status\":\"" + status + "\"")
                && text.contains("\"secrets\":\"" + secrets + "\"");
          } catch (IOException notReady) {
            return false;
          }
        },
        TIMEOUT);
  }

  @Test
  void a_key_is_required_and_checked_and_not_shown() {
    var database = URI.create("http://127.0.0.1:1");
    assertThatThrownBy(() -> server(database, "table", ""))
        .isInstanceOf(UsageError.class)
        .hasMessageContaining("openssl rand -base64 32");
    assertThatThrownBy(() -> server(database, "table", "c2hvcnQ="))
        .isInstanceOf(UsageError.class)
        .hasMessageContaining("32 random bytes")
        .hasMessageNotContaining("c2hvcnQ=");
    var environment = Map.of("TRESTLE_SECRETS_KEY", KEY);
    var alone = CommandRun.of(folder, environment, "serve", "--secrets", "table");
    assertThat(alone.exitCode()).isEqualTo(2);
    assertThat(alone.err()).contains("needs --endpoint");
    var shown = CommandRun.of(folder, environment(database, "table", KEY), "config");
    assertThat(shown.out()).contains("secrets.key").doesNotContain(KEY);
  }
}
