package dev.trestle.platform.push;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.platform.identity.MemorySecrets;
import dev.trestle.platform.outbound.AddressPolicy;
import dev.trestle.platform.push.PushMessage.Urgency;
import dev.trestle.platform.queue.Backoff;
import dev.trestle.testing.PushBrowser;
import dev.trestle.testing.PushService;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Messages reach a push service over HTTP, and its browser decrypts them. */
final class WebPushTest {
  private static final Instant NOW = Instant.parse("2026-11-18T12:00:00Z");
  private static final InstantSource CLOCK = InstantSource.fixed(NOW);
  private static final String CONTACT = "mailto:ops@example.com";

  private final MemorySecrets secrets = new MemorySecrets(new SecureRandom());
  private final PushService service = PushService.start(CLOCK);
  private final PushBrowser browser = service.browser();
  private final WebPush push = new WebPush(secrets, CLOCK, options(true));

  private static PushOptions options(boolean allowsInternal) {
    return new PushOptions(
        CONTACT, new AddressPolicy(allowsInternal), Duration.ofSeconds(60), Backoff.STANDARD);
  }

  @AfterEach
  void close() {
    push.close();
    service.close();
  }

  private static PushSubscription subscription(PushBrowser browser) {
    return new PushSubscription(browser.endpoint(), browser.p256dh(), browser.auth());
  }

  private PushOutcome send(String content) {
    var bytes = content.getBytes(StandardCharsets.UTF_8);
    var message = new PushMessage(bytes, Duration.ofHours(1), Urgency.normal, "topic-1");
    return push.send("ann", subscription(browser), message);
  }

  @Test
  void a_message_reaches_its_browser_encrypted_and_signed() {
    assertThat(send("Grüße, 世界")).isEqualTo(new PushOutcome.Accepted());
    assertThat(send("x".repeat(PushMessage.CONTENT_BYTES_MAX)))
        .isEqualTo(new PushOutcome.Accepted());
    assertThat(service.problems()).isEmpty();
    var received = browser.await(1);
    assertThat(received.content()).isEqualTo("Grüße, 世界");
    assertThat(received.contact()).isEqualTo(CONTACT);
    assertThat(received.key()).isEqualTo(push.publicKey());
    assertThat(received.topic()).isEqualTo("topic-1");
    assertThat(received.urgency()).isEqualTo("normal");
    assertThat(received.keptSeconds()).isEqualTo(3600);
    assertThat(browser.await(2).content()).hasSize(PushMessage.CONTENT_BYTES_MAX);
  }

  @Test
  void the_key_is_kept_with_the_secrets() {
    try (var after = new WebPush(secrets, CLOCK, options(true))) {
      assertThat(after.publicKey()).isEqualTo(push.publicKey());
    }
  }

  @Test
  void what_the_service_replies_decides_what_happens_next() {
    service.replyOnce(410, Map.of());
    assertThat(send("a")).isEqualTo(new PushOutcome.Gone());
    service.replyOnce(404, Map.of());
    assertThat(send("b")).isEqualTo(new PushOutcome.Gone());
    service.replyOnce(413, Map.of());
    assertThat(send("c")).isEqualTo(new PushOutcome.Refused("status 413"));
    service.replyOnce(429, Map.of("Retry-After", "120"));
    assertThat(send("d")).isEqualTo(deferred(429, Duration.ofMinutes(2)));
    var date =
        DateTimeFormatter.RFC_1123_DATE_TIME.format(NOW.plusSeconds(90).atZone(ZoneOffset.UTC));
    service.replyOnce(503, Map.of("Retry-After", date));
    assertThat(send("e")).isEqualTo(deferred(503, Duration.ofSeconds(90)));
    service.replyOnce(503, Map.of("Retry-After", "99999999"));
    assertThat(send("f")).isEqualTo(deferred(503, Duration.ofHours(1)));
    service.replyOnce(500, Map.of());
    assertThat(send("g")).isEqualTo(deferred(500, Duration.ZERO));
    assertThat(browser.received()).isEmpty();
    assertThat(service.problems()).isEmpty();
  }

  private static PushOutcome deferred(int status, Duration pause) {
    return new PushOutcome.Deferred("status " + status, pause);
  }

  @Test
  void nothing_goes_to_an_internal_address_or_without_tls() {
    try (var outside = new WebPush(secrets, CLOCK, options(false))) {
      var message = new PushMessage(new byte[] {1}, Duration.ZERO, Urgency.normal, "topic-1");
      assertThat(outside.problem("ann", subscription(browser))).isPresent();
      assertThat(outside.send("ann", subscription(browser), message))
          .isInstanceOf(PushOutcome.Deferred.class);
      var local = browser.endpoint().replace("http:", "https:");
      assertThat(
              outside.problem("ann", new PushSubscription(local, browser.p256dh(), browser.auth())))
          .contains("This is not a public address.");
    }
    assertThat(browser.received()).isEmpty();
  }
}
