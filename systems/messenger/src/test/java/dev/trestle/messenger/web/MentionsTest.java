package dev.trestle.messenger.web;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trestle.accounts.fixture.TestResponse;
import dev.trestle.messenger.ChatUser;
import dev.trestle.messenger.MessengerFixture;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Members who are mentioned in a group, and how many mentions they have not read. */
class MentionsTest {
  private final MessengerFixture fixture = MessengerFixture.open();
  private final ChatUser ann = fixture.user();
  private final ChatUser bo = fixture.user();
  private final ChatUser cy = fixture.user();
  private final String group = ann.group("Boat club", bo, cy);

  @AfterEach
  void close() {
    fixture.close();
  }

  private TestResponse mention(String id, List<String> users) {
    return ann.post(
        "/chats/" + group + "/messages",
        Map.of("client_message_id", id, "content", "@Bo come here", "mentions", users));
  }

  private void delete(String id, long sequence) {
    var body = Map.of("client_message_id", id, "kind", "delete", "target_sequence", sequence);
    assertThat(ann.post("/chats/" + group + "/messages", body).status()).isEqualTo(201);
  }

  /** The number in the chat itself, which the list must show too. */
  private long count(ChatUser user, String field) {
    JsonNode listed = user.get("/chats").data().get(0);
    long count = user.get("/chats/" + group).data().path(field).asLong();
    assertThat(listed.path(field).asLong()).isEqualTo(count);
    return count;
  }

  @Test
  void mentions_count_for_those_they_name_until_they_are_read() {
    ann.send(group, "one", "Hello");
    assertThat(mention("two", List.of(bo.id)).status()).isEqualTo(201);
    assertThat(mention("three", List.of(bo.id, bo.id, cy.id)).status()).isEqualTo(201);
    assertThat(count(bo, "unread_count")).isEqualTo(3);
    assertThat(count(bo, "mention_count")).isEqualTo(2);
    assertThat(count(cy, "mention_count")).isEqualTo(1);
    assertThat(count(ann, "mention_count")).isZero();

    bo.patch("/delivery-state/" + group, Map.of("last_read_sequence", 3));
    assertThat(count(bo, "mention_count")).isEqualTo(1);
    bo.patch("/delivery-state/" + group, Map.of("last_read_sequence", 4));
    assertThat(count(bo, "mention_count")).isZero();
  }

  @Test
  void a_muted_chat_counts_mentions() {
    bo.post("/chats/" + group + "/mute", Map.of());
    mention("one", List.of(bo.id));
    assertThat(count(bo, "mention_count")).isEqualTo(1);
  }

  @Test
  void entries_and_frames_name_who_is_mentioned() throws Exception {
    try (var socket = RawSocket.open(fixture, bo)) {
      mention("one", List.of(bo.id, cy.id));
      var frame = socket.await("message");
      assertThat(frame.path("mentions").get(0).asText()).isEqualTo(bo.id);
      assertThat(frame.path("mentions").get(1).asText()).isEqualTo(cy.id);
    }
    var entry = cy.get("/chats/" + group + "/messages/2").data();
    assertThat(entry.path("mentions")).hasSize(2);
    assertThat(cy.get("/chats/" + group + "/messages/1").data().has("mentions")).isFalse();
  }

  @Test
  void a_deleted_message_mentions_nobody() {
    mention("one", List.of(bo.id));
    delete("two", 2);
    assertThat(count(bo, "mention_count")).isZero();
    assertThat(bo.get("/chats/" + group + "/messages/2").data().has("mentions")).isFalse();
  }

  @Test
  void someone_who_is_not_a_member_never_learns_of_a_mention() {
    var dot = fixture.user();
    assertThat(mention("one", List.of(dot.id)).status()).isEqualTo(201);
    assertThat(dot.get("/chats").data()).isEmpty();
    ann.post("/chats/" + group + "/members", Map.of("user_ids", List.of(dot.id)));
    assertThat(count(dot, "mention_count")).isZero();
  }

  @Test
  void only_texts_mention_and_only_few_who_can_be_users() {
    assertThat(mention("one", List.of("nobody")).status()).isEqualTo(400);
    var ids = new ArrayList<String>();
    for (int i = 0; i < 11; i++)
      ids.add("user_0000000000000000000000000" + "0123456789A".charAt(i));
    assertThat(mention("one", ids).status()).isEqualTo(400);
    assertThat(mention("one", Collections.nCopies(11, bo.id)).status()).isEqualTo(201);
    var edit =
        Map.of(
            "client_message_id", "two",
            "kind", "edit",
            "content", "@Bo",
            "target_sequence", 2,
            "mentions", List.of(bo.id));
    assertThat(ann.post("/chats/" + group + "/messages", edit).status()).isEqualTo(400);
  }

  @Test
  void a_retry_that_mentions_someone_else_is_another_message() {
    mention("one", List.of(bo.id));
    assertThat(mention("one", List.of(bo.id)).status()).isEqualTo(200);
    assertThat(mention("one", List.of(cy.id)).status()).isEqualTo(409);
  }
}
