package dev.trestle.stak.web;

import static dev.trestle.stak.web.StakServer.toEveryone;
import static dev.trestle.stak.web.StakServer.toUsers;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.sun.net.httpserver.HttpServer;
import dev.trestle.stak.web.StakServer.Response;
import dev.trestle.stak.web.StakServer.TestTenant;
import dev.trestle.testing.Await;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Events that are sent to a webhook, and sent again. */
final class WebhookReplayTest {
  private static final StakServer SERVER = new StakServer();
  private static int tenants;

  /** A call that the webhook got. */
  private record Received(String event, String body) {}

  private final List<Received> received = new CopyOnWriteArrayList<>();
  private final HttpServer receiver = receiver();
  private TestTenant acme = TestTenant.NONE;

  private HttpServer receiver() {
    try {
      var server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
      server.createContext(
          "/",
          exchange -> {
            var body = exchange.getRequestBody().readAllBytes();
            received.add(
                new Received(
                    exchange.getRequestHeaders().getFirst("Stak-Event"),
                    new String(body, StandardCharsets.UTF_8)));
            exchange.sendResponseHeaders(204, -1);
            exchange.close();
          });
      return server;
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @BeforeEach
  void newTenant() {
    receiver.start();
    acme = SERVER.tenant("replay" + ++tenants);
    var settings =
        """
        {"title":"T","webhook":{"url":"http://127.0.0.1:%d/hook","events":
         ["message.delivered","message.published","message.redacted","message.failed"]}}\
        """
            .formatted(receiver.getAddress().getPort());
    assertThat(SERVER.admin(acme, "PUT", "/settings", settings).status()).isEqualTo(200);
  }

  @AfterEach
  void stop() {
    receiver.stop(0);
  }

  @AfterAll
  static void close() {
    SERVER.close();
  }

  private JsonNode events() {
    return SERVER.admin(acme, "GET", "/webhook", "").body().at("/data/events");
  }

  /** Waits until this many events are accepted, and no other is waiting. */
  private void awaitAccepted(int number) {
    Await.until(
        () -> {
          var all = events();
          if (all.size() != number) return false;
          for (var each : all) if (each.path("accepted_at").isNull()) return false;
          return true;
        },
        StakServer.SOON);
  }

  private Response replay(String body) {
    return SERVER.admin(acme, "POST", "/webhook/replay", body);
  }

  private long replayed(String body) {
    var response = replay(body);
    assertThat(response.status()).as(response.body().toString()).isEqualTo(200);
    return response.body().at("/data/replayed").asLong();
  }

  @Test
  void an_accepted_event_is_sent_again_with_the_same_id_and_body() {
    var id = SERVER.post(acme, toUsers("news", "Hook", "ann"));
    awaitAccepted(1);
    var first = received.getFirst();
    assertThat(first.event()).isEqualTo(id + ".delivered.0");
    var path = "/webhook/events/" + first.event() + "/replay";
    assertThat(SERVER.admin(acme, "POST", path, "{}").status()).isEqualTo(200);
    Await.until(() -> received.size() == 2, StakServer.SOON);
    assertThat(received.getLast()).isEqualTo(first);
    awaitAccepted(1);
  }

  @Test
  void events_that_are_not_there_or_of_another_tenant_cannot_be_sent_again() {
    var id = SERVER.post(acme, toUsers("news", "Hook", "ann"));
    awaitAccepted(1);
    var other = SERVER.tenant("replay" + ++tenants);
    for (var event : List.of("nothing", id + ".delivered.7", "a%23b", "x".repeat(200))) {
      var path = "/webhook/events/" + event + "/replay";
      assertThat(SERVER.admin(acme, "POST", path, "{}").status()).as(event).isEqualTo(404);
    }
    var path = "/webhook/events/" + id + ".delivered.0/replay";
    assertThat(SERVER.admin(other, "POST", path, "{}").status()).isEqualTo(404);
    assertThat(
            SERVER
                .admin(other, "POST", "/webhook/replay", "{\"from\":0}")
                .body()
                .at("/data/replayed")
                .asInt())
        .isZero();
  }

  @Test
  void the_events_of_a_period_are_sent_again() {
    for (int i = 0; i < 3; i++) SERVER.post(acme, toUsers("news", "No " + i, "ann"));
    awaitAccepted(3);
    long created = events().get(0).path("created_at").asLong();
    assertThat(replayed("{\"from\":0,\"failed_only\":true}")).isZero();
    assertThat(replayed("{\"from\":%d,\"to\":%d}".formatted(created + 100, created + 200)))
        .isZero();
    assertThat(replayed("{\"from\":0,\"to\":%d}".formatted(created - 100))).isZero();
    assertThat(received).hasSize(3);

    // Not only until now: clocks with seconds may not have reached the last event's.
    assertThat(replayed("{\"from\":0,\"to\":%d}".formatted(created + 100))).isEqualTo(3);
    Await.until(() -> received.size() == 6, StakServer.SOON);
    assertThat(received.stream().map(Received::event).distinct()).hasSize(3);
    assertThat(replay("{\"from\":100,\"to\":50}").status()).isEqualTo(400);
    assertThat(replay("{\"from\":0,\"next\":\"forged\"}").status()).isEqualTo(400);
    assertThat(replay("{}").status()).isEqualTo(400);
  }

  @Test
  void publishing_and_redacting_are_told_too() {
    var all = SERVER.post(acme, toEveryone("news", "For all"));
    var some = SERVER.post(acme, toUsers("news", "For two", "ann", "bob"));
    awaitAccepted(2);
    for (var id : List.of(all, some)) {
      SERVER.admin(acme, "DELETE", "/DEFAULT/messages/redact?id=" + id, "");
    }
    awaitAccepted(4);
    assertThat(received.stream().map(Received::event))
        .containsExactlyInAnyOrder(
            all + ".published", some + ".delivered.0", all + ".redacted", some + ".redacted.0");
    for (var each : received) {
      boolean isAboutAll = each.event().startsWith(all);
      assertThat(each.body().contains("\"users\":[\"ann\",\"bob\"]"))
          .as(each.body())
          .isEqualTo(!isAboutAll);
    }
  }
}
