package dev.trestle.messenger.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.accounts.UserId;
import dev.trestle.messenger.ChatUser;
import dev.trestle.messenger.MessengerFixture;
import dev.trestle.messenger.cold.ColdEntries;
import dev.trestle.messenger.cold.ColdStorage;
import dev.trestle.messenger.message.Draft;
import dev.trestle.messenger.model.ChatId;
import dev.trestle.messenger.model.ColdChats;
import dev.trestle.platform.lease.FailPoints;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Messages in cold storage, over HTTP and the socket: nothing is different. */
class ColdMessagesTest {
  private static final int ENTRIES = 310;

  private final MessengerFixture fixture = MessengerFixture.open();
  private ChatUser ann = fixture.user();
  private ChatUser bo = fixture.user();
  private final String chat = ann.direct(bo);
  private final String messages = "/chats/" + chat + "/messages";

  /** Bo writes, a year passes, and all but the newest entries are moved. */
  @BeforeEach
  void fill() {
    for (int entry = 2; entry <= ENTRIES; entry++) {
      var text = Draft.text("m" + entry, "Text " + entry);
      fixture.messenger.logs().send(new ChatId(chat), new UserId(bo.id), text);
    }
    fixture.awaitPublished();
    var server = fixture.server;
    server.clock.advance(Duration.ofDays(366));
    var store = fixture.messenger.stores().getFirst();
    var cold = new ColdEntries(store, server.context);
    var year = Duration.ofDays(365);
    var storage = new ColdStorage(store, cold, server.clock, year, FailPoints.NONE);
    var due = store.run(ColdChats.DUE, new ColdChats.DueBy(server.clock.instant())).items();
    assertThat(due).hasSize(1);
    storage.due(due.getFirst());
    assertThat(fixture.items("messages")).doesNotContain("Text 150)").contains("Text 310)");
    ann = fixture.signIn(ann.number, "phone");
    bo = fixture.signIn(bo.number, "phone");
  }

  @AfterEach
  void close() {
    fixture.close();
  }

  private static Map<String, Object> amendment(String id, String kind, long target, String text) {
    return Map.of(
        "client_message_id", id, "kind", kind, "target_sequence", target, "content", text);
  }

  private String content(long sequence) {
    return ann.get(messages + "/" + sequence).data().path("content").asText();
  }

  @Test
  void pages_in_both_directions_and_around_a_message_go_into_cold_storage() {
    for (var direction : List.of("backward", "forward")) {
      var seen = new ArrayList<Long>();
      var query = "?limit=70&direction=" + direction;
      while (true) {
        var page = ann.get(messages + query);
        page.data().forEach(entry -> seen.add(entry.path("sequence").asLong()));
        var pagination = page.body().path("pagination");
        if (!pagination.path("has_more").asBoolean()) break;
        query = "?limit=70&cursor=" + pagination.path("next_cursor").asText();
      }
      var expected = LongStream.rangeClosed(1, ENTRIES).boxed().toList();
      assertThat(direction.equals("forward") ? seen : seen.reversed()).isEqualTo(expected);
    }
    var around = new ArrayList<Long>();
    ann.get(messages + "/around/199?limit=20")
        .data()
        .forEach(entry -> around.add(entry.path("sequence").asLong()));
    assertThat(around).isEqualTo(LongStream.rangeClosed(189, 208).boxed().toList());
    assertThat(content(7)).isEqualTo("Text 7");
    assertThat(ann.get(messages + "/" + (ENTRIES + 1)).status()).isEqualTo(404);
  }

  @Test
  void the_list_counts_unread_messages_and_a_search_finds_them() {
    var listed = ann.get("/chats").data().get(0);
    assertThat(listed.path("unread_count").asLong()).isEqualTo(ENTRIES - 1);
    assertThat(listed.path("last_message").path("content").asText()).isEqualTo("Text " + ENTRIES);
    var read = Map.of("last_read_sequence", 100);
    assertThat(ann.patch("/delivery-state/" + chat, read).status()).isEqualTo(200);
    assertThat(ann.get("/chats/" + chat).data().path("unread_count").asLong())
        .isEqualTo(ENTRIES - 100);
    var found = ann.get("/search?q=text%20150").data();
    assertThat(found).hasSize(1);
    assertThat(found.get(0).path("sequence").asLong()).isEqualTo(150);
    assertThat(ann.get("/chats/" + chat + "/search?q=155").data()).hasSize(1);
  }

  @Test
  void old_messages_are_edited_deleted_and_reacted_to() {
    assertThat(bo.post(messages, amendment("e1", "edit", 7, "Edited")).status()).isEqualTo(201);
    assertThat(content(7)).isEqualTo("Edited");
    assertThat(ann.post(messages, amendment("e2", "edit", 8, "Mine?")).status()).isEqualTo(403);
    assertThat(ann.post(messages, amendment("r1", "reaction", 8, "+1")).status()).isEqualTo(201);
    assertThat(bo.get(messages + "/8").data().path("reactions").path(ann.id).asText())
        .isEqualTo("+1");
    var deletion = amendment("d1", "delete", 9, "");
    var first = bo.post(messages, deletion);
    assertThat(first.status()).isEqualTo(201);
    var again = bo.post(messages, deletion);
    assertThat(again.status()).isEqualTo(200);
    assertThat(again.data()).isEqualTo(first.data());
    assertThat(content(9)).isEmpty();
    assertThat(bo.post(messages, amendment("d2", "delete", 9, "")).status()).isEqualTo(409);
    assertThat(bo.post(messages, amendment("e1", "edit", 7, "Edited")).status()).isEqualTo(200);
    assertThat(content(10)).isEqualTo("Text 10");
  }

  @Test
  void a_client_that_was_away_for_a_year_syncs_everything_and_an_export_has_it() {
    long after = 0;
    try (var socket = RawSocket.open(fixture, ann)) {
      boolean more = true;
      for (int response = 1; more; response++) {
        socket.say("sync_request", Map.of("chat_id", chat, "after_sequence", after, "limit", 120));
        var missed = socket.await("sync_response", response).getLast();
        for (var entry : missed.path("messages")) {
          assertThat(entry.path("sequence").asLong()).isEqualTo(++after);
        }
        more = missed.path("has_more").asBoolean();
      }
    }
    assertThat(after).isEqualTo(ENTRIES);
    var export = new String(ann.get("/users/me/export").response().body(), StandardCharsets.UTF_8);
    assertThat(export).contains("\"Text 7\"", "\"Text 310\"");
  }
}
