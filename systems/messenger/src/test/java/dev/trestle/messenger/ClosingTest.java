package dev.trestle.messenger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trestle.messenger.model.Claims;
import dev.trestle.messenger.model.UserId;
import dev.trestle.messenger.model.Users;
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

/** What happens around an account while it is being closed. */
class ClosingTest {
  private final Stage stage = Stage.open();
  private final Stage.Person ann = stage.person();
  private final Stage.Person bo = stage.person();
  private final Stage.Person cy = stage.person();

  @AfterEach
  void close() {
    stage.close();
  }

  private static UserId id(Stage.Person person) {
    return new UserId(person.id);
  }

  /** As far as an account comes whose server dies while it closes it. */
  private void beginClosing(Stage.Person person) {
    var mark = new Users.Leaving(id(person), Instant.parse("2040-01-02T12:00:00Z"));
    assertThat(stage.messenger.store().run(Users.CLOSING, mark).isDone()).isTrue();
  }

  private String rows(String table) {
    return stage.trestle.client().scan(scan -> scan.tableName(table)).items().toString();
  }

  @Test
  void who_is_leaving_is_added_nowhere_although_they_are_still_there() {
    var group = bo.group("Boat club", cy);
    beginClosing(ann);
    assertThat(bo.get("/users/" + ann.id).data().path("display_name").asText()).startsWith("User ");
    var members = Map.of("user_ids", List.of(ann.id));
    assertThat(bo.post("/chats/" + group + "/members", members).status()).isEqualTo(400);
    var direct = Map.of("type", "direct", "member_ids", List.of(ann.id));
    assertThat(bo.post("/chats", direct).status()).isEqualTo(400);
    var other = Map.of("type", "group", "name", "Other", "member_ids", List.of(cy.id, ann.id));
    assertThat(bo.post("/chats", other).status()).isEqualTo(400);
    var own = Map.of("type", "group", "name", "Own", "member_ids", List.of(bo.id));
    assertThat(ann.post("/chats", own).status()).isEqualTo(400);
    assertThat(rows("chat_memberships")).doesNotContain(ann.id);
  }

  @Test
  void an_account_that_was_half_closed_is_closed_by_the_next_login() {
    var group = ann.group("Boat club", bo);
    ann.direct(bo);
    beginClosing(ann);
    var again = stage.logIn(ann.number, "phone");
    assertThat(again.id).isNotEqualTo(ann.id);
    assertThat(again.get("/chats").data()).isEmpty();
    assertThat(rows("chat_memberships") + rows("sessions")).doesNotContain(ann.id);
    assertThat(bo.get("/users/" + ann.id).data().path("display_name").asText())
        .isEqualTo("deleted user");
    assertThat(bo.patch("/chats/" + group, Map.of("name", "Mine now")).status()).isEqualTo(200);
    assertThat(bo.direct(again)).isNotEmpty();
  }

  @Test
  void closing_twice_does_not_take_the_number_from_its_next_owner() {
    ann.delete("/users/me");
    var next = stage.logIn(ann.number, "phone");
    var late =
        new Claims.Closing(
            new Users.Renaming(id(ann), "deleted user", Instant.parse("2040-01-02T12:00:00Z")),
            new Claims.Freeing(ann.number, id(ann)));
    assertThat(stage.messenger.store().run(Claims.CLOSE, late).isDone()).isFalse();
    assertThat(stage.logIn(ann.number, "tablet").id).isEqualTo(next.id);
  }

  @Test
  void a_closed_account_gets_no_other_name() {
    ann.delete("/users/me");
    var people = stage.messenger.parts().people();
    assertThatThrownBy(() -> people.rename(id(ann), "Back again")).isInstanceOf(Refused.class);
    assertThat(rows("users")).doesNotContain("Back again");
  }

  @Test
  void whoever_is_added_and_written_to_while_they_go_is_gone_in_the_end() throws Exception {
    var leavers = new ArrayList<Stage.Person>();
    for (int i = 0; i < 6; i++) leavers.add(stage.person());
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
              for (int i = 0; i < 5; i++) leaver.say(groups.get(i % 4), "m" + i, "On my way out");
              assertThat(leaver.delete("/users/me").status()).isEqualTo(204);
            }));
      }
      for (var closing : closings) closing.get();
      isOver.set(true);
      for (var adder : adders) adder.get();
    }
    for (var leaver : leavers) {
      for (var table : List.of("chat_memberships", "claims", "sessions", "delivery_state")) {
        assertThat(rows(table)).as("%s", table).doesNotContain(leaver.id);
      }
    }
    groups.forEach(group -> assertThat(present(group)).isEqualTo(Map.of()));
  }

  private void addForEver(String group, List<Stage.Person> leavers, AtomicBoolean isOver) {
    while (!isOver.get()) {
      for (var leaver : leavers) {
        bo.post("/chats/" + group + "/members", Map.of("user_ids", List.of(leaver.id)));
      }
    }
  }

  /** Who of those that joined by an entry did not leave by one; others write nothing. */
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
