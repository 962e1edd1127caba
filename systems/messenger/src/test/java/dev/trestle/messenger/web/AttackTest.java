package dev.trestle.messenger.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.messenger.Stage;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionException;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Those who want what is not theirs. */
class AttackTest {
  private final Stage stage = Stage.open();
  private final Stage.Person ann = stage.person();
  private final Stage.Person bo = stage.person();
  private final Stage.Person eve = stage.person();
  private final String chat = ann.direct(bo);
  private final String group = ann.group("Boat club", bo);

  @AfterEach
  void close() {
    stage.close();
  }

  @Test
  void a_chat_of_others_and_one_that_is_not_there_are_refused_in_the_same_words() {
    ann.say(chat, "one", "secret");
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
        var answer = eve.get("/chats/" + id + path);
        assertThat(answer.status()).as(path).isEqualTo(403);
        assertThat(answer.code()).isEqualTo("NOT_A_MEMBER");
        assertThat(answer.body().toString()).doesNotContain("secret");
      }
    }
    for (var id : List.of(chat, nowhere)) {
      assertThat(eve.say(id, "x", "let me in").code()).isEqualTo("NOT_A_MEMBER");
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
  void who_was_removed_reads_and_writes_nothing_even_with_old_cursors() {
    for (int i = 0; i < 5; i++) ann.say(group, "m" + i, "text");
    var cursor =
        bo.get("/chats/" + group + "/messages?limit=2")
            .body()
            .path("pagination")
            .path("next_cursor")
            .asText();
    ann.delete("/chats/" + group + "/members/" + bo.id);
    assertThat(bo.get("/chats/" + group + "/messages?cursor=" + cursor).code())
        .isEqualTo("NOT_A_MEMBER");
    assertThat(bo.say(group, "late", "still here").code()).isEqualTo("NOT_A_MEMBER");
    assertThat(bo.get("/chats").data()).hasSize(1);
  }

  @Test
  void a_member_does_not_become_more_by_asking() {
    assertThat(bo.patch("/chats/" + group + "/members/" + bo.id, Map.of("role", "owner")).code())
        .isEqualTo("FORBIDDEN");
    assertThat(bo.delete("/chats/" + group + "/members/" + ann.id).code()).isEqualTo("FORBIDDEN");
    assertThat(bo.patch("/chats/" + group, Map.of("name", "Mine")).code()).isEqualTo("FORBIDDEN");
  }

  @Test
  void cursors_are_good_for_their_own_list_and_person_only() {
    for (int i = 0; i < 5; i++) {
      ann.say(chat, "m" + i, "text");
      ann.say(group, "m" + i, "text");
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

  /** The same with another number in it. */
  private static String forged(String cursor) {
    var bytes = Base64.getUrlDecoder().decode(cursor);
    bytes[bytes.length - 1] ^= 1;
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  @Test
  void a_session_of_another_is_not_there() {
    assertThat(eve.delete("/sessions/" + ann.session).status()).isEqualTo(404);
    assertThat(ann.get("/users/me").status()).isEqualTo(200);
    assertThat(eve.delete("/sessions/" + eve.session.substring(5)).status()).isEqualTo(404);
  }

  @Test
  void profiles_of_others_have_no_number() {
    var profile = eve.get("/users/" + ann.id);
    assertThat(profile.body().toString()).doesNotContain(ann.number);
    assertThat(eve.get("/chats/" + group).body().toString()).doesNotContain(ann.number);
    assertThat(bo.get("/chats/" + group).body().toString()).doesNotContain(ann.number);
    assertThat(bo.get("/chats").body().toString()).doesNotContain(ann.number);
  }

  @Test
  void numbers_are_not_listed_by_trying_them_all() {
    try (var strict = Stage.open(options -> options.limits(ApiLimits.STANDARD))) {
      var someone = strict.person();
      var codes = new HashSet<Integer>();
      for (int i = 0; i < 12; i++) {
        int from = i * 100;
        var numbers =
            IntStream.range(0, 100).mapToObj(n -> "+467000" + (10_000 + from + n)).toList();
        codes.add(someone.post("/users/lookup", Map.of("phone_numbers", numbers)).status());
      }
      assertThat(codes).containsExactlyInAnyOrder(200, 429);
      var more = someone.post("/users/lookup", Map.of("phone_numbers", List.of("+46700010000")));
      assertThat(more.status()).isEqualTo(429);
      assertThat(more.header("Retry-After")).isNotEmpty();
    }
    var many = IntStream.range(0, 101).mapToObj(n -> "+467000" + (10_000 + n)).toList();
    assertThat(ann.post("/users/lookup", Map.of("phone_numbers", many)).status()).isEqualTo(400);
    var found =
        ann.post("/users/lookup", Map.of("phone_numbers", List.of(bo.number, "+46709999999")));
    assertThat(found.data()).hasSize(1);
  }

  @Test
  void a_flood_of_messages_is_held_back_by_http_and_by_socket() {
    try (var strict = Stage.open(options -> options.limits(ApiLimits.STANDARD))) {
      var someone = strict.person();
      var other = strict.person();
      var flooded = someone.direct(other);
      Stage.Answer last = someone.say(flooded, "first", "text");
      assertThat(last.header("X-RateLimit-Limit")).isEqualTo("20");
      for (int i = 0; i < 60 && last.status() != 429; i++)
        last = someone.say(flooded, "m" + i, "text");
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
      // A quick server has had enough before we are through.
    }
  }

  @Test
  void what_is_too_long_or_no_text_is_refused() {
    assertThat(ann.say(chat, "a", "x".repeat(4096)).status()).isEqualTo(201);
    assertThat(ann.say(chat, "b", "x".repeat(4097)).status()).isEqualTo(400);
    assertThat(ann.say(chat, "c", "ö".repeat(2049)).status()).isEqualTo(400);
    assertThat(ann.say(chat, "d", "").status()).isEqualTo(400);
    assertThat(ann.say(chat, "e", "\ud800").status()).isEqualTo(400);
    assertThat(ann.say(chat, "f f", "text").status()).isEqualTo(400);
    assertThat(ann.say(chat, "g", "x".repeat(70_000)).code()).isEqualTo("PAYLOAD_TOO_LARGE");
    assertThat(ann.patch("/users/me", Map.of("display_name", " ")).status()).isEqualTo(400);
    assertThat(ann.patch("/users/me", Map.of("display_name", "x".repeat(65))).status())
        .isEqualTo(400);
    assertThat(ann.post("/chats", Map.of("type", "group", "name", "x".repeat(129))).status())
        .isEqualTo(400);
    assertThat(ann.post("/chats", Map.of("type", "crowd")).status()).isEqualTo(400);
    assertThat(ann.post("/chats", Map.of("type", "direct", "member_ids", List.of(ann.id))).status())
        .isEqualTo(400);
  }

  @Test
  void a_client_message_id_of_another_is_a_conflict() {
    ann.say(chat, "mine", "text");
    assertThat(bo.say(chat, "mine", "text").status()).isEqualTo(409);
    assertThat(ann.say(group, "mine", "text").status()).isEqualTo(201);
  }

  @Test
  void a_key_repeats_its_answer_and_takes_no_other_body() {
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
  void without_a_token_nothing_is_told() {
    for (var path :
        List.of(
            "/users/me",
            "/chats",
            "/sessions",
            "/delivery-state",
            "/chats/" + chat,
            "/users/" + ann.id)) {
      assertThat(stage.anyone("GET", path, null).status()).isEqualTo(401);
      assertThat(stage.call("GET", path, null, ann.access + "x", Map.of()).status()).isEqualTo(401);
    }
  }
}
