package dev.trestle.app.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.testing.Await;
import java.io.IOException;
import java.net.http.HttpClient;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Kills the database while clients write to it over HTTP. Every acknowledged write must exist after
 * a restart. A long run: {@code ./trestle test -pl app -am -Dtest=DatabaseCrashTest
 * -Dtrestle.kills=50}.
 */
class DatabaseCrashTest {
  private static final int KILLS = Integer.getInteger("trestle.kills", 2);
  private static final int WRITERS = 16;
  private static final int LIFE_MILLIS_MAX = 1500;
  private static final int WRITES_MIN = 50;
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final Pattern VERSION = Pattern.compile("\"v\":\\{\"N\":\"(\\d+)\"}");

  private static final String CREATE_TABLE =
      """
      {"TableName": "kept", "BillingMode": "PAY_PER_REQUEST",
       "AttributeDefinitions": [{"AttributeName": "pk", "AttributeType": "S"}],
       "KeySchema": [{"AttributeName": "pk", "KeyType": "HASH"}]}\
      """;

  @TempDir Path folder;

  /** A client that increments its item, with the last value sent and the last one acknowledged. */
  private static final class Writer {
    final String key;
    volatile int sent;
    volatile int acknowledged;

    Writer(String key) {
      this.key = key;
    }

    void write(DatabaseProcess database, HttpClient http) {
      try {
        while (true) {
          sent = Math.max(sent, acknowledged) + 1;
          var item = "{\"pk\":{\"S\":\"" + key + "\"},\"v\":{\"N\":\"" + sent + "\"}}";
          var body = "{\"TableName\":\"kept\",\"Item\":" + item + "}";
          var answer = database.call(http, "PutItem", body);
          assertThat(answer.body()).isEqualTo("{}");
          acknowledged = sent;
        }
      } catch (IOException | InterruptedException _) {
        // The database is gone.
      }
    }

    void check(DatabaseProcess database, HttpClient http) throws Exception {
      var body =
          "{\"TableName\":\"kept\",\"ConsistentRead\":true,\"Key\":{\"pk\":{\"S\":\""
              + key
              + "\"}}}";
      var found = VERSION.matcher(database.call(http, "GetItem", body).body());
      int version = found.find() ? Integer.parseInt(found.group(1)) : 0;
      assertThat(version).as(key).isBetween(acknowledged, sent);
    }
  }

  @Test
  void a_killed_database_has_every_write_it_acknowledged() throws Exception {
    long seed = Long.getLong("trestle.seed", System.nanoTime());
    var random = new SplittableRandom(seed);
    var writers = new ArrayList<Writer>();
    for (int i = 0; i < WRITERS; i++) writers.add(new Writer("w" + i));
    try (var http = HttpClient.newHttpClient()) {
      for (int kill = 0; kill < KILLS; kill++) {
        try (var database = DatabaseProcess.start(folder.resolve("data"))) {
          if (kill == 0) database.call(http, "CreateTable", CREATE_TABLE);
          for (var writer : writers) writer.check(database, http);
          writeUntilKilled(writers, database, http, random);
        }
      }
      try (var database = DatabaseProcess.start(folder.resolve("data"))) {
        for (var writer : writers) writer.check(database, http);
      }
    } catch (AssertionError e) {
      throw new AssertionError("with -Dtrestle.seed=" + seed + ": " + e.getMessage(), e);
    }
  }

  private static int acknowledged(List<Writer> writers) {
    return writers.stream().mapToInt(writer -> writer.acknowledged).sum();
  }

  private static void writeUntilKilled(
      List<Writer> writers, DatabaseProcess database, HttpClient http, SplittableRandom random)
      throws Exception {
    int before = acknowledged(writers);
    var begun = new AtomicInteger();
    var threads = new ArrayList<Thread>();
    for (var writer : writers) {
      threads.add(
          Thread.startVirtualThread(() -> {
            begun.incrementAndGet();
            writer.write(database, http);
          }));
    }
    LockSupport.parkNanos(Duration.ofMillis(random.nextInt(200, LIFE_MILLIS_MAX)).toNanos());
    // A slow machine needs more time for the same work.
    Await.until(() -> acknowledged(writers) > before + WRITES_MIN, PATIENCE);
    database.close();
    for (var thread : threads) thread.join();
    assertThat(begun).hasValue(WRITERS);
  }
}
