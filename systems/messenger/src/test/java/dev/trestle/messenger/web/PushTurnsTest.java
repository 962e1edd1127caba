package dev.trestle.messenger.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.messenger.ChatUser;
import dev.trestle.messenger.MessengerFixture;
import dev.trestle.messenger.MessengerOptions;
import dev.trestle.messenger.push.MessengerPush;
import dev.trestle.platform.outbound.AddressPolicy;
import dev.trestle.platform.push.PushOptions;
import dev.trestle.platform.queue.Backoff;
import dev.trestle.platform.queue.QueueStats;
import dev.trestle.testing.Await;
import dev.trestle.testing.PushBrowser;
import dev.trestle.testing.PushService;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Messages to a user who has as many calls of push services under way as a user may. */
final class PushTurnsTest {
  private static final int CHATS = 9;
  private static final int CALLS_MAX = 5;
  private static final int ATTEMPTS = 2;
  private static final Duration A_SECOND = Duration.ofSeconds(1);
  private static final Duration PAUSE_MAX = Duration.ofSeconds(30);
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private static MessengerFixture fixture() {
    var options =
        new PushOptions(
            "mailto:ops@example.com",
            new AddressPolicy(true),
            Duration.ofMinutes(10),
            new Backoff(ATTEMPTS, A_SECOND, A_SECOND));
    return MessengerFixture.with(MessengerOptions.unlimited().push(Optional.of(options)));
  }

  @Test
  void a_push_that_waits_for_its_turn_loses_no_attempt_and_delays_nobody() {
    try (var fixture = fixture();
        var service = PushService.start(fixture.server.clock)) {
      var clock = fixture.server.clock;
      var ann = fixture.user();
      var bo = fixture.user();
      var cy = fixture.user();
      var phone = register(bo, service);
      var others = register(cy, service);
      fixture.messenger.start();
      var chats = IntStream.range(0, CHATS).mapToObj(i -> ann.group("Chat " + i, bo)).toList();
      service.hold();
      for (var chat : chats) ann.send(chat, "m", "Hello");
      awaitLater(fixture, CHATS);
      clock.advance(A_SECOND);
      service.awaitHeld(CALLS_MAX);
      // The pause grows with the time waited, which stays below the time that a call may take.
      for (int turn = 1; turn <= ATTEMPTS; turn++) {
        awaitLater(fixture, CHATS - CALLS_MAX);
        clock.advance(Duration.ofSeconds(3L * turn));
      }
      awaitLater(fixture, CHATS - CALLS_MAX);
      ann.send(ann.direct(cy), "m", "Hello");
      awaitLater(fixture, CHATS - CALLS_MAX + 1);
      clock.advance(A_SECOND);
      service.awaitHeld(CALLS_MAX + 1);
      service.release();
      while (stats(fixture).done() < CHATS + 1) {
        Await.until(() -> stats(fixture).claimed() + stats(fixture).waiting() == 0, PATIENCE);
        clock.advance(PAUSE_MAX);
      }
      assertThat(phone.received()).hasSize(CHATS);
      assertThat(others.received()).hasSize(1);
      assertThat(stats(fixture).retried()).isZero();
      assertThat(stats(fixture).failed()).isZero();
      assertThat(service.problems()).isEmpty();
    }
  }

  private static PushBrowser register(ChatUser user, PushService service) {
    var browser = service.browser();
    var subscription =
        Map.of("endpoint", browser.endpoint(), "p256dh", browser.p256dh(), "auth", browser.auth());
    assertThat(user.put("/push-subscription", subscription).status()).isEqualTo(204);
    return browser;
  }

  private static void awaitLater(MessengerFixture fixture, int pushes) {
    Await.until(() -> stats(fixture).later() == pushes, PATIENCE);
  }

  private static QueueStats stats(MessengerFixture fixture) {
    return fixture.server.context.queue().stats(MessengerPush.QUEUE);
  }
}
