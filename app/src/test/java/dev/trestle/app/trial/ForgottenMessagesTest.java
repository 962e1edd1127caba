package dev.trestle.app.trial;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.accounts.client.SignedInClient;
import dev.trestle.app.config.Configuration;
import dev.trestle.app.config.ServerMode;
import dev.trestle.app.server.FaultyServer;
import java.net.URI;
import java.net.http.HttpClient;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The check of chats, with the users of a trial on one server that forgets some messages. Who is
 * connected sees all of them; the reader who comes later misses those after the first forgotten.
 */
class ForgottenMessagesTest {
  private static final int USERS = 3;
  private static final int MESSAGES = 12;

  /** What was forgotten never comes, however long one waits. */
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  @TempDir Path folder;

  @Test
  void messages_that_are_acknowledged_and_not_stored_are_found() throws Exception {
    var settings =
        Map.of(
            "TRESTLE_PORT", "0",
            "TRESTLE_DB_PORT", "0",
            "TRESTLE_DURABILITY", "fast",
            "TRESTLE_ONLY", "messenger",
            "TRESTLE_DATA", folder.toString());
    var configuration = Configuration.read(Map.of(), settings, folder);
    var fault = PlantedFault.FORGOTTEN_MESSAGES.name();
    try (var server = FaultyServer.start(configuration, ServerMode.DEV, fault);
        var http = HttpClient.newHttpClient()) {
      var users = new ArrayList<SignedInClient>();
      for (int i = 0; i < USERS; i++) {
        var address = URI.create(server.address());
        var number = "+4670111220" + i;
        users.add(SignedInClient.signIn(http, address, number, "phone", UnaryOperator.identity()));
      }
      var work = new ChatWork(users, new Pace(Duration.ZERO), new SplittableRandom(7), PATIENCE);
      try {
        for (int i = 0; i < MESSAGES; i++) work.step();
        assertThat(work.violations()).anyMatch(found -> found.startsWith("reader 3 did not see"));
      } finally {
        work.close();
      }
    }
  }
}
