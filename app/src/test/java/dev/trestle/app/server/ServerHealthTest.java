package dev.trestle.app.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.app.config.Configuration;
import dev.trestle.http.Hosts;
import dev.trestle.messenger.model.Messages;
import dev.trestle.messenger.model.MessengerModel;
import dev.trestle.platform.feed.Change;
import dev.trestle.platform.feed.ChangeConsumer;
import dev.trestle.platform.feed.ChangeFeed.Start;
import dev.trestle.platform.feed.FollowedTable;
import dev.trestle.platform.identity.MemorySecrets;
import dev.trestle.platform.metrics.Health;
import dev.trestle.platform.system.ServedSystem;
import dev.trestle.platform.system.SystemContext;
import dev.trestle.platform.web.ErrorShape;
import dev.trestle.platform.web.Site;
import dev.trestle.platform.web.SiteServer;
import dev.trestle.store.Store;
import dev.trestle.store.StoreOptions;
import dev.trestle.testing.Await;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

class ServerHealthTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  @TempDir Path folder;

  private final HttpClient http = HttpClient.newHttpClient();

  @AfterEach
  void close() {
    http.shutdownNow();
  }

  private RunningDatabase database() {
    return RunningDatabase.start(
        Configuration.read(Map.of(), Map.of("TRESTLE_DB_PORT", "0"), folder), true);
  }

  static SystemContext context(ServerDatabase database, InstantSource clock) {
    var random = new SecureRandom();
    return SystemContext.open(
        database.client(),
        database.streams(),
        StoreOptions.standard().clock(clock),
        new MemorySecrets(random),
        database.feeds("srv_test"));
  }

  static SiteServer serve(Health health) {
    var site =
        new Site(new Hosts.Loopback(), () -> "req")
            .at("/health", health.router(), ErrorShape.PLAIN);
    return SiteServer.start(site, "127.0.0.1", 0);
  }

  @Test
  void an_engine_that_is_gone_and_a_port_that_does_not_answer_are_told() throws Exception {
    var running = database();
    var database = new ServerDatabase.Embedded(running);
    try (var context = context(database, Clock.systemUTC());
        var server = serve(ServerHealth.of(database, List.of(), context))) {
      for (var path : List.of("/health", "/health/ready", "/health/live")) {
        awaitStatus(server, path, 200);
      }
      assertThat(get(server, "/health/live").body())
          .contains("engine", "database_port")
          .doesNotContain("tables", "housekeeping");
      running.close();
      var live = get(server, "/health/live");
      assertThat(live.statusCode()).isEqualTo(503);
      assertThat(live.body()).contains("\"engine\":\"failing\"", "\"database_port\":\"failing\"");
      assertThat(get(server, "/health/ready").body()).contains("\"tables\":\"failing\"");
    } finally {
      running.close();
    }
  }

  @Test
  void a_consumer_that_is_a_minute_behind_makes_the_server_unready_until_it_has_caught_up()
      throws Exception {
    var ahead = new AtomicReference<>(Duration.ZERO);
    var isStuck = new AtomicBoolean(true);
    var failures = new AtomicInteger();
    try (var running = database()) {
      var database = new ServerDatabase.Embedded(running);
      try (var context = context(database, () -> Instant.now().plus(ahead.get()));
          var server = serve(ServerHealth.of(database, List.of(new Following()), context))) {
        context.store(MessengerModel.MODEL);
        awaitStatus(server, "/health/ready", 200);
        try (var _ =
            context
                .feed()
                .follow("push", Messages.TABLE, Start.HORIZON, consumer(isStuck, failures))) {
          database.client().putItem(put -> put.tableName("messages").item(MESSAGE));
          Await.until(() -> failures.get() > 0, PATIENCE);
          ahead.set(Duration.ofMinutes(2));
          awaitStatus(server, "/health/ready", 503);
          assertThat(get(server, "/health/ready").body()).contains("\"feed_push\":\"failing\"");
          awaitStatus(server, "/health/live", 200);
          isStuck.set(false);
          awaitStatus(server, "/health/ready", 200);
        }
      }
    }
  }

  @Test
  void background_work_that_is_not_done_makes_the_server_unready_but_not_dead() throws Exception {
    var isDone = new AtomicBoolean(true);
    try (var running = database()) {
      var database = new ServerDatabase.Embedded(running);
      try (var context = context(database, Clock.systemUTC());
          var server = serve(ServerHealth.of(database, List.of(new Working(isDone)), context))) {
        awaitStatus(server, "/health/ready", 200);
        isDone.set(false);
        awaitStatus(server, "/health/ready", 503);
        assertThat(get(server, "/health/ready").body()).contains("\"work\":\"failing\"");
        awaitStatus(server, "/health/live", 200);
      }
    }
  }

  private static final Map<String, AttributeValue> MESSAGE =
      Map.of("chat_id", AttributeValue.fromS("chat"), "sequence", AttributeValue.fromN("1"));

  private static ChangeConsumer consumer(AtomicBoolean isStuck, AtomicInteger failures) {
    return new ChangeConsumer() {
      @Override
      public void changed(List<Change> changes) {
        if (!isStuck.get()) return;
        failures.incrementAndGet();
        throw new IllegalStateException("a fault on purpose");
      }

      @Override
      public void gap(String shard) {}
    };
  }

  /** A system that follows a table, and nothing else. */
  private static final class Following extends Idle {
    @Override
    public List<FollowedTable> feeds() {
      return List.of(new FollowedTable("push", Messages.TABLE));
    }
  }

  /** A system with background work, and nothing else. */
  private static final class Working extends Idle {
    private final AtomicBoolean isDone;

    Working(AtomicBoolean isDone) {
      this.isDone = isDone;
    }

    @Override
    public Map<String, Health.Check> checks() {
      return Map.of(
          "work",
          () -> {
            if (!isDone.get()) throw new IllegalStateException("on purpose");
          });
    }
  }

  private static class Idle implements ServedSystem {
    @Override
    public String name() {
      return "idle";
    }

    @Override
    public String title() {
      return "Idle";
    }

    @Override
    public List<Store> stores() {
      return List.of();
    }

    @Override
    public void mount(Site site) {}

    @Override
    public void start() {}

    @Override
    public void close() {}
  }

  /** A check that takes over two seconds fails, which happens on a busy machine. */
  private void awaitStatus(SiteServer server, String path, int status) {
    Await.until(() -> get(server, path).statusCode() == status, PATIENCE);
  }

  private HttpResponse<String> get(SiteServer server, String path) {
    var request = HttpRequest.newBuilder(server.endpoint().resolve(path)).build();
    try {
      return http.send(request, BodyHandlers.ofString());
    } catch (IOException | InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
