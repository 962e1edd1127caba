package dev.trestle.messenger.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.accounts.fixture.TestResponse;
import dev.trestle.messenger.ChatUser;
import dev.trestle.messenger.MessengerFixture;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Attempts to get at other users' data. */
class AttackTest {
  private final MessengerFixture fixture = MessengerFixture.open();
  private final ChatUser ann = fixture.user();
  private final ChatUser bo = fixture.user();
  private final ChatUser eve = fixture.user();
  private final String chat = ann.direct(bo);
  private final String group = ann.group("Boat club", bo);

  @AfterEach
  void close() {
    fixture.close();
  }

  @Test
  void a_chat_of_others_and_one_that_does_not_exist_are_refused_alike() {
    ann.send(chat, "one", "secret");
    var nowhere = "chat_01JCQZ8M5R3V7W9X1Y2Z3A4B5E";
    for (var path :
        List.of(
            "",
            "/messages",
            "/messages/2",
            "/messages/around/2",
            "/search?q=secret",
            "/members",
            "/delivery-status")) {
      for (var id : List.of(chat, nowhere, "chat_", "nonsense", "x".repeat(3000))) {
        var response = eve.get("/chats/" + id + path);
        assertThat(response.status()).as(path).isEqualTo(403);
        assertThat(response.code()).isEqualTo("NOT_A_MEMBER");
        assertThat(response.body().toString()).doesNotContain("secret");
      }
    }
    for (var id : List.of(chat, nowhere)) {
      assertThat(eve.send(id, "x", "let me in").code()).isEqualTo("NOT_A_MEMBER");
      assertThat(eve.patch("/chats/" + id, Map.of("name", "Mine")).code())
          .isEqualTo("NOT_A_MEMBER");
      assertThat(eve.post("/chats/" + id + "/members", Map.of("user_ids", List.of(eve.id))).code())
          .isEqualTo("NOT_A_MEMBER");
      assertThat(eve.delete("/chats/" + id + "/members/" + bo.id).code()).isEqualTo("NOT_A_MEMBER");
      assertThat(eve.post("/chats/" + id + "/leave", Map.of()).code()).isEqualTo("NOT_A_MEMBER");
      assertThat(eve.post("/chats/" + id + "/mute", Map.of()).code()).isEqualTo("NOT_A_MEMBER");
      assertThat(eve.patch("/delivery-state/" + id, Map.of("last_read_sequence", 1)).code())
          .isEqualTo("NOT_A_MEMBER");
    }
  }

  @Test
  void nobody_joins_a_direct_chat() {
    assertThat(ann.post("/chats/" + chat + "/members", Map.of("user_ids", List.of(eve.id))).code())
        .isEqualTo("FORBIDDEN");
    assertThat(ann.delete("/chats/" + chat + "/members/" + bo.id).code()).isEqualTo("FORBIDDEN");
    assertThat(ann.post("/chats/" + chat + "/leave", Map.of()).code()).isEqualTo("FORBIDDEN");
    assertThat(ann.patch("/chats/" + chat, Map.of("name", "Us")).code()).isEqualTo("FORBIDDEN");
  }

  @Test
  void a_removed_member_reads_and_writes_nothing_even_with_old_cursors() {
    for (int i = 0; i < 5; i++) ann.send(group, "m" + i, "text");
    var cursor =
        bo.get("/chats/" + group + "/messages?limit=2")
            .body()
            .path("pagination")
            .path("next_cursor")
            .asText();
    ann.delete("/chats/" + group + "/members/" + bo.id);
    assertThat(bo.get("/chats/" + group + "/messages?cursor=" + cursor).code())
        .isEqualTo("NOT_A_MEMBER");
    assertThat(bo.send(group, "late", "still here").code()).isEqualTo("NOT_A_MEMBER");
    assertThat(bo.get("/chats").data()).hasSize(1);
  }

  @Test
  void a_member_cannot_raise_their_own_role() {
    assertThat(bo.patch("/chats/" + group + "/members/" + bo.id, Map.of("role", "owner")).code())
        .isEqualTo("FORBIDDEN");
    assertThat(bo.delete("/chats/" + group + "/members/" + ann.id).code()).isEqualTo("FORBIDDEN");
    assertThat(bo.patch("/chats/" + group, Map.of("name", "Mine")).code()).isEqualTo("FORBIDDEN");
  }

  @Test
  void a_cursor_works_for_its_own_list_and_user_only() {
    for (int i = 0; i < 5; i++) {
      ann.send(chat, "m" + i, "text");
      ann.send(group, "m" + i, "text");
    }
    var cursor =
        ann.get("/chats/" + chat + "/messages?limit=2")
            .body()
            .path("pagination")
            .path("next_cursor")
            .asText();
    assertThat(ann.get("/chats/" + chat + "/messages?cursor=" + cursor).status()).isEqualTo(200);
    for (var bad :
        List.of(
            ann.get("/chats/" + group + "/messages?cursor=" + cursor),
            bo.get("/chats/" + chat + "/messages?cursor=" + cursor),
            ann.get("/chats/" + chat + "/search?q=text&cursor=" + cursor),
            ann.get("/chats?cursor=" + cursor),
            ann.get("/delivery-state?cursor=" + cursor),
            ann.get("/chats/" + chat + "/members?cursor=" + cursor),
            ann.get("/chats/" + chat + "/messages?cursor=" + forged(cursor)),
            ann.get("/chats/" + chat + "/messages?cursor=" + "A".repeat(5000)),
            ann.get("/chats/" + chat + "/messages?cursor=%00"))) {
      assertThat(bad.status()).isEqualTo(400);
      assertThat(bad.code()).isEqualTo("VALIDATION_ERROR");
    }
  }

  /** The same cursor with another number in it. */
  private static String forged(String cursor) {
    var bytes = Base64.getUrlDecoder().decode(cursor);
    bytes[bytes.length - 1] ^= 1;
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  @Test
  void phone_numbers_of_members_are_not_shown() {
    assertThat(eve.get("/chats/" + group).body().toString()).doesNotContain(ann.number);
    assertThat(bo.get("/chats/" + group).body().toString()).doesNotContain(ann.number);
    assertThat(bo.get("/chats").body().toString()).doesNotContain(ann.number);
  }

  @Test
  void a_flood_of_messages_is_limited_over_http_and_sockets() {
    try (var strict = MessengerFixture.withLimits()) {
      var someone = strict.user();
      var other = strict.user();
      var flooded = someone.direct(other);
      TestResponse last = someone.send(flooded, "first", "text");
      assertThat(last.header("X-RateLimit-Limit")).isEqualTo("20");
      for (int i = 0; i < 60 && last.status() != 429; i++)
        last = someone.send(flooded, "m" + i, "text");
      assertThat(last.code()).isEqualTo("RATE_LIMITED");
      assertThat(last.header("Retry-After")).isEqualTo("1");
      try (var socket = RawSocket.open(strict, someone)) {
        flood(socket, flooded);
        assertThat(socket.await("error").path("code").asText()).isEqualTo("RATE_LIMITED");
        assertThat(socket.awaitClose()).isEqualTo(1008);
      }
    }
  }

  private static void flood(RawSocket socket, String chat) {
    try {
      for (int i = 0; i < 60; i++) {
        socket.say(
            "send_message", Map.of("chat_id", chat, "client_message_id", "s" + i, "content", "x"));
      }
    } catch (CompletionException closed) {
      // A fast server closes the socket before all are sent.
    }
  }

  @Test
  void content_that_is_too_long_or_not_text_is_refused() {
    assertThat(ann.send(chat, "a", "x".repeat(4096)).status()).isEqualTo(201);
    assertThat(ann.send(chat, "b", "x".repeat(4097)).status()).isEqualTo(400);
    assertThat(ann.send(chat, "c", "ö".repeat(2049)).status()).isEqualTo(400);
    assertThat(ann.send(chat, "d", "").status()).isEqualTo(400);
    assertThat(ann.send(chat, "e", "\ud800").status()).isEqualTo(400);
    assertThat(ann.send(chat, "f f", "text").status()).isEqualTo(400);
    assertThat(ann.send(chat, "g", "x".repeat(70_000)).code()).isEqualTo("PAYLOAD_TOO_LARGE");
    assertThat(ann.post("/chats", Map.of("type", "group", "name", "x".repeat(129))).status())
        .isEqualTo(400);
    assertThat(ann.post("/chats", Map.of("type", "crowd")).status()).isEqualTo(400);
    assertThat(ann.post("/chats", Map.of("type", "direct", "member_ids", List.of(ann.id))).status())
        .isEqualTo(400);
  }

  @Test
  void a_client_message_id_of_another_sender_is_a_conflict() {
    ann.send(chat, "mine", "text");
    assertThat(bo.send(chat, "mine", "text").status()).isEqualTo(409);
    assertThat(ann.send(group, "mine", "text").status()).isEqualTo(201);
  }

  @Test
  void an_idempotency_key_repeats_its_response_and_accepts_no_other_body() {
    var body = Map.of("type", "group", "name", "Crew", "member_ids", List.of(bo.id));
    var key = Map.of("Idempotency-Key", "k1");
    var first = ann.post("/chats", body, key);
    var again = ann.post("/chats", body, key);
    assertThat(first.status()).isEqualTo(201);
    assertThat(again.status()).isEqualTo(201);
    assertThat(again.data()).isEqualTo(first.data());
    assertThat(again.header("X-Idempotent-Replay")).isEqualTo("true");
    var other = ann.post("/chats", Map.of("type", "group", "name", "Other"), key);
    assertThat(other.code()).isEqualTo("IDEMPOTENCY_KEY_REUSED");
    assertThat(bo.post("/chats", Map.of("type", "group", "name", "His"), key).status())
        .isEqualTo(201);
  }

  @Test
  void without_a_valid_token_nothing_is_shown() {
    for (var path :
        List.of("/chats", "/delivery-state", "/chats/" + chat, "/chats/" + chat + "/messages")) {
      assertThat(fixture.anyone("GET", path, null).status()).isEqualTo(401);
      assertThat(fixture.call("GET", path, ann.access + "x").status()).isEqualTo(401);
    }
  }
}
