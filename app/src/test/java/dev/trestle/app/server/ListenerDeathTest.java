package dev.trestle.app.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.app.config.Configuration;
import dev.trestle.app.config.ServerMode;
import dev.trestle.cli.LocalDatabase;
import dev.trestle.cli.ServerProcess;
import dev.trestle.dynamodb.http.DynamoDbServer;
import dev.trestle.http.HttpServer;
import dev.trestle.platform.web.SiteServer;
import dev.trestle.testing.ChildJvm;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A server that no longer accepts connections ends, so that a supervisor starts it again. */
class ListenerDeathTest {
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  @TempDir Path folder;

  @ParameterizedTest
  @EnumSource(Port.class)
  void the_death_of_a_listener_ends_the_process(Port port) {
    var arguments = List.of(folder.toString(), port.name());
    try (var server = ChildJvm.start(Doomed.class, List.of("-Xmx256m"), arguments)) {
      assertThat(server.awaitEnd(PATIENCE)).as(server.err()).isEqualTo(70);
      assertThat(server.err())
          .contains("ending because of a fatal error", "the listener was closed");
    }
  }

  /** The ports of a server with an engine of its own. */
  enum Port {
    SITE,
    ENGINE
  }

  /** {@code serve --dev} in which a listener is closed behind the server's back. */
  static final class Doomed {
    private Doomed() {}

    public static void main(String[] arguments) {
      var out = new PrintWriter(System.out, true, StandardCharsets.UTF_8);
      var err = new PrintWriter(System.err, true, StandardCharsets.UTF_8);
      var folder = Path.of(arguments[0]);
      ServerProcess.run(
          "serve", "--port", out, err, () -> startDoomed(folder, Port.valueOf(arguments[1])));
    }

    private static RunningServer startDoomed(Path folder, Port port) {
      var settings =
          Map.of(
              "TRESTLE_PORT", "0",
              "TRESTLE_DB_PORT", "0",
              "TRESTLE_ONLY", "stak",
              "TRESTLE_DATA", folder.resolve("data").toString());
      var server =
          RunningServer.start(Configuration.read(Map.of(), settings, folder), ServerMode.DEV);
      try {
        listener(server, port).close();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      return server;
    }

    /** No program may close it, so it is taken from the fields that have it. */
    private static ServerSocket listener(RunningServer server, Port port) {
      var http =
          switch (port) {
            case SITE -> field(field(server, "server", SiteServer.class), "http", HttpServer.class);
            case ENGINE -> {
              var embedded = field(server, "database", ServerDatabase.Embedded.class);
              var database = field(embedded.running(), "database", LocalDatabase.class);
              var engine = (DynamoDbServer) field(database, "server", Optional.class).orElseThrow();
              yield field(engine, "server", HttpServer.class);
            }
          };
      return field(http, "listener", ServerSocket.class);
    }

    private static <T> T field(Object owner, String name, Class<T> type) {
      try {
        var field = owner.getClass().getDeclaredField(name);
        field.setAccessible(true);
        return type.cast(field.get(owner));
      } catch (ReflectiveOperationException e) {
        throw new LinkageError(name, e);
      }
    }
  }
}
