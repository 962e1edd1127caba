package dev.trestle.messenger.web;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trestle.accounts.UserId;
import dev.trestle.accounts.fixture.TestResponse;
import dev.trestle.accounts.model.Closings;
import dev.trestle.accounts.model.Users;
import dev.trestle.messenger.ChatUser;
import dev.trestle.messenger.MessengerFixture;
import dev.trestle.testing.Await;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Groups and users who must be invited to them. Bo is one; the others may be added. */
class InvitationsTest {
  private static final Duration AFTER_EXPIRY = Duration.ofDays(31);

  private final MessengerFixture fixture = MessengerFixture.open();
  private final ChatUser ann = fixture.user();
  private final ChatUser bo = fixture.user();
  private final ChatUser cy = fixture.user();

  @BeforeEach
  void boRequiresInvitations() {
    requireInvitation(bo, true);
  }

  @AfterEach
  void close() {
    fixture.close();
  }

  private static void requireInvitation(ChatUser user, boolean isRequired) {
    var response = user.patch("/settings", Map.of("invitation_required", isRequired));
    assertThat(response.status()).isEqualTo(200);
    assertThat(user.get("/settings").data().path("invitation_required").asBoolean())
        .isEqualTo(isRequired);
  }

  private static JsonNode add(ChatUser actor, String group, ChatUser... users) {
    var ids = List.of(users).stream().map(user -> user.id).toList();
    var response = actor.post("/chats/" + group + "/members", Map.of("user_ids", ids));
    assertThat(response.status()).isEqualTo(201);
    return response.data();
  }

  private static TestResponse accept(ChatUser user, String group) {
    return user.post("/invitations/" + group + "/accept", Map.of());
  }

  private static TestResponse decline(ChatUser user, String group) {
    return user.delete("/invitations/" + group);
  }

  private static List<String> texts(JsonNode list, String field) {
    var texts = new ArrayList<String>();
    list.forEach(each -> texts.add(field.isEmpty() ? each.asText() : each.path(field).asText()));
    return texts;
  }

  private static List<String> invited(ChatUser member, String group) {
    return texts(member.get("/chats/" + group + "/invitations").data(), "user_id");
  }

  private static List<String> received(ChatUser user) {
    return texts(user.get("/invitations").data(), "chat_id");
  }

  private static List<String> members(ChatUser member, String group) {
    return texts(member.get("/chats/" + group + "/members").data(), "user_id");
  }

  private static long joinings(ChatUser member, String group, ChatUser joined) {
    var entries = member.get("/chats/" + group + "/messages?limit=100").data();
    long count = 0;
    for (var entry : entries) {
      boolean isJoining = entry.path("kind").asText().equals("joined");
      if (isJoining && entry.path("member_id").asText().equals(joined.id)) count++;
    }
    return count;
  }

  @Test
  void a_new_group_invites_those_who_require_it_and_adds_the_others() {
    var group = ann.group("Boat club", bo, cy);
    assertThat(members(ann, group)).containsExactlyInAnyOrder(ann.id, cy.id);
    assertThat(invited(cy, group)).containsExactly(bo.id);
    assertThat(bo.get("/chats").data()).isEmpty();
    assertThat(bo.get("/chats/" + group + "/messages").status()).isEqualTo(403);
    var invitation = bo.get("/invitations").data().get(0);
    assertThat(invitation.path("chat_name").asText()).isEqualTo("Boat club");
    assertThat(invitation.path("invited_by").asText()).isEqualTo(ann.id);
    assertThat(invitation.path("expires_at").asText()).isEqualTo("2040-02-01T12:00:00.000Z");
  }

  @Test
  void accepting_makes_a_member_once_even_if_it_is_repeated() {
    var group = ann.group("Boat club", bo);
    assertThat(accept(bo, group).status()).isEqualTo(204);
    assertThat(accept(bo, group).status()).isEqualTo(204);
    assertThat(members(bo, group)).containsExactlyInAnyOrder(ann.id, bo.id);
    assertThat(joinings(ann, group, bo)).isEqualTo(1);
    assertThat(received(bo)).isEmpty();
    assertThat(invited(ann, group)).isEmpty();
    assertThat(bo.send(group, "one", "Hello").status()).isEqualTo(201);
  }

  @Test
  void inviting_twice_is_one_invitation() {
    var group = ann.group("Boat club");
    for (int i = 0; i < 2; i++) {
      var result = add(ann, group, bo, cy, bo);
      assertThat(texts(result.path("invited"), "")).containsExactly(bo.id);
      assertThat(texts(result.path("added"), "")).hasSize(i == 0 ? 1 : 0);
    }
    assertThat(received(bo)).containsExactly(group);
  }

  @Test
  void a_user_who_declined_is_not_invited_again_until_the_invitation_has_expired() {
    var group = ann.group("Boat club", bo);
    assertThat(decline(bo, group).status()).isEqualTo(204);
    assertThat(decline(bo, group).status()).isEqualTo(404);
    assertThat(accept(bo, group).status()).isEqualTo(404);
    assertThat(ann.delete("/chats/" + group + "/invitations/" + bo.id).status()).isEqualTo(404);
    assertThat(add(ann, group, bo).path("invited")).isEmpty();
    assertThat(received(bo)).isEmpty();
    assertThat(invited(ann, group)).isEmpty();
    assertThat(members(ann, group)).containsExactly(ann.id);

    fixture.server.clock.advance(AFTER_EXPIRY);
    add(fixture.signIn(ann.number, "phone"), group, bo);
    assertThat(received(fixture.signIn(bo.number, "phone"))).containsExactly(group);
  }

  @Test
  void an_expired_invitation_cannot_be_used_and_may_be_sent_again() {
    var group = ann.group("Boat club", bo);
    fixture.server.clock.advance(AFTER_EXPIRY);
    var her = fixture.signIn(ann.number, "phone");
    var him = fixture.signIn(bo.number, "phone");
    assertThat(received(him)).isEmpty();
    assertThat(invited(her, group)).isEmpty();
    assertThat(accept(him, group).status()).isEqualTo(404);
    assertThat(decline(him, group).status()).isEqualTo(404);
    assertThat(texts(add(her, group, him).path("invited"), "")).containsExactly(bo.id);
    assertThat(accept(him, group).status()).isEqualTo(204);
  }

  @Test
  void invitations_of_others_are_out_of_reach() {
    var group = ann.group("Boat club", bo);
    assertThat(accept(cy, group).status()).isEqualTo(404);
    assertThat(decline(cy, group).status()).isEqualTo(404);
    assertThat(accept(cy, "chat_x").status()).isEqualTo(403);
    assertThat(cy.get("/chats/" + group + "/invitations").status()).isEqualTo(403);
    assertThat(cy.delete("/chats/" + group + "/invitations/" + bo.id).status()).isEqualTo(403);
    add(ann, group, cy);
    assertThat(cy.delete("/chats/" + group + "/invitations/" + bo.id).status()).isEqualTo(403);
    var adding = cy.post("/chats/" + group + "/members", Map.of("user_ids", List.of(bo.id)));
    assertThat(adding.status()).isEqualTo(403);
    assertThat(received(bo)).containsExactly(group);
    assertThat(ann.delete("/chats/" + group + "/invitations/" + bo.id).status()).isEqualTo(204);
    assertThat(received(bo)).isEmpty();
    assertThat(accept(bo, group).status()).isEqualTo(404);
  }

  @Test
  void a_user_who_no_longer_requires_an_invitation_is_added() {
    var group = ann.group("Boat club", bo);
    requireInvitation(bo, false);
    assertThat(texts(add(ann, group, bo).path("added"), "")).containsExactly(bo.id);
    assertThat(received(bo)).isEmpty();
    assertThat(invited(ann, group)).isEmpty();
  }

  @Test
  void a_direct_chat_needs_no_invitation() {
    assertThat(members(bo, ann.direct(bo))).containsExactlyInAnyOrder(ann.id, bo.id);
    assertThat(bo.patch("/settings", Map.of()).status()).isEqualTo(400);
  }

  @Test
  void sockets_of_both_hear_when_an_invitation_is_sent_and_when_it_ends() {
    try (var hers = RawSocket.open(fixture, ann);
        var his = RawSocket.open(fixture, bo)) {
      Await.until(() -> fixture.messenger.hub().connections() == 2, Duration.ofSeconds(60));
      var group = ann.group("Boat club", bo);
      accept(bo, group);
      for (var socket : List.of(hers, his)) {
        var frames = socket.await("invitation", 2);
        assertThat(texts(frames.get(0), "")).containsExactly(group, bo.id, "true");
        assertThat(texts(frames.get(1), "")).containsExactly(group, bo.id, "false");
      }
      assertThat(his.await("message").path("kind").asText()).isEqualTo("joined");
    }
  }

  @Test
  void a_group_that_everyone_has_left_cannot_be_joined() {
    var group = ann.group("Boat club", bo);
    assertThat(ann.post("/chats/" + group + "/leave", Map.of()).status()).isEqualTo(204);
    assertThat(accept(bo, group).status()).isEqualTo(404);
    assertThat(received(bo)).isEmpty();
  }

  @Test
  void a_closing_account_is_not_invited_and_accepts_nothing() {
    var group = ann.group("Boat club", bo);
    var other = ann.group("Choir");
    var mark = new Users.Closing(new UserId(bo.id), Instant.parse("2040-01-02T12:00:00Z"));
    var accounts = fixture.server.accounts.stores().getFirst();
    assertThat(accounts.run(Closings.START, new Closings.Starting(mark, List.of())).isDone())
        .isTrue();
    assertThat(accept(bo, group).status()).isEqualTo(403);
    var adding = ann.post("/chats/" + other + "/members", Map.of("user_ids", List.of(bo.id)));
    assertThat(adding.status()).isEqualTo(400);
    assertThat(members(ann, group)).containsExactly(ann.id);
  }

  @Test
  void a_user_who_accepts_while_the_account_closes_is_in_no_group_in_the_end() throws Exception {
    var group = ann.group("Boat club");
    var leavers = new ArrayList<ChatUser>();
    for (int i = 0; i < 4; i++) leavers.add(fixture.user());
    for (var leaver : leavers) requireInvitation(leaver, true);
    add(ann, group, leavers.toArray(ChatUser[]::new));
    var calls = new ArrayList<Callable<TestResponse>>();
    for (var leaver : leavers) {
      calls.add(() -> accept(leaver, group));
      calls.add(() -> leaver.delete("/users/me"));
    }
    var responses = atOnce(calls);
    for (int i = 1; i < responses.size(); i += 2) {
      assertThat(responses.get(i).status()).isEqualTo(204);
    }
    for (var leaver : leavers) {
      for (var table : List.of("group_invitations", "consent_settings", "chat_memberships")) {
        assertThat(fixture.items(table)).as("%s", table).doesNotContain(leaver.id);
      }
    }
    assertThat(members(ann, group)).containsExactly(ann.id);
  }

  @Test
  void an_invitation_ends_once_however_many_answer_it() throws Exception {
    for (int round = 0; round < 5; round++) {
      var group = ann.group("Boat club", bo);
      var path = "/chats/" + group + "/invitations/" + bo.id;
      var done =
          atOnce(
              List.of(
                  () -> accept(bo, group),
                  () -> accept(bo, group),
                  () -> decline(bo, group),
                  () -> ann.delete(path)));
      boolean isAccepted = done.get(0).status() == 204 || done.get(1).status() == 204;
      long ended = done.stream().skip(2).filter(each -> each.status() == 204).count();
      assertThat(ended).isEqualTo(isAccepted ? 0 : 1);
      assertThat(joinings(ann, group, bo)).isEqualTo(isAccepted ? 1 : 0);
      assertThat(members(ann, group).contains(bo.id)).isEqualTo(isAccepted);
    }
  }

  private static List<TestResponse> atOnce(List<Callable<TestResponse>> calls) throws Exception {
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var responses = new ArrayList<TestResponse>();
      for (Future<TestResponse> each : threads.invokeAll(calls)) responses.add(each.get());
      return responses;
    }
  }
}
