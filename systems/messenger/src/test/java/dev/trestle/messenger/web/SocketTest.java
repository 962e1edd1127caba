package dev.trestle.messenger.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trestle.accounts.UserId;
import dev.trestle.messenger.ChatUser;
import dev.trestle.messenger.MessengerFixture;
import dev.trestle.messenger.delivery.ClientConnection.CloseReason;
import dev.trestle.messenger.message.Draft;
import dev.trestle.messenger.model.ChatId;
import dev.trestle.testing.Await;
import java.net.http.WebSocketHandshakeException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SocketTest {
  private final MessengerFixture fixture = MessengerFixture.open();
  private final ChatUser ann = fixture.user();
  private final ChatUser bo = fixture.user();
  private final String chat = ann.direct(bo);

  @AfterEach
  void close() {
    fixture.close();
  }

  private static List<Long> sequences(List<JsonNode> messages) {
    return messages.stream().map(message -> message.path("sequence").asLong()).toList();
  }

  @Test
  void a_message_is_acknowledged_and_reaches_both() {
    try (var hers = RawSocket.open(fixture, ann);
        var his = RawSocket.open(fixture, bo)) {
      hers.await("connection_established");
      var hello = his.await("connection_established");
      assertThat(hello.path("heartbeat_interval_ms").asLong()).isEqualTo(30_000);
      assertThat(hello.path("protocol_version").asText()).isEqualTo("1.0");
      hers.say(
          "send_message", "q1", Map.of("chat_id", chat, "client_message_id", "a", "content", "Hi"));
      var ack = hers.await("send_message_ack");
      assertThat(ack.path("sequence").asLong()).isEqualTo(2);
      assertThat(ack.path("client_message_id").asText()).isEqualTo("a");
      var message = his.await("message");
      assertThat(message.path("content").asText()).isEqualTo("Hi");
      assertThat(message.path("message_id")).isEqualTo(ack.path("message_id"));
      assertThat(hers.await("message").path("sequence").asLong()).isEqualTo(2);
      assertThat(hers.frames)
          .anySatisfy(frame -> assertThat(frame.path("request_id").asText()).isEqualTo("q1"));
    }
  }

  @Test
  void messages_of_one_socket_keep_their_order() {
    try (var hers = RawSocket.open(fixture, ann);
        var his = RawSocket.open(fixture, bo)) {
      his.await("connection_established");
      for (int i = 0; i < 300; i++) {
        hers.say(
            "send_message",
            Map.of("chat_id", chat, "client_message_id", "m" + i, "content", "" + i));
      }
      var got = his.await("message", 300);
      for (int i = 0; i < 300; i++) {
        assertThat(got.get(i).path("content").asText()).isEqualTo("" + i);
        assertThat(got.get(i).path("sequence").asLong()).isEqualTo(i + 2);
      }
    }
  }

  @Test
  void a_browser_brings_its_token_as_a_subprotocol() {
    try (var socket = RawSocket.openAsBrowser(fixture, ann)) {
      socket.await("connection_established");
      assertThat(socket.subprotocol()).isEqualTo("messenger.v1");
    }
  }

  @Test
  void without_a_good_token_there_is_no_socket() {
    assertThatThrownBy(() -> RawSocket.open(fixture, "nonsense"))
        .hasCauseInstanceOf(WebSocketHandshakeException.class);
  }

  @Test
  void a_revoked_session_loses_its_socket_at_once_and_gets_no_other() {
    var laptop = fixture.signIn(ann.number, "laptop");
    try (var socket = RawSocket.open(fixture, laptop);
        var phone = RawSocket.open(fixture, ann)) {
      socket.await("connection_established");
      phone.await("connection_established");
      assertThat(ann.delete("/sessions/" + laptop.session).status()).isEqualTo(204);
      assertThat(socket.awaitClose()).isEqualTo(SocketSession.REVOKED);
      assertThat(socket.await("connection_closing").path("reason").asText())
          .isEqualTo("session_revoked");
      assertThatThrownBy(() -> RawSocket.open(fixture, laptop))
          .hasCauseInstanceOf(WebSocketHandshakeException.class);
      assertThat(laptop.get("/users/me").status()).isEqualTo(401);
      phone.say("heartbeat", Map.of());
      phone.await("heartbeat_ack");
    }
  }

  @Test
  void ten_invalid_frames_close_the_socket_and_unknown_types_do_not() {
    try (var socket = RawSocket.open(fixture, ann)) {
      for (int i = 0; i < 30; i++) socket.say("from_tomorrow", Map.of("x", 1));
      for (int i = 0; i < 9; i++) socket.text("{\"type\":7}");
      assertThat(socket.await("error", 9))
          .allSatisfy(e -> assertThat(e.path("code").asText()).isEqualTo("INVALID_FRAME"));
      socket.say("heartbeat", Map.of());
      socket.await("heartbeat_ack");
      socket.text("[");
      assertThat(socket.awaitClose()).isEqualTo(1008);
      assertThat(socket.await("connection_closing").path("reason").asText())
          .isEqualTo("too_many_invalid_frames");
    }
  }

  @Test
  void a_frame_above_32_kb_closes_the_socket_and_does_nothing() {
    try (var socket = RawSocket.open(fixture, ann)) {
      socket.text(sending(chat, "fits", 32 * 1024));
      assertThat(socket.await("error").path("code").asText()).isEqualTo("VALIDATION_ERROR");
      socket.text(sending(chat, "too-long", 32 * 1024 + 1));
      assertThat(socket.awaitClose()).isEqualTo(1009);
    }
    // Neither in one frame nor in pieces.
    try (var socket = RawSocket.open(fixture, ann)) {
      socket.pieces(sending(chat, "pieces", 40 * 1024), 8 * 1024);
      assertThat(socket.awaitClose()).isEqualTo(1009);
    }
    assertThat(bo.get("/chats/" + chat + "/messages").data()).hasSize(1);
  }

  /** A frame of this many bytes. */
  private static String sending(String chat, String id, int bytes) {
    var frame =
        """
        {"type":"send_message","request_id":"r","payload":\
        {"chat_id":"%s","client_message_id":"%s","content":"%s"}}\
        """
            .formatted(chat, id, "");
    return frame.replace(
        "\"content\":\"\"", "\"content\":\"" + "x".repeat(bytes - frame.length()) + "\"");
  }

  @Test
  void payloads_that_do_not_fit_are_refused_and_never_break_the_socket() {
    try (var socket = RawSocket.open(fixture, ann)) {
      socket.say("send_message", "a", Map.of("chat_id", chat));
      socket.say("send_message", "b", Map.of("chat_id", 7));
      socket.say("ack", "c", Map.of("chat_id", chat, "sequence", -1));
      socket.say("sync_request", "d", Map.of("chat_id", chat, "limit", 501));
      socket.say("sync_request", "e", Map.of("chat_id", "../../etc"));
      socket.say(
          "send_message", "f", Map.of("chat_id", chat, "client_message_id", "x", "content", ""));
      socket.say("sync_request", "g", Map.of("chat_id", chat, "after_sequence", Long.MAX_VALUE));
      var errors = socket.await("error", 7);
      assertThat(errors)
          .extracting(e -> e.path("code").asText())
          .containsExactly(
              "INVALID_FRAME",
              "NOT_A_MEMBER",
              "INVALID_FRAME",
              "VALIDATION_ERROR",
              "NOT_A_MEMBER",
              "VALIDATION_ERROR",
              "INVALID_FRAME");
    }
  }

  @Test
  void who_was_away_asks_for_what_was_missed() {
    for (int i = 0; i < 7; i++) ann.send(chat, "m" + i, "text");
    try (var his = RawSocket.open(fixture, bo)) {
      his.say("sync_request", "s", Map.of("chat_id", chat, "after_sequence", 2, "limit", 4));
      var first = his.await("sync_response");
      assertThat(first.path("messages"))
          .extracting(m -> m.path("sequence").asLong())
          .containsExactly(3L, 4L, 5L, 6L);
      assertThat(first.path("has_more").asBoolean()).isTrue();
      assertThat(first.path("next_sequence").asLong()).isEqualTo(6);
      his.say("ack", Map.of("chat_id", chat, "sequence", 6));
      Await.until(
          () -> bo.get("/delivery-state/" + chat).data().path("last_acked_sequence").asLong() == 6,
          Duration.ofSeconds(30));
      // Without a sequence it continues after what was acknowledged.
      his.say("sync_request", Map.of("chat_id", chat));
      assertThat(his.await("sync_response", 2).get(1).path("messages"))
          .extracting(m -> m.path("sequence").asLong())
          .containsExactly(7L, 8L);
    }
  }

  @Test
  void marks_never_go_back_nor_beyond_the_newest_entry() {
    for (int i = 0; i < 3; i++) ann.send(chat, "m" + i, "text");
    try (var his = RawSocket.open(fixture, bo)) {
      his.say("read", Map.of("chat_id", chat, "sequence", 3));
      Await.until(
          () -> bo.get("/delivery-state/" + chat).data().path("last_read_sequence").asLong() == 3,
          Duration.ofSeconds(30));
      his.say("read", Map.of("chat_id", chat, "sequence", 2));
      his.say("read", Map.of("chat_id", chat, "sequence", 99));
      fixture.messenger.watermarks().flush();
      var lower = bo.patch("/delivery-state/" + chat, Map.of("last_read_sequence", 1));
      assertThat(lower.status()).isEqualTo(200);
      assertThat(lower.data().path("last_read_sequence").asLong()).isEqualTo(3);
      assertThat(bo.patch("/delivery-state/" + chat, Map.of("last_acked_sequence", 5)).status())
          .isEqualTo(400);
      var status = ann.get("/chats/" + chat + "/delivery-status").data();
      assertThat(status)
          .anySatisfy(member -> {
            assertThat(member.path("user_id").asText()).isEqualTo(bo.id);
            assertThat(member.path("last_read_sequence").asLong()).isEqualTo(3);
            assertThat(member.path("last_acked_sequence").asLong()).isEqualTo(3);
          });
    }
  }

  @Test
  void who_is_removed_gets_the_removal_and_nothing_above_it() {
    var cy = fixture.user();
    var group = ann.group("Boat club", bo, cy);
    try (var his = RawSocket.open(fixture, cy);
        var other = RawSocket.open(fixture, bo)) {
      his.await("connection_established");
      other.await("connection_established");
      ann.send(group, "a", "for all");
      ann.delete("/chats/" + group + "/members/" + cy.id);
      ann.send(group, "b", "not for Cy");
      other.await("message", 3);
      his.await("message", 2);
      his.say("heartbeat", Map.of());
      his.await("heartbeat_ack");
      assertThat(sequences(his.payloads("message"))).containsExactly(2L, 3L);
      his.say("sync_request", Map.of("chat_id", group, "after_sequence", 0));
      assertThat(his.await("error").path("code").asText()).isEqualTo("NOT_A_MEMBER");
    }
  }

  @Test
  void who_is_added_hears_from_then_on() {
    var cy = fixture.user();
    var group = ann.group("Boat club", bo);
    try (var his = RawSocket.open(fixture, cy);
        var other = RawSocket.open(fixture, bo)) {
      his.await("connection_established");
      other.await("connection_established");
      ann.send(group, "a", "before");
      ann.post("/chats/" + group + "/members", Map.of("user_ids", List.of(cy.id)));
      ann.send(group, "b", "after");
      other.await("message", 3);
      assertThat(sequences(his.await("message", 2))).containsExactly(3L, 4L);
    }
  }

  @Test
  void others_see_who_is_typing_and_strangers_can_not_pretend() {
    var cy = fixture.user();
    try (var hers = RawSocket.open(fixture, ann);
        var his = RawSocket.open(fixture, bo);
        var stranger = RawSocket.open(fixture, cy)) {
      his.await("connection_established");
      stranger.say("typing_start", Map.of("chat_id", chat));
      stranger.say("heartbeat", Map.of());
      stranger.await("heartbeat_ack");
      hers.say("typing_start", Map.of("chat_id", chat));
      var typing = his.await("typing_indicator");
      assertThat(typing.path("user_id").asText()).isEqualTo(ann.id);
      assertThat(typing.path("expires_in_ms").asLong()).isEqualTo(10_000);
      assertThat(his.payloads("typing_indicator")).hasSize(1);
      assertThat(hers.payloads("typing_indicator")).isEmpty();
    }
  }

  @Test
  void who_does_not_keep_up_is_let_go_and_the_others_are_not_held_up() {
    var text = "x".repeat(4000);
    var hub = fixture.messenger.hub();
    var log = fixture.messenger.logs();
    try (var deaf = RawSocket.openDeaf(fixture, bo);
        var his = RawSocket.open(fixture, bo)) {
      his.await("connection_established");
      Await.until(() -> hub.connections() == 2, Duration.ofSeconds(30));
      int sent = 0;
      while (hub.connections() == 2 && sent < 20_000) {
        log.send(new ChatId(chat), new UserId(ann.id), Draft.text("m" + sent++, text));
        // Whoever reads keeps up, on however slow a machine.
        if (sent % 100 == 0) his.await("message", sent);
      }
      assertThat(sent).isLessThan(20_000);
      assertThat(sequences(his.await("message", sent))).last().isEqualTo(sent + 1L);
      assertThat(deaf.frames).isEmpty();
      assertThat(hub.connections()).isEqualTo(1);
      assertThat(hub.closed(CloseReason.SLOW_CONSUMER)).isEqualTo(1);
    }
  }

  @Test
  void who_comes_again_is_counted_and_who_comes_first_is_not() {
    var hub = fixture.messenger.hub();
    try (var hers = RawSocket.open(fixture, ann);
        var his = RawSocket.open(fixture, bo)) {
      hers.await("connection_established");
      his.await("connection_established");
      Await.until(() -> hub.connections() == 2, Duration.ofSeconds(30));
    }
    Await.until(() -> hub.connections() == 0, Duration.ofSeconds(30));
    assertThat(hub.reconnects()).isZero();
    try (var again = RawSocket.open(fixture, ann)) {
      again.await("connection_established");
      Await.until(() -> hub.reconnects() == 1, Duration.ofSeconds(30));
    }
  }
}
