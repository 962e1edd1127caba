package dev.trestle.messenger.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.messenger.ChatUser;
import dev.trestle.messenger.MessengerFixture;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Users who block others. Ann blocks Bo. */
class BlocksTest {
  private final MessengerFixture fixture = MessengerFixture.open();
  private final ChatUser ann = fixture.user();
  private final ChatUser bo = fixture.user();
  private final ChatUser cy = fixture.user();

  @AfterEach
  void close() {
    fixture.close();
  }

  private static void block(ChatUser user, ChatUser other) {
    assertThat(user.post("/blocks/" + other.id, Map.of()).status()).isEqualTo(204);
  }

  private static void unblock(ChatUser user, ChatUser other) {
    assertThat(user.delete("/blocks/" + other.id).status()).isEqualTo(204);
  }

  private static List<String> blocked(ChatUser user) {
    var ids = new ArrayList<String>();
    user.get("/blocks").data().forEach(each -> ids.add(each.path("user_id").asText()));
    return ids;
  }

  private static List<String> texts(ChatUser user, String chat) {
    var texts = new ArrayList<String>();
    user.get("/chats/" + chat + "/messages?limit=100")
        .data()
        .forEach(entry -> {
          if (entry.path("kind").asText().equals("text")) texts.add(entry.path("content").asText());
        });
    return texts;
  }

  private static Map<String, Object> direct(ChatUser other) {
    return Map.of("type", "direct", "member_ids", List.of(other.id));
  }

  private static Map<String, Object> amendment(String id, String kind, String content) {
    return Map.of("client_message_id", id, "kind", kind, "content", content, "target_sequence", 2);
  }

  @Test
  void blocked_users_are_listed_until_they_are_unblocked() {
    block(ann, bo);
    block(ann, bo);
    block(ann, cy);
    assertThat(blocked(ann)).containsExactlyInAnyOrder(bo.id, cy.id);
    assertThat(blocked(bo)).isEmpty();
    unblock(ann, bo);
    unblock(ann, bo);
    assertThat(blocked(ann)).containsExactly(cy.id);
  }

  @Test
  void only_other_users_who_exist_can_be_blocked() {
    assertThat(ann.post("/blocks/" + ann.id, Map.of()).status()).isEqualTo(400);
    var nobody = "/blocks/user_00000000000000000000000000";
    assertThat(ann.post(nobody, Map.of()).status()).isEqualTo(400);
    assertThat(ann.post("/blocks/nobody", Map.of()).status()).isEqualTo(404);
    assertThat(fixture.anyone("POST", "/blocks/" + bo.id, Map.of()).status()).isEqualTo(401);
  }

  @Test
  void while_one_blocks_the_other_neither_writes_in_their_chat() {
    var chat = ann.direct(bo);
    assertThat(bo.send(chat, "first", "Hello").status()).isEqualTo(201);
    block(ann, bo);
    var file = bo.upload(chat, "a.txt", "a".getBytes(StandardCharsets.UTF_8));
    for (var user : List.of(ann, bo)) {
      assertThat(user.send(chat, "text", "Buy this").status()).isEqualTo(403);
      var reaction = amendment("reaction", "reaction", "👍");
      assertThat(user.post("/chats/" + chat + "/messages", reaction).status()).isEqualTo(403);
    }
    assertThat(bo.sendFile(chat, "file", file, "Buy this").status()).isEqualTo(403);
    var edit = amendment("edit", "edit", "Buy this");
    assertThat(bo.post("/chats/" + chat + "/messages", edit).status()).isEqualTo(403);
    assertThat(texts(ann, chat)).containsExactly("Hello");
    assertThat(ann.get("/chats/" + chat).data().path("is_blocked").asBoolean()).isTrue();
    assertThat(bo.get("/chats/" + chat).data().has("is_blocked")).isFalse();

    unblock(ann, bo);
    assertThat(bo.send(chat, "text", "Sorry").status()).isEqualTo(201);
    assertThat(ann.get("/chats/" + chat).data().has("is_blocked")).isFalse();
  }

  @Test
  void a_blocked_user_may_still_delete_what_they_said() {
    var chat = ann.direct(bo);
    bo.send(chat, "first", "Hello");
    block(ann, bo);
    var deletion = amendment("deletion", "delete", "");
    assertThat(bo.post("/chats/" + chat + "/messages", deletion).status()).isEqualTo(201);
  }

  @Test
  void if_both_block_each_other_both_have_to_unblock() {
    var chat = ann.direct(bo);
    block(ann, bo);
    block(bo, ann);
    unblock(ann, bo);
    assertThat(ann.send(chat, "one", "Hello").status()).isEqualTo(403);
    unblock(bo, ann);
    assertThat(ann.send(chat, "one", "Hello").status()).isEqualTo(201);
  }

  @Test
  void neither_opens_a_direct_chat_with_the_other() {
    block(ann, bo);
    assertThat(bo.post("/chats", direct(ann)).status()).isEqualTo(403);
    assertThat(ann.post("/chats", direct(bo)).status()).isEqualTo(403);
    assertThat(bo.post("/chats", direct(cy)).status()).isEqualTo(201);
    unblock(ann, bo);
    assertThat(bo.post("/chats", direct(ann)).status()).isEqualTo(201);
  }

  /** Whichever is first: the block holds in the chat that was opened, or none is opened. */
  @Test
  void a_chat_that_is_opened_while_one_blocks_the_other_is_blocked() throws Exception {
    for (int round = 0; round < 20; round++) {
      var dot = fixture.user();
      var eve = fixture.user();
      try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
        Callable<Integer> opens = () -> eve.post("/chats", direct(dot)).status();
        var opening = threads.submit(opens);
        block(dot, eve);
        int status = opening.get();
        assertThat(status).isIn(201, 403);
        if (status == 201) {
          var chat = eve.direct(dot);
          assertThat(eve.send(chat, "one", "Hello").status()).isEqualTo(403);
        }
      }
    }
  }

  @Test
  void a_blocked_user_neither_adds_nor_invites_the_other_to_a_group() {
    block(ann, bo);
    ann.patch("/settings", Map.of("invitation_required", true));
    var group = bo.group("Boat club", ann, cy);
    assertThat(members(bo, group)).containsExactlyInAnyOrder(bo.id, cy.id);
    var added = bo.post("/chats/" + group + "/members", Map.of("user_ids", List.of(ann.id)));
    assertThat(added.status()).isEqualTo(201);
    assertThat(added.data().path("added")).isEmpty();
    assertThat(added.data().path("invited")).isEmpty();
    assertThat(ann.get("/invitations").data()).isEmpty();

    ann.patch("/settings", Map.of("invitation_required", false));
    bo.post("/chats/" + group + "/members", Map.of("user_ids", List.of(ann.id)));
    assertThat(members(bo, group)).doesNotContain(ann.id);
    bo.patch("/chats/" + group + "/members/" + cy.id, Map.of("role", "admin"));
    cy.post("/chats/" + group + "/members", Map.of("user_ids", List.of(ann.id)));
    assertThat(members(cy, group)).contains(ann.id);
    assertThat(bo.send(group, "one", "Welcome").status()).isEqualTo(201);
    assertThat(texts(ann, group)).containsExactly("Welcome");
  }

  private static List<String> members(ChatUser member, String group) {
    var ids = new ArrayList<String>();
    member
        .get("/chats/" + group + "/members")
        .data()
        .forEach(each -> ids.add(each.path("user_id").asText()));
    return ids;
  }

  @Test
  void closing_an_account_removes_its_blocks_and_the_others_can_be_ended() {
    ann.direct(bo);
    block(ann, bo);
    block(bo, ann);
    assertThat(bo.delete("/users/me").status()).isEqualTo(204);
    assertThat(fixture.items("user_blocks")).containsOnlyOnce(bo.id);
    assertThat(blocked(ann)).containsExactly(bo.id);
    unblock(ann, bo);
    assertThat(fixture.items("user_blocks")).doesNotContain(bo.id);
  }

  @Test
  void the_users_other_devices_are_told() throws Exception {
    try (var socket = RawSocket.open(fixture, ann)) {
      block(ann, bo);
      var frame = socket.await("block");
      assertThat(frame.path("user_id").asText()).isEqualTo(bo.id);
      assertThat(frame.path("is_blocked").asBoolean()).isTrue();
    }
  }
}
