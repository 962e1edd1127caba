package dev.trestle.app.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.app.command.CommandRun;
import dev.trestle.app.config.ServerMode;
import dev.trestle.testing.Await;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code ./trestle stak tenant …} against a running server. */
final class TenantCommandsTest {
  private static final Duration SOON = Duration.ofSeconds(60);

  @TempDir Path folder;

  private CommandRun tenant(String port, String... words) {
    var args = new ArrayList<>(List.of("stak", "tenant"));
    args.addAll(List.of(words));
    args.addAll(List.of("--port", port));
    var variables = Map.of("TRESTLE_DATA", folder.resolve("data").toString());
    return CommandRun.of(folder, variables, args.toArray(new String[0]));
  }

  @Test
  void a_tenant_is_created_suspended_resumed_and_deleted() {
    try (var server =
        RunningServer.start(OperatorAccessTest.configuration(folder), ServerMode.DEV)) {
      var port = Integer.toString(URI.create(server.address()).getPort());
      assertThat(tenant(port, "create", "acme").out()).contains("stak admin key: ska_");
      assertThat(tenant(port, "suspend", "acme").out()).contains("acme: suspended");
      assertThat(tenant(port, "list").out()).contains("acme").contains("suspended");
      assertThat(tenant(port, "resume", "acme").out()).contains("acme: active");
      assertThat(tenant(port, "resume", "nobody").err()).contains("There is no such tenant.");

      var wrong = tenant(port, "delete", "acme", "--confirm", "acne");
      assertThat(wrong.exitCode()).isEqualTo(1);
      assertThat(wrong.err()).contains("Repeat the name of the tenant");
      assertThat(tenant(port, "delete", "acme").exitCode()).isEqualTo(2);
      assertThat(tenant(port, "delete", "acme", "--confirm", "acme").out())
          .contains("acme: deleting");
      Await.until(() -> !tenant(port, "list").out().contains("acme"), SOON);
    }
  }
}
