package dev.trestle.messenger.web;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trestle.messenger.ChatUser;
import dev.trestle.messenger.MessengerFixture;
import dev.trestle.messenger.MessengerOptions;
import dev.trestle.messenger.push.MessengerPush;
import dev.trestle.platform.outbound.AddressPolicy;
import dev.trestle.platform.push.PushOptions;
import dev.trestle.platform.queue.Backoff;
import dev.trestle.platform.queue.QueueStats;
import dev.trestle.platform.web.Json;
import dev.trestle.testing.Await;
import dev.trestle.testing.PushBrowser;
import dev.trestle.testing.PushService;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Ann writes, and Bo has no socket open. The server's clock stands still: a push is due a second
 * after its message, so a test decides when it is sent.
 */
final class PushTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final Duration A_SECOND = Duration.ofSeconds(1);
  private static final Backoff BACKOFF =
      new Backoff(3, Duration.ofSeconds(5), Duration.ofSeconds(5));

  private final MessengerFixture fixture =
      MessengerFixture.with(
          MessengerOptions.unlimited().push(Optional.of(options(new AddressPolicy(true)))));
  private final PushService service = PushService.start(fixture.server.clock);
  private final PushBrowser phone = service.browser();
  private final ChatUser ann = fixture.user();
  private final ChatUser bo = fixture.user();
  private final String chat = ann.group("Boat club", bo);

  private static PushOptions options(AddressPolicy addresses) {
    return new PushOptions("mailto:ops@example.com", addresses, Duration.ofSeconds(60), BACKOFF);
  }

  @BeforeEach
  void start() {
    ann.patch("/users/me", Map.of("display_name", "Ann"));
    fixture.messenger.start();
    register(bo, phone);
  }

  @AfterEach
  void close() {
    assertThat(service.problems()).isEmpty();
    fixture.close();
    service.close();
  }

  private static Map<String, String> subscription(PushBrowser browser) {
    return Map.of(
        "endpoint", browser.endpoint(), "p256dh", browser.p256dh(), "auth", browser.auth());
  }

  private static void register(ChatUser user, PushBrowser browser) {
    assertThat(user.put("/push-subscription", subscription(browser)).status()).isEqualTo(204);
  }

  private static boolean isRegistered(ChatUser user) {
    return user.get("/push-subscription").data().has("endpoint");
  }

  private long send(String text, Map<String, ?> more) {
    var body = new HashMap<String, Object>(more);
    body.put("client_message_id", text.replaceAll("[^A-Za-z]", "-"));
    body.put("content", text);
    var sent = ann.post("/chats/" + chat + "/messages", body);
    assertThat(sent.status()).isEqualTo(201);
    return sent.data().path("sequence").asLong();
  }

  private long send(String text) {
    return send(text, Map.of());
  }

  private long jobs() {
    var stats = fixture.server.context.queue().stats(MessengerPush.QUEUE);
    return stats.waiting() + stats.claimed() + stats.later();
  }

  /** Waits until a push waits for its time, and lets this come. */
  private void comesDue() {
    Await.until(() -> jobs() > 0, PATIENCE);
    fixture.server.clock.advance(A_SECOND);
  }

  private void awaitNoJobs() {
    Await.until(() -> jobs() == 0, PATIENCE);
  }

  private static JsonNode content(PushBrowser browser, int number) {
    try {
      return Json.tree().readTree(browser.await(number).content());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void a_message_reaches_the_browser_of_a_member_who_has_no_socket() {
    long sequence = send("The *mast* is up");
    comesDue();
    var shown = content(phone, 1);
    assertThat(shown.path("chat_id").asText()).isEqualTo(chat);
    assertThat(shown.path("sequence").asLong()).isEqualTo(sequence);
    assertThat(shown.path("title").asText()).isEqualTo("Boat club");
    assertThat(shown.path("body").asText()).isEqualTo("Ann: The mast is up");
    var received = phone.await(1);
    assertThat(received.key())
        .isEqualTo(bo.get("/push-subscription").data().path("public_key").asText());
    assertThat(received.topic()).doesNotContain(chat);
    assertThat(fixture.items("push_devices")).contains(phone.endpoint());
  }

  @Test
  void several_messages_of_a_chat_replace_each_other_at_the_push_service() {
    send("One");
    Await.until(() -> jobs() > 0, PATIENCE);
    send("Two");
    comesDue();
    assertThat(content(phone, 1).path("body").asText()).isEqualTo("Ann: Two");
    var direct = ann.direct(bo);
    ann.send(direct, "d", "Hello Bo");
    Await.until(() -> isPushed("Hello Bo"), PATIENCE);
    var shown = phone.received().stream().filter(each -> each.content().contains("Hello Bo"));
    assertThat(shown)
        .allSatisfy(each -> {
          assertThat(each.content()).contains("\"title\":\"Ann\"", "\"body\":\"Hello Bo\"");
          assertThat(each.topic()).isNotEqualTo(phone.await(1).topic());
        });
    send("Three");
    Await.until(() -> isPushed("Three"), PATIENCE);
    assertThat(phone.received())
        .filteredOn(each -> each.content().contains("Boat club"))
        .extracting(PushService.Received::topic)
        .containsOnly(phone.await(1).topic());
  }

  /** Lets time pass until a push with this text has come. */
  private boolean isPushed(String text) {
    var stats = queueStats();
    boolean isWaiting = stats.waiting() + stats.claimed() == 0 && stats.later() > 0;
    if (isWaiting) fixture.server.clock.advance(A_SECOND);
    return phone.received().stream().anyMatch(each -> each.content().contains(text));
  }

  @Test
  void a_muted_chat_pushes_mentions_only() {
    bo.post("/chats/" + chat + "/mute", Map.of());
    send("Quiet");
    send("Bo, come here", Map.of("mentions", List.of(bo.id)));
    // The feed keeps the order of a chat, so it has passed the first one by then.
    Await.until(() -> jobs() > 0, PATIENCE);
    send("Quiet again");
    fixture.server.clock.advance(A_SECOND);
    assertThat(content(phone, 1).path("body").asText()).isEqualTo("Ann: Bo, come here");
    awaitNoJobs();
    assertThat(phone.received()).hasSize(1);
  }

  @Test
  void an_archived_chat_pushes_nothing() {
    send("Before it is archived");
    Await.until(() -> jobs() > 0, PATIENCE);
    bo.post("/chats/" + chat + "/place", Map.of("place", "archived"));
    fixture.server.clock.advance(A_SECOND);
    awaitNoJobs();
    assertThat(phone.received()).isEmpty();
  }

  @Test
  void what_was_read_elsewhere_or_deleted_is_not_pushed() {
    long sequence = send("Read by the time");
    Await.until(() -> jobs() > 0, PATIENCE);
    bo.patch("/delivery-state/" + chat, Map.of("last_read_sequence", sequence));
    fixture.server.clock.advance(A_SECOND);
    awaitNoJobs();
    long deleted = send("Taken back");
    Await.until(() -> jobs() > 0, PATIENCE);
    var deletion = Map.of("client_message_id", "x", "kind", "delete", "target_sequence", deleted);
    assertThat(ann.post("/chats/" + chat + "/messages", deletion).status()).isEqualTo(201);
    fixture.server.clock.advance(A_SECOND);
    awaitNoJobs();
    assertThat(phone.received()).isEmpty();
  }

  @Test
  void neither_a_blocked_sender_nor_a_user_with_a_socket_leads_to_a_push() {
    bo.post("/blocks/" + ann.id, Map.of());
    send("From someone blocked");
    comesDue();
    awaitNoJobs();
    bo.delete("/blocks/" + ann.id);
    send("While he comes online");
    Await.until(() -> jobs() > 0, PATIENCE);
    try (var _ = RawSocket.open(fixture, bo)) {
      Await.until(() -> fixture.messenger.connections() == 1, PATIENCE);
      fixture.server.clock.advance(A_SECOND);
      awaitNoJobs();
    }
    assertThat(phone.received()).isEmpty();
  }

  @Test
  void a_subscription_that_has_ended_is_removed() {
    service.replyOnce(410, Map.of());
    send("Nobody there");
    comesDue();
    service.awaitRefused(1);
    awaitNoJobs();
    assertThat(isRegistered(bo)).isFalse();
    assertThat(fixture.items("push_devices")).doesNotContain(phone.endpoint());
  }

  @Test
  void a_service_that_asks_for_a_pause_gets_it_and_then_the_message() {
    service.replyOnce(429, Map.of("Retry-After", "120"));
    send("Later");
    comesDue();
    service.awaitRefused(1);
    Await.until(() -> queueStats().retried() == 1, PATIENCE);
    fixture.server.clock.advance(Duration.ofSeconds(119));
    assertThat(queueStats().later()).isEqualTo(1);
    fixture.server.clock.advance(A_SECOND);
    assertThat(content(phone, 1).path("body").asText()).isEqualTo("Ann: Later");
  }

  private QueueStats queueStats() {
    return fixture.server.context.queue().stats(MessengerPush.QUEUE);
  }

  @Test
  void a_subscription_ends_with_its_session_and_its_account() {
    var laptop = service.browser();
    var second = fixture.signIn(bo.number, "laptop");
    register(second, laptop);
    assertThat(fixture.items("push_devices")).contains(laptop.endpoint(), phone.endpoint());
    assertThat(second.post("/auth/logout", Map.of()).status()).isEqualTo(204);
    assertThat(fixture.items("push_devices"))
        .contains(phone.endpoint())
        .doesNotContain(laptop.endpoint());
    var export = new String(bo.get("/users/me/export").response().body(), StandardCharsets.UTF_8);
    assertThat(export).contains(phone.endpoint()).doesNotContain(phone.auth());
    assertThat(bo.delete("/users/me").status()).isEqualTo(204);
    assertThat(fixture.items("push_devices")).doesNotContain(phone.endpoint());
  }

  @Test
  void what_is_no_subscription_or_not_a_public_address_is_refused() {
    var good = subscription(phone);
    for (var wrong :
        List.of(
            Map.of("endpoint", "ftp://127.0.0.1/x"),
            Map.of("endpoint", "x".repeat(1025)),
            Map.of("p256dh", phone.p256dh().substring(3)),
            Map.of("auth", ""))) {
      var body = new HashMap<>(good);
      body.putAll(wrong);
      assertThat(bo.put("/push-subscription", body).status()).as("%s", wrong).isEqualTo(400);
    }
    assertThat(bo.delete("/push-subscription").status()).isEqualTo(204);
    assertThat(isRegistered(bo)).isFalse();
    var strict = MessengerOptions.unlimited().push(Optional.of(options(new AddressPolicy(false))));
    try (var outside = MessengerFixture.with(strict)) {
      assertThat(outside.user().put("/push-subscription", good).status()).isEqualTo(400);
    }
    try (var without = MessengerFixture.open()) {
      var user = without.user();
      assertThat(user.get("/push-subscription").data().has("public_key")).isFalse();
      assertThat(user.put("/push-subscription", good).status()).isEqualTo(404);
    }
  }
}
