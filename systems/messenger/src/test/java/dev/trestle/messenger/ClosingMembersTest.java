package dev.trestle.messenger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.accounts.UserId;
import dev.trestle.accounts.model.Closings;
import dev.trestle.accounts.model.Users;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Chats while the accounts of their members are being closed. */
class ClosingMembersTest {
  private final MessengerFixture fixture = MessengerFixture.open();
  private final ChatUser ann = fixture.user();
  private final ChatUser bo = fixture.user();
  private final ChatUser cy = fixture.user();

  @AfterEach
  void close() {
    fixture.close();
  }

  private static UserId id(ChatUser person) {
    return new UserId(person.id);
  }

  /** Marks an account as a server would that dies right afterwards. */
  private void startClosing(ChatUser user) {
    var mark = new Users.Closing(id(user), Instant.parse("2040-01-02T12:00:00Z"));
    var starting = new Closings.Starting(mark, List.of());
    var store = fixture.server.accounts.stores().getFirst();
    assertThat(store.run(Closings.START, starting).isDone()).isTrue();
  }

  @Test
  void a_user_whose_account_is_closing_can_join_no_chat() {
    var group = bo.group("Boat club", cy);
    startClosing(ann);
    assertThat(bo.get("/users/" + ann.id).data().path("display_name").asText()).startsWith("User ");
    var members = Map.of("user_ids", List.of(ann.id));
    assertThat(bo.post("/chats/" + group + "/members", members).status()).isEqualTo(400);
    var direct = Map.of("type", "direct", "member_ids", List.of(ann.id));
    assertThat(bo.post("/chats", direct).status()).isEqualTo(400);
    var other = Map.of("type", "group", "name", "Other", "member_ids", List.of(cy.id, ann.id));
    assertThat(bo.post("/chats", other).status()).isEqualTo(400);
    var own = Map.of("type", "group", "name", "Own", "member_ids", List.of(bo.id));
    assertThat(ann.post("/chats", own).status()).isEqualTo(400);
    assertThat(fixture.items("chat_memberships")).doesNotContain(ann.id);
  }

  @Test
  void an_account_that_was_half_closed_leaves_its_chats_at_the_next_sign_in() {
    var group = ann.group("Boat club", bo);
    ann.direct(bo);
    startClosing(ann);
    var again = fixture.signIn(ann.number, "phone");
    assertThat(again.id).isNotEqualTo(ann.id);
    assertThat(again.get("/chats").data()).isEmpty();
    assertThat(fixture.items("chat_memberships") + fixture.items("sessions"))
        .doesNotContain(ann.id);
    assertThat(bo.get("/users/" + ann.id).data().path("display_name").asText())
        .isEqualTo("deleted user");
    assertThat(bo.patch("/chats/" + group, Map.of("name", "Mine now")).status()).isEqualTo(200);
    assertThat(bo.direct(again)).isNotEmpty();
  }

  @Test
  void users_who_are_added_while_their_accounts_close_are_in_no_chat_in_the_end() throws Exception {
    var leavers = new ArrayList<ChatUser>();
    for (int i = 0; i < 6; i++) leavers.add(fixture.user());
    var groups = new ArrayList<String>();
    for (int i = 0; i < 4; i++) groups.add(bo.group("Group " + i, cy));
    var isOver = new AtomicBoolean();
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var adders = new ArrayList<Future<?>>();
      for (var group : groups) {
        adders.add(threads.submit(() -> addForEver(group, leavers, isOver)));
      }
      adders.add(
          threads.submit(() -> {
            for (int n = 0; !isOver.get(); n++) {
              bo.group("New " + n, leavers.get(n % 6), cy, leavers.get((n + 1) % 6));
              cy.direct(leavers.get(n % 6));
            }
          }));
      var closings = new ArrayList<Future<?>>();
      for (var leaver : leavers) {
        closings.add(
            threads.submit(() -> {
              for (int i = 0; i < 5; i++) leaver.send(groups.get(i % 4), "m" + i, "On my way out");
              assertThat(leaver.delete("/users/me").status()).isEqualTo(204);
            }));
      }
      for (var closing : closings) closing.get();
      isOver.set(true);
      for (var adder : adders) adder.get();
    }
    for (var leaver : leavers) {
      for (var table : List.of("chat_memberships", "direct_pairs", "sessions", "delivery_state")) {
        assertThat(fixture.items(table)).as("%s", table).doesNotContain(leaver.id);
      }
    }
    groups.forEach(group -> assertThat(present(group)).isEqualTo(Map.of()));
  }

  private void addForEver(String group, List<ChatUser> leavers, AtomicBoolean isOver) {
    while (!isOver.get()) {
      for (var leaver : leavers) {
        bo.post("/chats/" + group + "/members", Map.of("user_ids", List.of(leaver.id)));
      }
    }
  }

  /** The users who joined by an entry and did not leave by one. */
  private Map<String, Long> present(String group) {
    var here = new HashMap<String, Long>();
    long after = 0;
    while (true) {
      var page =
          bo.get(
                  "/chats/"
                      + group
                      + "/messages?direction=forward&limit=100&after_sequence="
                      + after)
              .data();
      if (page.isEmpty()) return here;
      for (var entry : page) {
        after = entry.path("sequence").asLong();
        var member = entry.path("member_id").asText();
        switch (entry.path("kind").asText()) {
          case "joined" -> here.put(member, after);
          case "left" -> here.remove(member);
          case "text" -> assertThat(here).containsKey(entry.path("sender_id").asText());
          default -> {}
        }
      }
    }
  }
}
