package dev.trestle.messenger.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.messenger.MessengerFixture;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Two people, from the login to the last word. */
class ConversationTest {
  private final MessengerFixture fixture = MessengerFixture.open();

  @AfterEach
  void close() {
    fixture.close();
  }

  @Test
  void two_people_log_in_and_talk() {
    var ann = fixture.user();
    var bo = fixture.user();
    var chat = ann.direct(bo);
    assertThat(bo.direct(ann)).isEqualTo(chat);
    var sent = ann.send(chat, "one", "Hello");
    assertThat(sent.status()).isEqualTo(201);
    assertThat(sent.data().path("sequence").asLong()).isEqualTo(2);
    var list = bo.get("/chats/" + chat + "/messages");
    assertThat(list.data()).hasSize(2);
    assertThat(list.data().get(0).path("content").asText()).isEqualTo("Hello");
    assertThat(list.data().get(1).path("kind").asText()).isEqualTo("created");
  }

  @Test
  void a_retry_is_answered_with_the_first_message() {
    var ann = fixture.user();
    var chat = ann.direct(fixture.user());
    var first = ann.send(chat, "one", "Hello");
    var again = ann.send(chat, "one", "Hello");
    assertThat(again.status()).isEqualTo(200);
    assertThat(again.header("X-Idempotent-Replay")).isEqualTo("true");
    assertThat(again.data()).isEqualTo(first.data());
    assertThat(ann.send(chat, "one", "Other").status()).isEqualTo(409);
    assertThat(ann.get("/chats/" + chat + "/messages").data()).hasSize(2);
  }

  @Test
  void the_list_of_chats_has_the_last_message_and_what_is_unread() {
    var ann = fixture.user();
    var bo = fixture.user();
    var chat = ann.direct(bo);
    ann.send(chat, "one", "Hello");
    ann.send(chat, "two", "Are you there?");
    fixture.awaitPublished();
    var line = bo.get("/chats").data().get(0);
    assertThat(line.path("unread_count").asLong()).isEqualTo(2);
    assertThat(line.path("last_message").path("content").asText()).isEqualTo("Are you there?");
    assertThat(line.path("peer").path("user_id").asText()).isEqualTo(ann.id);
    assertThat(ann.get("/chats").data().get(0).path("unread_count").asLong()).isZero();
    bo.patch("/delivery-state/" + chat, Map.of("last_read_sequence", 2));
    assertThat(bo.get("/chats").data().get(0).path("unread_count").asLong()).isEqualTo(1);
  }

  @Test
  void a_list_of_messages_goes_on_in_both_ways() {
    var ann = fixture.user();
    var chat = ann.direct(fixture.user());
    for (int i = 2; i <= 8; i++) ann.send(chat, "m" + i, "text " + i);
    var newest = ann.get("/chats/" + chat + "/messages?limit=3");
    assertThat(newest.data())
        .extracting(m -> m.path("sequence").asLong())
        .containsExactly(8L, 7L, 6L);
    var page = newest.body().path("pagination");
    assertThat(page.path("has_more").asBoolean()).isTrue();
    var older =
        ann.get("/chats/" + chat + "/messages?limit=3&cursor=" + page.path("next_cursor").asText());
    assertThat(older.data())
        .extracting(m -> m.path("sequence").asLong())
        .containsExactly(5L, 4L, 3L);
    var back = older.body().path("pagination").path("prev_cursor").asText();
    var newer = ann.get("/chats/" + chat + "/messages?cursor=" + back);
    assertThat(newer.data())
        .extracting(m -> m.path("sequence").asLong())
        .containsExactly(6L, 7L, 8L);
    var after = ann.get("/chats/" + chat + "/messages?after_sequence=6");
    assertThat(after.data()).extracting(m -> m.path("sequence").asLong()).containsExactly(7L, 8L);
    assertThat(after.body().path("pagination").path("has_more").asBoolean()).isFalse();
    var around = ann.get("/chats/" + chat + "/messages/around/4?limit=4");
    assertThat(around.data())
        .extracting(m -> m.path("sequence").asLong())
        .containsExactly(2L, 3L, 4L, 5L);
    assertThat(ann.get("/chats/" + chat + "/messages/4").data().path("content").asText())
        .isEqualTo("text 4");
  }

  @Test
  void a_message_is_edited_reacted_to_and_deleted_in_the_log_and_in_place() {
    var ann = fixture.user();
    var bo = fixture.user();
    var chat = ann.direct(bo);
    ann.send(chat, "one", "Helo");
    var path = "/chats/" + chat + "/messages";
    assertThat(ann.post(path, change("e1", "edit", "Hello", 2)).status()).isEqualTo(201);
    assertThat(bo.post(path, change("e2", "edit", "Mine", 2)).code()).isEqualTo("FORBIDDEN");
    assertThat(bo.post(path, change("r1", "reaction", "👍", 2)).status()).isEqualTo(201);
    var text = bo.get(path + "/2").data();
    assertThat(text.path("content").asText()).isEqualTo("Hello");
    assertThat(text.has("edited_at")).isTrue();
    assertThat(text.path("reactions").path(bo.id).asText()).isEqualTo("👍");
    assertThat(bo.post(path, change("r2", "reaction", "", 2)).status()).isEqualTo(201);
    assertThat(bo.get(path + "/2").data().has("reactions")).isFalse();
    assertThat(bo.post(path, change("d1", "delete", "", 2)).code()).isEqualTo("FORBIDDEN");
    assertThat(ann.post(path, change("d2", "delete", "", 2)).status()).isEqualTo(201);
    assertThat(ann.post(path, change("d2", "delete", "", 2)).status()).isEqualTo(200);
    assertThat(ann.post(path, change("e3", "edit", "Back", 2)).code()).isEqualTo("CONFLICT");
    assertThat(bo.get(path + "/2").data().path("content").asText()).isEmpty();
    assertThat(bo.get(path + "?after_sequence=2").data())
        .extracting(m -> m.path("kind").asText())
        .containsExactly("edit", "reaction", "reaction", "delete");
  }

  private static Map<String, Object> change(String id, String kind, String content, long target) {
    return Map.of(
        "client_message_id", id, "kind", kind, "content", content, "target_sequence", target);
  }

  @Test
  void a_word_is_found_and_how_far_was_looked_is_said() {
    var ann = fixture.user();
    var chat = ann.direct(fixture.user());
    ann.send(chat, "a", "The mast is up");
    ann.send(chat, "b", "Bring the sails");
    ann.send(chat, "c", "MAST and sails");
    var found = ann.get("/chats/" + chat + "/search?q=mast");
    assertThat(found.data()).extracting(m -> m.path("sequence").asLong()).containsExactly(4L, 2L);
    assertThat(found.body().path("looked_to_sequence").asLong()).isEqualTo(1);
    var one = ann.get("/chats/" + chat + "/search?q=mast&limit=1").body();
    var next = one.path("pagination").path("next_cursor").asText();
    assertThat(ann.get("/chats/" + chat + "/search?q=mast&cursor=" + next).data()).hasSize(1);
    assertThat(ann.get("/chats/" + chat + "/search?q=sails&cursor=" + next).status())
        .isEqualTo(400);
  }

  @Test
  void a_group_has_roles_and_is_handed_over() {
    var ann = fixture.user();
    var bo = fixture.user();
    var cy = fixture.user();
    var chat = ann.group("Boat club", bo);
    assertThat(bo.post("/chats/" + chat + "/members", Map.of("user_ids", List.of(cy.id))).code())
        .isEqualTo("FORBIDDEN");
    assertThat(ann.post("/chats/" + chat + "/members", Map.of("phone_number", cy.number)).status())
        .isEqualTo(201);
    assertThat(ann.post("/chats/" + chat + "/leave", Map.of()).code()).isEqualTo("CONFLICT");
    assertThat(ann.patch("/chats/" + chat + "/members/" + bo.id, Map.of("role", "owner")).status())
        .isEqualTo(200);
    assertThat(ann.post("/chats/" + chat + "/leave", Map.of()).status()).isEqualTo(204);
    assertThat(ann.get("/chats/" + chat).code()).isEqualTo("NOT_A_MEMBER");
    assertThat(bo.patch("/chats/" + chat, Map.of("name", "Sailors")).data().path("name").asText())
        .isEqualTo("Sailors");
    var group = bo.get("/chats/" + chat).data();
    assertThat(group.path("members")).hasSize(2);
    assertThat(group.path("role").asText()).isEqualTo("owner");
    assertThat(bo.delete("/chats/" + chat + "/members/" + cy.id).status()).isEqualTo(204);
    assertThat(cy.get("/chats/" + chat + "/messages").code()).isEqualTo("NOT_A_MEMBER");
    assertThat(bo.get("/chats/" + chat + "/messages").data())
        .extracting(m -> m.path("kind").asText())
        .containsExactly("left", "renamed", "left", "role", "role", "joined", "created");
  }

  @Test
  void who_comes_later_sees_nothing_from_before() {
    var ann = fixture.user();
    var bo = fixture.user();
    var chat = ann.group("Boat club");
    ann.send(chat, "a", "Not for Bo");
    ann.post("/chats/" + chat + "/members", Map.of("user_ids", List.of(bo.id)));
    ann.send(chat, "b", "For Bo");
    fixture.awaitPublished();
    var path = "/chats/" + chat + "/messages";
    assertThat(bo.get(path).data())
        .extracting(m -> m.path("sequence").asLong())
        .containsExactly(4L, 3L);
    assertThat(bo.get(path + "?after_sequence=0").data()).hasSize(2);
    assertThat(bo.get(path + "/2").status()).isEqualTo(404);
    assertThat(bo.get("/chats/" + chat + "/search?q=bo").data()).hasSize(1);
    assertThat(bo.get("/chats").data().get(0).path("unread_count").asLong()).isEqualTo(1);
  }
}
