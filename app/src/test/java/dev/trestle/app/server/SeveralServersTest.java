package dev.trestle.app.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trestle.accounts.client.SignedInClient;
import dev.trestle.app.command.CommandRun;
import dev.trestle.app.config.Configuration;
import dev.trestle.app.config.ServerMode;
import dev.trestle.cli.UsageError;
import dev.trestle.ecobid.client.EcoBidClient;
import dev.trestle.homeops.client.HomeOpsClient;
import dev.trestle.messenger.client.ChatCalls;
import dev.trestle.messenger.client.LiveClient;
import dev.trestle.messenger.client.LiveListener;
import dev.trestle.stak.client.AdminClient;
import dev.trestle.stak.client.StakClient;
import dev.trestle.testing.Await;
import dev.trestle.testing.RedisProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Two servers on the tables of one engine, with a Redis between them. They may do what the
 * generated policies allow.
 */
class SeveralServersTest {
  private static final Duration TIMEOUT = Duration.ofSeconds(60);

  private static final String INBOX = "/stack/users/v1/acme/DEFAULT/events";
  private static final String EVENTS = "/ecobid/v1/events?item=";
  private static final EcoBidClient.NewOffer CHAIR =
      EcoBidClient.NewOffer.free("Chair", "furniture", 59.33, 18.06, "Street 1", "queue");

  @TempDir Path folder;

  private RunningDatabase engine() {
    var environment = Map.of("TRESTLE_DB_PORT", "0", "TRESTLE_DURABILITY", "fast");
    return RunningDatabase.start(Configuration.read(Map.of(), environment, folder), true);
  }

  private RunningServer server(String name, URI database, RedisProcess redis) {
    return server(name, "messenger", "secrets", database, redis);
  }

  private RunningServer server(
      String name, String systems, String secrets, URI database, RedisProcess redis) {
    var environment = new HashMap<String, String>();
    environment.put("TRESTLE_PORT", "0");
    environment.put("TRESTLE_ONLY", systems);
    environment.put("TRESTLE_DATA", folder.resolve(name).toString());
    environment.put("TRESTLE_SECRETS", folder.resolve(secrets).toString());
    environment.put("TRESTLE_ENDPOINT", database.toString());
    environment.put("TRESTLE_REDIS", redis.address().toString());
    return RunningServer.start(Configuration.read(Map.of(), environment, folder), ServerMode.DEV);
  }

  /** The first server has created the tables, so the policies are enough from now on. */
  private static URI enforced(PolicyGate gate) {
    gate.enforce();
    return gate.address();
  }

  private static SignedInClient signIn(HttpClient http, RunningServer server, String number) {
    var address = URI.create(server.address());
    return SignedInClient.signIn(http, address, number, "phone", UnaryOperator.identity());
  }

  private static final class Received implements LiveListener {
    final Map<String, List<Long>> sequences = new ConcurrentHashMap<>();
    final AtomicInteger typings = new AtomicInteger();
    final AtomicInteger receipts = new AtomicInteger();
    final AtomicInteger arrivals = new AtomicInteger();

    @Override
    public void entry(String chatId, long sequence, JsonNode entry) {
      sequences.computeIfAbsent(chatId, _ -> new CopyOnWriteArrayList<>()).add(sequence);
    }

    @Override
    public void typing(JsonNode typing) {
      typings.incrementAndGet();
    }

    @Override
    public void receipt(JsonNode receipt) {
      receipts.incrementAndGet();
    }

    @Override
    public void presence(JsonNode presence) {
      if (presence.path("is_online").asBoolean()) arrivals.incrementAndGet();
    }
  }

  @Test
  void messages_reach_the_sockets_of_the_other_server_with_redis_and_without() {
    try (var redis = RedisProcess.start();
        var engine = engine();
        var gate = new PolicyGate(engine.endpoint().orElseThrow(), "accounts", "messenger");
        var first = server("first", gate.address(), redis);
        var second = server("second", enforced(gate), redis);
        var http = HttpClient.newHttpClient()) {
      awaitStatus(first, "\"status\":\"ok\"");
      awaitStatus(second, "\"status\":\"ok\"");
      var ann = signIn(http, first, "+46701112233");
      var bo = signIn(http, second, "+46701112244");
      var chat = ChatCalls.openDirect(ann, bo.userId());
      var received = new Received();
      var toldToAnn = new Received();
      var random = new SplittableRandom(7);
      try (var hers = new LiveClient(ann, random, toldToAnn).start();
          var his = new LiveClient(bo, random, received).start()) {
        Await.until(() -> his.last(chat) == 1, TIMEOUT);
        for (int i = 0; i < 10; i++) hers.send(chat, "with" + i, "text").join();
        Await.until(() -> his.last(chat) == 11, TIMEOUT);
        // A signal may be lost, for example while a server connects to Redis.
        Await.slowly(
            () -> {
              hers.typing(chat, true);
              return received.typings.get() > 0;
            },
            TIMEOUT);
        Await.until(() -> toldToAnn.receipts.get() > 0, TIMEOUT);
        // Whoever connected first hears that the other came online. Lost signals are repeated.
        Await.until(() -> toldToAnn.arrivals.get() + received.arrivals.get() > 0, TIMEOUT);

        redis.kill();
        awaitStatus(second, "\"status\":\"degraded\"");
        for (int i = 0; i < 10; i++) hers.send(chat, "without" + i, "text").join();
        Await.until(() -> his.last(chat) == 21, TIMEOUT);
        // Several: the change feed of some chats may be read by the server that has his socket.
        var groups = new ArrayList<String>();
        for (int i = 0; i < 8; i++) {
          groups.add(ChatCalls.createGroup(ann, "New " + i, List.of(bo.userId())));
        }
        Await.until(() -> groups.stream().allMatch(group -> his.last(group) > 0), TIMEOUT);
        assertThat(metrics(first))
            .contains("\nredis_connected 0", "\nlimits_shared 0")
            .containsPattern("\nsignals_unsent_total [1-9]");

        redis.restart();
        awaitStatus(second, "\"status\":\"ok\"");
        assertThat(metrics(second)).contains("\nredis_connected 1");
        for (int i = 0; i < 10; i++) hers.send(chat, "again" + i, "text").join();
        Await.until(() -> his.last(chat) == 31, TIMEOUT);
        assertThat(received.sequences.get(chat)).doesNotHaveDuplicates().isSorted().hasSize(31);
        assertThat(gate.denied()).isEmpty();
      }
    }
  }

  /** What a page at this address is told, as it comes. */
  private static List<String> follow(
      HttpClient http, RunningServer server, String path, String token) {
    var lines = new CopyOnWriteArrayList<String>();
    var request =
        HttpRequest.newBuilder(URI.create(server.address()).resolve(path))
            .header("Authorization", "Bearer " + token)
            .build();
    Thread.ofVirtual()
        .start(() -> {
          try (var body = http.send(request, BodyHandlers.ofLines()).body()) {
            body.forEach(lines::add);
          } catch (IOException | UncheckedIOException ended) {
            lines.add("(end)");
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
        });
    return lines;
  }

  private static void awaitLine(List<String> lines, String text) {
    Await.until(() -> lines.stream().anyMatch(line -> line.contains(text)), TIMEOUT);
  }

  @Test
  void open_pages_on_the_other_server_hear_of_changes_with_redis_and_without() {
    var http = HttpClient.newHttpClient();
    try (var redis = RedisProcess.start();
        var engine = engine();
        var gate =
            new PolicyGate(
                engine.endpoint().orElseThrow(), "accounts", "stak", "ecobid", "homeops");
        var first = server("first", "stak,ecobid,homeops", "secrets", gate.address(), redis);
        var second = server("second", "stak,ecobid,homeops", "secrets", enforced(gate), redis);
        var clients = new StakClient(URI.create(first.address()))) {
      // Until then a server may not hear the other, and its pages are told of no change.
      awaitStatus(first, "\"status\":\"ok\"");
      awaitStatus(second, "\"status\":\"ok\"");
      var admin = clients.admin("acme", "DEFAULT", adminKey(first), "boss");
      var giver = signIn(http, first, "+46701112255");
      var market = EcoBidClient.of(giver);
      var home = new HomeOpsClient(giver);
      var chat = home.createHousehold("Home", "en", "Ann").path("chat_id").asText();
      var chair = market.list(CHAIR, "chair1").id();
      var other = market.list(CHAIR, "chair2").id();

      var inbox = follow(http, second, INBOX, admin.token("ann"));
      var household =
          follow(http, second, "/homeops/v1/chats/" + chat + "/events", giver.accessToken());
      var chairEvents = follow(http, second, EVENTS + chair, giver.accessToken());
      var otherEvents = follow(http, second, EVENTS + other, giver.accessToken());
      for (var page : List.of(inbox, household, chairEvents, otherEvents)) {
        awaitLine(page, "retry:");
      }

      var sent = admin.post("news", List.of("ann"), AdminClient.Content.of("T", "b"), "k1");
      awaitLine(inbox, "\"id\":\"" + sent.id());
      awaitLine(inbox, "\"total\":1");
      home.write(chat, "Hello");
      awaitLine(household, "\"message\"");
      market.withdraw(chair);
      awaitLine(chairEvents, "event: changed");

      redis.kill();
      awaitStatus(second, "\"status\":\"degraded\"");
      admin.post("news", List.of("ann"), AdminClient.Content.of("T", "b"), "k2");
      awaitLine(inbox, "\"total\":2");
      home.write(chat, "Hello again");
      awaitLine(household, "\"missed\"");
      market.withdraw(other);
      awaitLine(otherEvents, "event: missed");
      assertThat(gate.denied()).isEmpty();
    } finally {
      http.shutdownNow();
    }
  }

  /** Makes a tenant of Stak and returns its administrator's key. */
  private String adminKey(RunningServer server) {
    var secrets = Map.of("TRESTLE_SECRETS", folder.resolve("secrets").toString());
    var port = Integer.toString(URI.create(server.address()).getPort());
    var created =
        CommandRun.of(folder, secrets, "stak", "tenant", "create", "acme", "--port", port);
    return created.out().replaceAll("(?s).*stak admin key: (\\S+).*", "$1");
  }

  @Test
  void a_server_with_other_secrets_does_not_start() {
    try (var redis = RedisProcess.start();
        var engine = engine();
        var _ = server("first", "stak", "secrets", engine.endpoint().orElseThrow(), redis)) {
      var database = engine.endpoint().orElseThrow();
      assertThatThrownBy(() -> server("second", "stak", "others", database, redis))
          .isInstanceOf(UsageError.class)
          .hasMessageContaining("has other secrets")
          .hasMessageContaining("--secrets");
      server("third", "stak", "secrets", database, redis).close();
    }
  }

  private static String metrics(RunningServer server) {
    try {
      var connection = URI.create(server.address() + "metrics").toURL().openConnection();
      return new String(connection.getInputStream().readAllBytes(), UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A server without Redis is ready: it answers with 200. */
  private static void awaitStatus(RunningServer server, String text) {
    Await.until(
        () -> {
          try {
            var connection = URI.create(server.address() + "health").toURL().openConnection();
            return new String(connection.getInputStream().readAllBytes(), UTF_8).contains(text);
          } catch (IOException notReady) {
            // A check that takes long on a busy machine makes the server answer with 503.
            return false;
          }
        },
        TIMEOUT);
  }
}
