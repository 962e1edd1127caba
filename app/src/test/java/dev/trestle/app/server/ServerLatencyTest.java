package dev.trestle.app.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trestle.accounts.client.SignedInClient;
import dev.trestle.app.config.Configuration;
import dev.trestle.app.config.ServerMode;
import dev.trestle.messenger.client.ChatCalls;
import dev.trestle.messenger.client.LiveClient;
import dev.trestle.messenger.client.LiveListener;
import dev.trestle.testing.Await;
import dev.trestle.testing.RedisProcess;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * How long a message takes from a client of one server to a client of another, with Redis and
 * without, on tables in memory. {@code ./trestle trial speed} measures and judges it. In a build
 * the machine is busy with other tests, so only the fastest of a few messages is judged: it shows
 * that nobody waits for something slower, such as the next connection.
 */
class ServerLatencyTest {
  private static final boolean IS_MEASURING =
      System.getProperty("trestle.latency.messages") != null;
  private static final int MESSAGES = Integer.getInteger("trestle.latency.messages", 4);
  private static final int WARM_UP = IS_MEASURING ? 20 : 1;

  /** What half of the messages take at most with Redis, and nearly all without. */
  private static final Duration WITH_REDIS_MAX = Duration.ofMillis(50);

  private static final Duration WITHOUT_REDIS_MAX = Duration.ofSeconds(3);

  private static final long PAUSE_MILLIS_MAX = 2000;
  private static final Duration MINUTE = Duration.ofMinutes(1);

  @TempDir Path folder;

  private final Map<String, Long> arrived = new ConcurrentHashMap<>();
  private final SplittableRandom random = new SplittableRandom(7);

  private RunningServer server(String name, RunningDatabase engine, RedisProcess redis) {
    var environment = new HashMap<String, String>();
    environment.put("TRESTLE_PORT", "0");
    environment.put("TRESTLE_ONLY", "messenger");
    environment.put("TRESTLE_DATA", folder.resolve(name).toString());
    environment.put("TRESTLE_SECRETS", folder.resolve("secrets").toString());
    environment.put("TRESTLE_ENDPOINT", engine.endpoint().orElseThrow().toString());
    environment.put("TRESTLE_REDIS", redis.address().toString());
    return RunningServer.start(Configuration.read(Map.of(), environment, folder), ServerMode.DEV);
  }

  private static SignedInClient user(HttpClient http, RunningServer server, String number) {
    var address = URI.create(server.address());
    return SignedInClient.signIn(http, address, number, "phone", UnaryOperator.identity());
  }

  @Test
  void messages_of_one_server_reach_clients_of_another() throws InterruptedException {
    var inMemory = Map.of("TRESTLE_DB_PORT", "0");
    try (var redis = RedisProcess.start();
        var engine = RunningDatabase.start(Configuration.read(Map.of(), inMemory, folder), true);
        var first = server("first", engine, redis);
        var second = server("second", engine, redis);
        var http = HttpClient.newHttpClient()) {
      awaitStatus(second, "\"status\":\"ok\"");
      var ann = user(http, first, "+46701112233");
      var bo = user(http, second, "+46701112244");
      var chat = ChatCalls.openDirect(ann, bo.userId());
      var listener =
          new LiveListener() {
            @Override
            public void entry(String chatId, long sequence, JsonNode entry) {
              arrived.put(entry.path("client_message_id").asText(), System.nanoTime());
            }
          };
      try (var sender = new LiveClient(ann, random, (_, _, _) -> {}).start();
          var receiver = new LiveClient(bo, random, listener).start()) {
        Await.until(() -> receiver.last(chat) == 1, MINUTE);
        measure("warm", sender, chat, WARM_UP);
        var with = measure("with", sender, chat, MESSAGES);
        print("with Redis", with);
        redis.kill();
        awaitStatus(second, "\"status\":\"degraded\"");
        var without = measure("without", sender, chat, MESSAGES);
        print("without Redis", without);
        judge(with, without);
      }
    }
  }

  private static void judge(List<Long> with, List<Long> without) {
    if (IS_MEASURING) {
      assertThat(percentile(with, 50)).isLessThanOrEqualTo(WITH_REDIS_MAX);
      assertThat(percentile(without, 99)).isLessThanOrEqualTo(WITHOUT_REDIS_MAX);
    } else {
      assertThat(percentile(with, 0)).isLessThanOrEqualTo(WITHOUT_REDIS_MAX);
    }
  }

  private static Duration percentile(List<Long> sorted, int percent) {
    return Duration.ofNanos(sorted.get(sorted.size() * percent / 100));
  }

  /** At random times, as heads are compared at an interval. Returns the times in order. */
  private List<Long> measure(String name, LiveClient sender, String chat, int count)
      throws InterruptedException {
    var nanos = new ArrayList<Long>();
    for (int i = 0; i < count; i++) {
      if (IS_MEASURING) Thread.sleep(random.nextLong(PAUSE_MILLIS_MAX));
      var id = name + i;
      long start = System.nanoTime();
      var _ = sender.send(chat, id, "text");
      Await.until(() -> arrived.containsKey(id), MINUTE);
      nanos.add(arrived.getOrDefault(id, 0L) - start);
    }
    Collections.sort(nanos);
    return nanos;
  }

  private static void awaitStatus(RunningServer server, String text) {
    Await.slowly(
        () -> {
          try {
            var connection = URI.create(server.address() + "health").toURL().openConnection();
            return new String(connection.getInputStream().readAllBytes(), UTF_8).contains(text);
          } catch (IOException notReady) {
            return false;
          }
        },
        MINUTE);
  }

  private static void print(String mode, List<Long> nanos) {
    System.out.printf(
        "%s: %d messages, p50 %d ms, p99 %d ms%n",
        mode, nanos.size(), percentile(nanos, 50).toMillis(), percentile(nanos, 99).toMillis());
  }
}
