package dev.trestle.stak.web;

import static dev.trestle.stak.web.StakServer.toUsers;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.engine.ManualClock;
import dev.trestle.platform.outbound.AddressPolicy;
import dev.trestle.platform.push.PushOptions;
import dev.trestle.platform.queue.Backoff;
import dev.trestle.platform.queue.QueueStats;
import dev.trestle.stak.push.StakPush;
import dev.trestle.testing.Await;
import dev.trestle.testing.PushBrowser;
import dev.trestle.testing.PushService;
import java.time.Duration;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Messages of a tenant that has as many calls of push services under way as it may. */
final class PushTurnsTest {
  private static final int USERS = 20;
  private static final int CALLS_MAX = 8;
  private static final int ATTEMPTS = 2;
  private static final Duration PAUSE_MAX = Duration.ofSeconds(30);

  private final ManualClock clock = new ManualClock();

  @Test
  void a_push_that_waits_for_its_turn_loses_no_attempt() {
    var options =
        new PushOptions(
            "mailto:ops@example.com",
            new AddressPolicy(true),
            Duration.ofMinutes(10),
            new Backoff(ATTEMPTS, Duration.ofSeconds(1), Duration.ofSeconds(1)));
    try (var service = PushService.start(clock);
        var server = StakServer.pushing(options, clock)) {
      var tenant = server.tenant("acme");
      var config = "{\"title\":\"All\",\"push_by_category\":{\"orders\":\"on\"}}";
      server.admin(tenant, "PUT", "/DEFAULT/config", config);
      var users = IntStream.range(0, USERS).mapToObj(i -> "u" + i).toArray(String[]::new);
      var browsers = IntStream.range(0, USERS).mapToObj(_ -> service.browser()).toList();
      for (int i = 0; i < USERS; i++) register(server, tenant, users[i], browsers.get(i));
      service.hold();
      server.post(tenant, toUsers("orders", "Your parcel", users));
      service.awaitHeld(CALLS_MAX);
      // The pause grows with the time waited, which stays below the time that a call may take.
      for (int turn = 1; turn <= ATTEMPTS; turn++) {
        awaitPauses(server, USERS - CALLS_MAX);
        clock.advance(Duration.ofSeconds(3L * turn));
      }
      awaitPauses(server, USERS - CALLS_MAX);
      service.release();
      while (stats(server).done() < 1 + USERS) {
        Await.until(() -> stats(server).claimed() + stats(server).waiting() == 0, StakServer.SOON);
        clock.advance(PAUSE_MAX);
      }
      assertThat(browsers).allSatisfy(browser -> assertThat(browser.received()).hasSize(1));
      assertThat(stats(server).retried()).isZero();
      assertThat(stats(server).failed()).isZero();
      assertThat(service.problems()).isEmpty();
    }
  }

  private static void awaitPauses(StakServer server, int pushes) {
    Await.until(() -> stats(server).later() == pushes, StakServer.SOON);
  }

  private static void register(
      StakServer server, StakServer.TestTenant tenant, String user, PushBrowser browser) {
    var body =
        "{\"endpoint\":\"%s\",\"p256dh\":\"%s\",\"auth\":\"%s\",\"subscribed\":true}"
            .formatted(browser.endpoint(), browser.p256dh(), browser.auth());
    assertThat(server.user(tenant, user, "PUT", "/push", body).status()).isEqualTo(200);
  }

  private static QueueStats stats(StakServer server) {
    return server.context.queue().stats(StakPush.QUEUE);
  }
}
