package dev.trestle.messenger.web;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trestle.accounts.fixture.TestResponse;
import dev.trestle.messenger.ChatUser;
import dev.trestle.messenger.MessengerFixture;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Ann owns a group; Bo is in it, and Cy is not. */
class InviteLinksTest {
  private final MessengerFixture fixture = MessengerFixture.open();
  private final ChatUser ann = fixture.user();
  private final ChatUser bo = fixture.user();
  private final ChatUser cy = fixture.user();
  private final String group = ann.group("Boat club", bo);

  @AfterEach
  void close() {
    fixture.close();
  }

  private TestResponse make(ChatUser actor, Map<String, Object> body) {
    return actor.post("/chats/" + group + "/invite-links", body);
  }

  private JsonNode link(Map<String, Object> body) {
    var response = make(ann, body);
    assertThat(response.status()).isEqualTo(201);
    return response.data();
  }

  private String token() {
    return link(Map.of("valid_for", "week")).path("token").asText();
  }

  private static TestResponse join(ChatUser user, String token) {
    return user.post("/invite-links/join", Map.of("token", token));
  }

  private TestResponse lookUp(String token) {
    return fixture.anyone("POST", "/invite-links/look-up", Map.of("token", token));
  }

  private JsonNode links() {
    return links(ann);
  }

  private JsonNode links(ChatUser leader) {
    return leader.get("/chats/" + group + "/invite-links").data();
  }

  /** The same user with a new session. */
  private ChatUser again(ChatUser user) {
    return fixture.signIn(user.number, "phone");
  }

  private List<String> members() {
    var ids = new ArrayList<String>();
    for (var member : ann.get("/chats/" + group + "/members").data()) {
      ids.add(member.path("user_id").asText());
    }
    return ids;
  }

  @Test
  void whoever_has_a_link_sees_the_group_and_joins_it() {
    var token = token();
    var preview = lookUp(token).data();
    assertThat(preview.path("chat_name").asText()).isEqualTo("Boat club");
    assertThat(preview.path("member_count").asInt()).isEqualTo(2);
    assertThat(cy.get("/chats/" + group).status()).isEqualTo(403);

    for (int i = 0; i < 2; i++) {
      assertThat(join(cy, token).data().path("chat_id").asText()).isEqualTo(group);
    }
    assertThat(members()).contains(cy.id);
    assertThat(cy.send(group, "one", "Hello").status()).isEqualTo(201);
    var entries = cy.get("/chats/" + group + "/messages").data();
    assertThat(entries).hasSize(2);
    assertThat(entries)
        .anySatisfy(entry -> {
          assertThat(entry.path("kind").asText()).isEqualTo("joined");
          assertThat(entry.path("content").asText()).isEqualTo("invite_link");
          assertThat(entry.path("member_id").asText()).isEqualTo(cy.id);
        });
    assertThat(links().get(0).path("uses").asInt()).isEqualTo(1);
    assertThat(links().get(0).has("token")).isFalse();
  }

  @Test
  void of_a_token_only_its_hash_is_stored() {
    var path = "/chats/" + group + "/invite-links";
    var key = Map.of("Idempotency-Key", "one");
    var token = ann.post(path, Map.of("valid_for", "day"), key).data().path("token").asText();
    var secret = token.substring(token.lastIndexOf('_') + 1);
    assertThat(secret).hasSize(32);
    assertThat(fixture.items("invite_links")).contains(group).doesNotContain(secret);
    assertThat(fixture.items("platform_idempotency")).doesNotContain(secret);
  }

  @Test
  void a_token_that_is_wrong_in_any_part_is_refused() {
    var token = token();
    int last = token.length() - 1;
    var other = ann.group("Other");
    var wrong =
        List.of(
            "",
            "x",
            ".",
            token + "a",
            token.substring(0, last) + (token.charAt(last) == 'a' ? 'b' : 'a'),
            token.replace("join_", "key_"),
            other.substring("chat_".length()) + token.substring(token.indexOf('.')),
            "x".repeat(4000));
    for (var text : wrong) {
      assertThat(lookUp(text).status()).as(text).isEqualTo(404);
      assertThat(join(cy, text).status()).as(text).isEqualTo(404);
    }
    assertThat(members()).doesNotContain(cy.id);
  }

  @Test
  void a_link_expires() {
    var token = link(Map.of("valid_for", "hour")).path("token").asText();
    fixture.server.clock.advance(Duration.ofMinutes(59));
    assertThat(lookUp(token).status()).isEqualTo(200);
    fixture.server.clock.advance(Duration.ofMinutes(2));
    assertThat(lookUp(token).status()).isEqualTo(404);
    assertThat(join(again(cy), token).status()).isEqualTo(404);
    assertThat(links(again(ann))).isEmpty();
  }

  @Test
  void a_revoked_link_opens_nothing() {
    var link = link(Map.of("valid_for", "month"));
    var path = "/chats/" + group + "/invite-links/" + link.path("link_id").asText();
    assertThat(bo.delete(path).status()).isEqualTo(403);
    assertThat(cy.delete(path).status()).isEqualTo(403);
    assertThat(links()).hasSize(1);
    assertThat(ann.delete(path).status()).isEqualTo(204);
    assertThat(ann.delete(path).status()).isEqualTo(204);
    assertThat(links()).isEmpty();
    assertThat(join(cy, link.path("token").asText()).status()).isEqualTo(404);
  }

  @Test
  void only_the_owner_and_admins_make_and_see_links() {
    var body = Map.<String, Object>of("valid_for", "day");
    assertThat(make(bo, body).status()).isEqualTo(403);
    assertThat(make(cy, body).status()).isEqualTo(403);
    assertThat(bo.get("/chats/" + group + "/invite-links").status()).isEqualTo(403);
    ann.patch("/chats/" + group + "/members/" + bo.id, Map.of("role", "admin"));
    assertThat(make(bo, body).status()).isEqualTo(201);
    var direct = ann.direct(bo);
    assertThat(ann.post("/chats/" + direct + "/invite-links", body).status()).isEqualTo(403);
  }

  @Test
  void a_link_is_valid_for_one_of_four_times_and_for_up_to_1000_uses() {
    assertThat(make(ann, Map.of("valid_for", "year")).status()).isEqualTo(400);
    for (int uses : List.of(0, -1, 1001)) {
      assertThat(make(ann, Map.of("valid_for", "day", "max_uses", uses)).status()).isEqualTo(400);
    }
  }

  @Test
  void a_group_has_at_most_20_live_links() {
    for (int i = 0; i < 20; i++) link(Map.of("valid_for", "hour"));
    assertThat(make(ann, Map.of("valid_for", "hour")).status()).isEqualTo(409);
    fixture.server.clock.advance(Duration.ofHours(2));
    assertThat(make(again(ann), Map.of("valid_for", "hour")).status()).isEqualTo(201);
  }

  @Test
  void a_link_for_two_lets_two_in_however_many_come_at_once() throws Exception {
    var token = link(Map.of("valid_for", "day", "max_uses", 2)).path("token").asText();
    var calls = new ArrayList<Callable<Integer>>();
    for (int i = 0; i < 6; i++) {
      var user = fixture.user();
      calls.add(() -> join(user, token).status());
    }
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var statuses = new ArrayList<Integer>();
      for (var each : threads.invokeAll(calls)) statuses.add(each.get());
      assertThat(statuses).containsExactlyInAnyOrder(200, 200, 404, 404, 404, 404);
    }
    assertThat(members()).hasSize(4);
    assertThat(links()).isEmpty();
  }

  @Test
  void who_was_removed_does_not_come_back_with_a_link() {
    var token = token();
    join(cy, token);
    ann.delete("/chats/" + group + "/members/" + cy.id);
    assertThat(join(cy, token).status()).isEqualTo(403);
    assertThat(join(cy, token()).status()).isEqualTo(403);

    // Added again, they may leave and come back.
    ann.post("/chats/" + group + "/members", Map.of("user_ids", List.of(cy.id)));
    cy.post("/chats/" + group + "/leave", Map.of());
    assertThat(join(cy, token).status()).isEqualTo(200);
  }

  @Test
  void who_left_comes_back_with_a_link() {
    var token = token();
    bo.post("/chats/" + group + "/leave", Map.of());
    assertThat(join(bo, token).status()).isEqualTo(200);
  }

  @Test
  void who_is_blocked_by_the_owner_or_an_admin_cannot_join() {
    var token = token();
    bo.post("/blocks/" + cy.id, Map.of());
    ann.patch("/chats/" + group + "/members/" + bo.id, Map.of("role", "admin"));
    assertThat(join(cy, token).status()).isEqualTo(403);
    ann.patch("/chats/" + group + "/members/" + bo.id, Map.of("role", "member"));
    assertThat(join(cy, token).status()).isEqualTo(200);
  }

  @Test
  void a_user_who_requires_invitations_joins_on_their_own_and_the_invitation_ends() {
    cy.patch("/settings", Map.of("invitation_required", true));
    ann.post("/chats/" + group + "/members", Map.of("user_ids", List.of(cy.id)));
    assertThat(cy.get("/invitations").data()).hasSize(1);
    assertThat(join(cy, token()).status()).isEqualTo(200);
    assertThat(cy.get("/invitations").data()).isEmpty();
  }

  @Test
  void the_link_of_a_group_that_everybody_left_opens_nothing() {
    var token = token();
    bo.post("/chats/" + group + "/leave", Map.of());
    ann.post("/chats/" + group + "/leave", Map.of());
    assertThat(lookUp(token).status()).isEqualTo(404);
    assertThat(join(cy, token).status()).isEqualTo(404);
  }

  @Test
  void a_closed_account_leaves_no_removal_behind() {
    join(cy, token());
    ann.delete("/chats/" + group + "/members/" + cy.id);
    assertThat(fixture.items("removed_members")).contains(cy.id);
    cy.delete("/users/me");
    assertThat(fixture.items("removed_members")).doesNotContain(cy.id);
  }
}
