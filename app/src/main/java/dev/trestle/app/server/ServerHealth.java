package dev.trestle.app.server;

import dev.trestle.platform.feed.FollowedTable;
import dev.trestle.platform.metrics.Health;
import dev.trestle.platform.system.ServedSystem;
import dev.trestle.platform.system.SystemContext;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.time.Duration;
import java.util.List;

/** The checks of a server: engine, the engine's port, tables, feeds and other background work. */
final class ServerHealth {
  /** A consumer that is further behind than this cannot keep up. */
  private static final Duration LAG_MAX = Duration.ofSeconds(60);

  private static final int ANSWER_MILLIS_MAX = 1500;

  private ServerHealth() {}

  static Health of(ServerDatabase database, List<ServedSystem> systems, SystemContext context) {
    var health = new Health();
    database
        .engine()
        .ifPresent(engine ->
            health
                .vital("engine", engine::checkWrites)
                .optional("disk_reads", engine::checkReads)
                .optional("disk_writes", engine::checkWriteTime)
                .optional("background_tasks", engine::checkBackgroundTasks)
                .check("housekeeping", engine::checkHousekeeping));
    switch (database) {
      case ServerDatabase.Embedded(var running) ->
          running
              .endpoint()
              .ifPresent(address -> health.vital("database_port", () -> requireAnswer(address)));
      case ServerDatabase.Remote _ -> {}
    }
    health.check("tables", () -> database.client().listTables(request -> request.limit(1)));
    for (var system : systems) {
      system.checks().forEach(health::check);
      for (var followed : system.feeds()) {
        health.check("feed_" + followed.group(), () -> requireCaughtUp(followed, context));
      }
    }
    return health;
  }

  /** Any answer will do: it shows that connections are accepted and served. */
  private static void requireAnswer(URI endpoint) {
    try {
      var connection = (HttpURLConnection) endpoint.toURL().openConnection();
      connection.setConnectTimeout(ANSWER_MILLIS_MAX);
      connection.setReadTimeout(ANSWER_MILLIS_MAX);
      try {
        if (connection.getResponseCode() < 0) throw new IOException("not an HTTP response");
      } finally {
        connection.disconnect();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void requireCaughtUp(FollowedTable followed, SystemContext context) {
    var lag = context.feed().stats(followed.group(), followed.table()).lagMax();
    if (lag.compareTo(LAG_MAX) > 0) {
      throw new IllegalStateException(followed.group() + " is " + lag + " behind");
    }
  }
}
