package dev.trestle.messenger;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trestle.accounts.fixture.TestResponse;
import dev.trestle.platform.web.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class MessengerDataTest {
  private final MessengerFixture fixture = MessengerFixture.open();
  private final ChatUser ann = fixture.user();
  private final ChatUser bo = fixture.user();
  private final ChatUser cy = fixture.user();

  @AfterEach
  void close() {
    fixture.close();
  }

  private static List<JsonNode> lines(TestResponse answer) throws IOException {
    var lines = new ArrayList<JsonNode>();
    for (var line : new String(answer.response().body(), StandardCharsets.UTF_8).lines().toList()) {
      lines.add(Json.tree().readTree(line));
    }
    return lines;
  }

  @Test
  void an_export_has_all_of_the_chats_one_is_in_and_nothing_of_others() throws IOException {
    var chat = ann.direct(bo);
    for (int i = 0; i < 230; i++) ann.send(chat, "m" + i, "text " + i);
    var left = bo.group("Former", ann);
    bo.send(left, "x", "for former members");
    bo.delete("/chats/" + left + "/members/" + ann.id);
    bo.send(bo.direct(cy), "y", "not for Ann");
    ann.patch("/delivery-state/" + chat, Map.of("last_read_sequence", 7));
    fixture.awaitPublished();
    var export = lines(ann.get("/users/me/export"));
    assertThat(export)
        .extracting(line -> line.path("type").asText())
        .contains("user", "session", "chat", "delivery_state");
    assertThat(export)
        .filteredOn(line -> line.path("type").asText().equals("message"))
        .extracting(line -> line.path("data").path("sequence").asLong())
        .hasSize(231)
        .isSorted();
    assertThat(export.toString())
        .contains(ann.number)
        .doesNotContain("for former members", "not for Ann", bo.number);
  }

  @Test
  void a_deleted_account_leaves_its_messages_and_nothing_else() {
    var chat = ann.direct(bo);
    ann.send(chat, "one", "Remember me");
    ann.patch("/delivery-state/" + chat, Map.of("last_read_sequence", 2));
    var group = ann.group("Boat club", bo, cy);
    ann.patch("/chats/" + group + "/members/" + cy.id, Map.of("role", "admin"));
    assertThat(ann.delete("/users/me").status()).isEqualTo(204);

    assertThat(ann.get("/users/me").status()).isEqualTo(401);
    assertThat(
            fixture.anyone("POST", "/auth/refresh", Map.of("refresh_token", ann.refresh)).status())
        .isEqualTo(401);
    assertThat(bo.get("/users/" + ann.id).data().path("display_name").asText())
        .isEqualTo("deleted user");
    assertThat(bo.get("/chats/" + chat + "/messages/2").data().path("content").asText())
        .isEqualTo("Remember me");
    assertThat(bo.post("/users/lookup", Map.of("phone_numbers", List.of(ann.number))).data())
        .isEmpty();
    var members = bo.get("/chats/" + group).data().path("members");
    assertThat(members)
        .extracting(member -> member.path("user_id").asText())
        .containsExactlyInAnyOrder(bo.id, cy.id);
    assertThat(members)
        .anySatisfy(member -> {
          assertThat(member.path("user_id").asText()).isEqualTo(cy.id);
          assertThat(member.path("role").asText()).isEqualTo("owner");
        });
    for (var table : List.of("sessions", "delivery_state", "chat_memberships", "direct_pairs")) {
      assertThat(fixture.items(table)).as(table).doesNotContain(ann.id);
    }

    var again = fixture.signIn(ann.number, "phone");
    assertThat(again.id).isNotEqualTo(ann.id);
    assertThat(again.get("/chats").data()).isEmpty();
    assertThat(again.direct(bo)).isNotEqualTo(chat);
  }

  @Test
  void nobody_is_added_who_has_left_for_good() {
    ann.delete("/users/me");
    assertThat(bo.post("/chats", Map.of("type", "direct", "member_ids", List.of(ann.id))).status())
        .isEqualTo(400);
    var group = bo.group("Boat club", cy);
    assertThat(
            bo.post("/chats/" + group + "/members", Map.of("user_ids", List.of(ann.id))).status())
        .isEqualTo(400);
  }

  @Test
  void a_chat_is_pinned_and_archived_for_one_member_only() {
    var chat = ann.direct(bo);
    var path = "/chats/" + chat + "/place";
    assertThat(ann.get("/chats/" + chat).data().path("place").asText()).isEqualTo("listed");
    for (var place : List.of("pinned", "archived", "listed", "pinned")) {
      assertThat(ann.post(path, Map.of("place", place)).data().path("place").asText())
          .isEqualTo(place);
      assertThat(ann.get("/chats/" + chat).data().path("place").asText()).isEqualTo(place);
    }
    assertThat(ann.get("/chats").data().get(0).path("place").asText()).isEqualTo("pinned");
    assertThat(bo.get("/chats/" + chat).data().path("place").asText()).isEqualTo("listed");
    assertThat(ann.post(path, Map.of("place", "attic")).status()).isEqualTo(400);
    assertThat(cy.post(path, Map.of("place", "pinned")).status()).isEqualTo(403);
  }

  @Test
  void a_muted_chat_says_until_when() {
    var chat = ann.direct(bo);
    var until = Map.of("muted_until", "2040-02-01T00:00:00.000Z");
    assertThat(ann.post("/chats/" + chat + "/mute", until).data().path("muted_until").asText())
        .isEqualTo("2040-02-01T00:00:00.000Z");
    fixture.awaitPublished();
    assertThat(ann.get("/chats").data().get(0).path("muted_until").asText()).startsWith("2040-02");
    assertThat(bo.get("/chats").data().get(0).has("muted_until")).isFalse();
    assertThat(ann.post("/chats/" + chat + "/unmute", Map.of()).data().has("muted_until"))
        .isFalse();
    assertThat(ann.post("/chats/" + chat + "/mute", Map.of()).data().path("muted_until").asText())
        .startsWith("9999");
  }
}
