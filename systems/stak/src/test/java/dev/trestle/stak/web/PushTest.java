package dev.trestle.stak.web;

import static dev.trestle.stak.web.StakServer.toUsers;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.engine.ManualClock;
import dev.trestle.platform.outbound.AddressPolicy;
import dev.trestle.platform.push.PushOptions;
import dev.trestle.platform.queue.Backoff;
import dev.trestle.platform.queue.QueueStats;
import dev.trestle.stak.client.StakClient;
import dev.trestle.stak.push.StakPush;
import dev.trestle.stak.web.StakServer.TestTenant;
import dev.trestle.testing.Await;
import dev.trestle.testing.PushBrowser;
import dev.trestle.testing.PushService;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Messages are pushed to browsers, by a clock that stands still until it is moved. */
final class PushTest {
  /** Noon of a Tuesday. */
  private static final Instant NOON = Instant.parse("2026-11-17T12:00:00Z");

  private final ManualClock clock = new ManualClock();
  private final PushService service = PushService.start(clock);
  private final StakServer server;
  private TestTenant acme = TestTenant.NONE;

  PushTest() {
    clock.set(NOON);
    server =
        StakServer.pushing(
            new PushOptions(
                "mailto:ops@example.com",
                new AddressPolicy(true),
                Duration.ofSeconds(60),
                new Backoff(4, Duration.ofSeconds(5), Duration.ofSeconds(5))),
            clock);
  }

  @BeforeEach
  void configure() {
    acme = server.tenant("acme");
    var config = "{\"title\":\"All\",\"push_by_category\":{\"orders\":\"on\",\"news\":\"off\"}}";
    assertThat(server.admin(acme, "PUT", "/DEFAULT/config", config).status()).isEqualTo(200);
  }

  @AfterEach
  void close() {
    assertThat(service.problems()).isEmpty();
    server.close();
    service.close();
  }

  private StakServer.Response put(String user, PushBrowser browser, boolean isSubscribed) {
    var body =
        "{\"endpoint\":\"%s\",\"p256dh\":\"%s\",\"auth\":\"%s\",\"subscribed\":%s}"
            .formatted(browser.endpoint(), browser.p256dh(), browser.auth(), isSubscribed);
    return server.user(acme, user, "PUT", "/push", body);
  }

  private PushBrowser register(String user) {
    var browser = service.browser();
    var registered = put(user, browser, true);
    assertThat(registered.status()).isEqualTo(200);
    assertThat(registered.body().at("/data/devices").asInt()).isGreaterThan(0);
    return browser;
  }

  private int devices(String user) {
    return server.user(acme, user, "GET", "/push", "").body().at("/data/devices").asInt();
  }

  private QueueStats stats() {
    return server.context.queue().stats(StakPush.QUEUE);
  }

  /** Waits until so many jobs are done: one for each post, and one for each device. */
  private void awaitDone(int jobs) {
    Await.until(() -> stats().done() >= jobs, StakServer.SOON);
  }

  private String post(String category, String title, String... users) {
    var id = server.post(acme, toUsers(category, title, users));
    server.awaitDelivery(acme, id);
    return id;
  }

  @Test
  void a_message_reaches_all_browsers_of_those_who_want_it() {
    var phone = register("ann");
    var laptop = register("ann");
    var bobs = register("bob");
    var wanted = server.user(acme, "bob", "PUT", "/preferences", "{\"push\":{\"news\":true}}");
    assertThat(wanted.body().at("/data/categories").toString())
        .isEqualTo(
            "[{\"category\":\"news\",\"required\":false,\"push\":true},"
                + "{\"category\":\"orders\",\"required\":false,\"push\":true}]");
    var id = post("orders", "Your parcel", "ann");
    for (var browser : List.of(phone, laptop)) {
      var received = browser.await(1);
      assertThat(received.content()).contains("\"id\":\"" + id + "\"", "\"title\":\"Your parcel\"");
      assertThat(received.key())
          .isEqualTo(
              server.user(acme, "ann", "GET", "/push", "").body().at("/data/public_key").asText());
    }
    post("news", "Spring sale", "ann", "bob");
    assertThat(bobs.await(1).content()).contains("Spring sale");
    post("social", "Not pushed at all", "ann", "bob");
    post("orders", "The last one", "ann", "bob");
    assertThat(bobs.await(2).content()).contains("The last one");
    assertThat(phone.await(2).content()).contains("The last one");
    awaitDone(11);
    assertThat(phone.received()).hasSize(2);
    assertThat(bobs.received()).hasSize(2);
  }

  @Test
  void quiet_hours_hold_and_what_was_read_by_then_is_not_pushed() {
    var phone = register("ann");
    // 13:00 in Warsaw.
    var quiet = "{\"quiet_hours\":\"12:30-15:00\",\"time_zone\":\"Europe/Warsaw\"}";
    assertThat(server.user(acme, "ann", "PUT", "/preferences", quiet).status()).isEqualTo(200);
    var read = post("orders", "Read by then", "ann");
    post("orders", "Later", "ann");
    awaitDone(4);
    assertThat(stats().later()).isEqualTo(2);
    assertThat(phone.received()).isEmpty();
    server.user(acme, "ann", "PUT", "/messages/read", "{\"messages\":[\"" + read + "\"]}");
    clock.advance(Duration.ofHours(2));
    assertThat(phone.await(1).content()).contains("Later");
    awaitDone(6);
    assertThat(phone.received()).hasSize(1);
  }

  @Test
  void a_browser_whose_subscription_has_ended_is_removed_and_a_pause_is_kept() {
    var gone = register("ann");
    service.replyOnce(410, Map.of());
    post("orders", "Nobody there", "ann");
    service.awaitRefused(1);
    Await.until(() -> devices("ann") == 0, StakServer.SOON);
    assertThat(gone.received()).isEmpty();
    var slow = register("bob");
    service.replyOnce(503, Map.of("Retry-After", "60"));
    post("orders", "After a minute", "bob");
    service.awaitRefused(2);
    Await.until(() -> stats().retried() == 1, StakServer.SOON);
    clock.advance(Duration.ofSeconds(59));
    assertThat(stats().later()).isEqualTo(1);
    clock.advance(Duration.ofSeconds(1));
    assertThat(slow.await(1).content()).contains("After a minute");
  }

  @Test
  void users_decline_mute_unsubscribe_and_are_erased() {
    var phone = register("ann");
    server.user(acme, "ann", "PUT", "/preferences", "{\"push\":{\"orders\":false}}");
    post("orders", "Declined", "ann");
    awaitDone(2);
    server.user(acme, "ann", "PUT", "/preferences", "{\"push\":{\"orders\":true}}");
    server.user(acme, "ann", "PUT", "/preferences", "{\"muted\":[\"orders\"]}");
    post("orders", "Muted", "ann");
    for (var wrong : List.of("{\"push\":{\"social\":true}}", "{\"push\":{\"orders\":\"yes\"}}")) {
      assertThat(server.user(acme, "ann", "PUT", "/preferences", wrong).status()).isEqualTo(400);
    }
    assertThat(put("ann", phone, false).body().at("/data/devices").asInt()).isZero();
    var second = service.browser();
    try (var stak = new StakClient(server.server.endpoint())) {
      var ann = stak.user("acme", "DEFAULT", acme.userKey(), "ann");
      assertThat(ann.pushKey()).isPresent();
      ann.choosePush(Map.of("news", true));
      ann.registerBrowser(second.endpoint(), second.p256dh(), second.auth());
      assertThat(devices("ann")).isEqualTo(1);
      ann.removeBrowser(second.endpoint());
      assertThat(devices("ann")).isZero();
      ann.registerBrowser(second.endpoint(), second.p256dh(), second.auth());
    }
    assertThat(server.admin(acme, "DELETE", "/DEFAULT/users/ann", "").status()).isEqualTo(202);
    Await.until(() -> devices("ann") == 0, StakServer.SOON);
    assertThat(phone.received()).isEmpty();
    assertThat(second.received()).isEmpty();
    for (int i = 0; i < 11; i++) register("bob");
    assertThat(devices("bob")).isEqualTo(10);
  }

  @Test
  void what_is_no_subscription_is_refused() {
    var browser = service.browser();
    for (var wrong :
        List.of(
            "{\"endpoint\":\"x\",\"subscribed\":true}",
            "{\"endpoint\":\"%s\",\"subscribed\":true}".formatted(browser.endpoint()),
            "{\"endpoint\":\"%s\",\"p256dh\":\"AAAA\",\"auth\":\"%s\",\"subscribed\":true}"
                .formatted(browser.endpoint(), browser.auth()))) {
      assertThat(server.user(acme, "ann", "PUT", "/push", wrong).status()).as(wrong).isEqualTo(400);
    }
    try (var without = new StakServer()) {
      var tenant = without.tenant("none");
      assertThat(
              without
                  .user(tenant, "ann", "GET", "/push", "")
                  .body()
                  .at("/data/public_key")
                  .isNull())
          .isTrue();
    }
  }
}
