package dev.trestle.messenger.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trestle.accounts.fixture.TestResponse;
import dev.trestle.messenger.ChatUser;
import dev.trestle.messenger.MessengerFixture;
import dev.trestle.messenger.MessengerOptions;
import dev.trestle.messenger.delivery.SocketLimits;
import dev.trestle.platform.limit.Rate;
import dev.trestle.testing.Await;
import java.net.http.WebSocketHandshakeException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionException;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Limits on all that a user can do to others. No token comes back while a test runs. */
class LimitsTest {
  private static final int ALLOWED = 3;

  private final MessengerFixture fixture =
      MessengerFixture.with(
          MessengerOptions.unlimited().rates(rates()).sockets(new SocketLimits(2, 3)));
  private final ChatUser ann = fixture.user();
  private final ChatUser bo = fixture.user();

  private static MessengerRates rates() {
    var free = MessengerRates.UNLIMITED;
    return new MessengerRates(
        free.chatMessages(),
        free.messages(),
        free.messagesPerHour(),
        few("sockets").burst(8),
        free.frames(),
        few("chats"),
        few("additions").burst(5),
        few("changes"),
        few("typing").burst(4),
        few("typing-told"),
        few("syncs"),
        few("searches"),
        few("uploads"),
        few("upload-megabytes").burst(20),
        few("reports"),
        Rate.perMinute("link-look-ups", 60));
  }

  private static Rate few(String name) {
    return new Rate(name, 1, Duration.ofDays(100), ALLOWED);
  }

  @AfterEach
  void close() {
    fixture.close();
  }

  private static void assertLimited(IntFunction<TestResponse> call) {
    for (int i = 0; i < ALLOWED; i++) assertThat(call.apply(i).status()).isBetween(200, 299);
    var refused = call.apply(ALLOWED);
    assertThat(refused.status()).isEqualTo(429);
    assertThat(refused.code()).isEqualTo("RATE_LIMITED");
    assertThat(refused.header("Retry-After")).isNotEmpty();
  }

  @Test
  void a_group_is_not_renamed_all_the_time() {
    var group = ann.group("Choir", bo);
    assertLimited(i -> ann.patch("/chats/" + group, Map.of("name", "Choir " + i)));
  }

  @Test
  void roles_are_not_changed_all_the_time() {
    var group = ann.group("Choir", bo);
    var roles = List.of("admin", "member", "admin", "member");
    assertLimited(
        i -> ann.patch("/chats/" + group + "/members/" + bo.id, Map.of("role", roles.get(i))));
  }

  @Test
  void a_user_opens_few_chats_at_once() {
    assertLimited(i -> ann.post("/chats", Map.of("type", "group", "name", "Group " + i)));
  }

  @Test
  void a_user_puts_few_others_into_groups_in_all() {
    var users = IntStream.range(0, 6).mapToObj(_ -> fixture.user().id).toList();
    var group = ann.group("Choir", bo);
    var four = ann.post("/chats/" + group + "/members", Map.of("user_ids", users.subList(0, 4)));
    assertThat(four.status()).isEqualTo(201);
    var more = ann.post("/chats/" + group + "/members", Map.of("user_ids", users.subList(4, 5)));
    assertThat(more.status()).isEqualTo(429);
    var other =
        ann.post("/chats", Map.of("type", "group", "name", "B", "member_ids", users.subList(5, 6)));
    assertThat(other.status()).isEqualTo(429);
  }

  @Test
  void an_invitation_counts_as_an_addition() {
    bo.patch("/settings", Map.of("invitation_required", true));
    var group = ann.group("Choir");
    var again = Map.of("user_ids", List.of(bo.id));
    for (int i = 0; i < 5; i++) {
      assertThat(ann.post("/chats/" + group + "/members", again).status()).isEqualTo(201);
    }
    assertThat(ann.post("/chats/" + group + "/members", again).status()).isEqualTo(429);
  }

  @Test
  void searches_are_limited() {
    var chat = ann.direct(bo);
    assertLimited(_ -> ann.get("/chats/" + chat + "/search?q=x"));
  }

  @Test
  void reports_are_limited() {
    assertLimited(_ -> ann.post("/reports", Map.of("user_id", bo.id, "reason", "spam")));
  }

  @Test
  void typing_is_told_within_the_limit_and_costs_as_many_as_are_told() {
    var group = ann.group("Choir", bo, fixture.user());
    try (var hers = RawSocket.open(fixture, ann);
        var his = RawSocket.open(fixture, bo)) {
      his.await("connection_established");
      Await.until(() -> fixture.messenger.hub().connections() == 2, Duration.ofSeconds(60));
      for (int i = 0; i < 10; i++) hers.say("typing_start", Map.of("chat_id", group));
      hers.say("heartbeat", Map.of());
      hers.await("heartbeat_ack");
      // Two are told by each, so the second one is beyond the limit. The frames come in order.
      his.await("typing_indicator");
      ann.send(group, "m", "text");
      his.await("message");
      assertThat(his.payloads("typing_indicator")).hasSize(1);
    }
  }

  @Test
  void syncs_beyond_the_limit_are_refused_and_the_socket_stays() {
    var chat = ann.direct(bo);
    try (var his = RawSocket.open(fixture, bo)) {
      for (int i = 0; i < 20; i++) his.say("sync_request", Map.of("chat_id", chat));
      assertThat(his.await("error", 20 - ALLOWED))
          .allSatisfy(error -> assertThat(error.path("code").asText()).isEqualTo("RATE_LIMITED"));
      his.say("heartbeat", Map.of());
      his.await("heartbeat_ack");
      assertThat(his.payloads("sync_response")).hasSize(ALLOWED);
    }
  }

  @Test
  void a_client_that_goes_on_asking_after_it_was_refused_is_cut_off() {
    var chat = ann.direct(bo);
    try (var his = RawSocket.open(fixture, bo)) {
      try {
        for (int i = 0; i < ALLOWED + 200; i++) his.say("sync_request", Map.of("chat_id", chat));
      } catch (CompletionException closed) {
        // A fast server closes the socket before all are sent.
      }
      assertThat(his.awaitClose()).isEqualTo(1008);
    }
  }

  @Test
  void a_long_sync_costs_more_than_a_short_one() {
    var chat = ann.direct(bo);
    for (int i = 0; i < 8; i++) ann.send(chat, "m" + i, "x".repeat(4096));
    try (var his = RawSocket.open(fixture, bo)) {
      // More than 32 KB: two tokens beside the one of each request.
      his.say("sync_request", Map.of("chat_id", chat, "after_sequence", 0));
      his.await("sync_response");
      his.say("sync_request", Map.of("chat_id", chat, "after_sequence", 9));
      assertThat(his.await("error").path("code").asText()).isEqualTo("RATE_LIMITED");
    }
  }

  @Test
  void a_session_and_a_user_have_few_sockets_at_once() {
    var laptop = fixture.signIn(ann.number, "laptop");
    try (var first = connected(ann, 1);
        var _ = connected(ann, 2);
        var third = RawSocket.open(fixture, ann)) {
      assertThat(third.awaitClose()).isEqualTo(1008);
      assertThat(third.await("connection_closing").path("reason").asText())
          .isEqualTo("too_many_sockets");
      try (var _ = connected(laptop, 3);
          var further = RawSocket.open(fixture, laptop)) {
        assertThat(further.awaitClose()).isEqualTo(1008);
      }
      first.say("heartbeat", Map.of());
      first.await("heartbeat_ack");
    }
    awaitConnections(0);
    try (var again = connected(ann, 1)) {
      again.say("heartbeat", Map.of());
      again.await("heartbeat_ack");
    }
  }

  @Test
  void a_user_opens_few_sockets_one_after_the_other() {
    for (int i = 0; i < 8; i++) {
      try (var _ = connected(ann, 1)) {
        // Closed at once.
      }
      awaitConnections(0);
    }
    assertThatThrownBy(() -> RawSocket.open(fixture, ann))
        .hasCauseInstanceOf(WebSocketHandshakeException.class);
  }

  /** The server knows a socket a moment after the client does. */
  private RawSocket connected(ChatUser user, int inAll) {
    var socket = RawSocket.open(fixture, user);
    awaitConnections(inAll);
    return socket;
  }

  private void awaitConnections(int count) {
    Await.until(() -> fixture.messenger.hub().connections() == count, Duration.ofMinutes(1));
  }
}
