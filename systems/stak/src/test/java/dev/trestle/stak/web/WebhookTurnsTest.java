package dev.trestle.stak.web;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.trestle.platform.web.Json;
import dev.trestle.testing.Await;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Events of a tenant that has as many calls of its webhook under way as it may. */
final class WebhookTurnsTest {
  private static final int EVENTS = 40;

  @Test
  void an_event_that_waits_for_its_turn_loses_no_attempt() throws Exception {
    var released = new CountDownLatch(1);
    var calls = new AtomicInteger();
    try (var server = new StakServer();
        var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var webhook = webhook(released, calls);
      webhook.setExecutor(threads);
      webhook.start();
      var tenant = server.tenant("bursts");
      var url = "http://127.0.0.1:" + webhook.getAddress().getPort() + "/";
      var hook = Map.of("url", url, "events", List.of("message.read"));
      var settings = Json.write(Map.of("title", "T", "webhook", hook));
      server.admin(tenant, "PUT", "/settings", new String(settings, UTF_8));
      var readAll = "{\"after\":" + Instant.now().getEpochSecond() + "}";
      for (int i = 0; i < EVENTS; i++) {
        server.user(tenant, "u" + i, "PUT", "/messages/read", readAll);
      }
      Await.until(() -> calls.get() == 4, StakServer.SOON);
      released.countDown();
      Await.until(() -> calls.get() == EVENTS, StakServer.SOON);
      Await.until(
          () -> answers(server, tenant).stream().allMatch("accepted"::equals), StakServer.SOON);
      var events = server.admin(tenant, "GET", "/webhook", "").body().at("/data/events");
      assertThat(events)
          .isNotEmpty()
          .allSatisfy(event ->
              assertThat(event.path("attempts").asInt()).as(event.toString()).isEqualTo(1));
      webhook.stop(0);
    }
  }

  private static List<String> answers(StakServer server, StakServer.TestTenant tenant) {
    var events = server.admin(tenant, "GET", "/webhook", "").body().at("/data/events");
    return events.findValuesAsText("last_answer");
  }

  /** A server that holds every response back until the test releases it. */
  private static HttpServer webhook(CountDownLatch released, AtomicInteger calls)
      throws IOException {
    var loopback = InetAddress.getLoopbackAddress();
    var webhook = HttpServer.create(new InetSocketAddress(loopback, 0), 0);
    webhook.createContext(
        "/",
        exchange -> {
          calls.incrementAndGet();
          try {
            released.await();
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
          exchange.sendResponseHeaders(204, -1);
          exchange.close();
        });
    return webhook;
  }
}
