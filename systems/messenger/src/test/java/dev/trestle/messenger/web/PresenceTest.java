package dev.trestle.messenger.web;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trestle.messenger.ChatUser;
import dev.trestle.messenger.MessengerFixture;
import dev.trestle.messenger.MessengerOptions;
import dev.trestle.testing.Await;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Ann and Bo have a direct chat. Cy is in a group with both. */
class PresenceTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final MessengerFixture fixture = open(Duration.ofMillis(20));
  private final ChatUser ann = fixture.user();
  private final ChatUser bo = fixture.user();
  private final ChatUser cy = fixture.user();
  private final String direct = ann.direct(bo);

  @AfterEach
  void close() {
    fixture.close();
  }

  private static MessengerFixture open(Duration offlineAfter) {
    return MessengerFixture.with(MessengerOptions.unlimited().offlineAfter(offlineAfter));
  }

  /** What a user sees of the other one of the direct chat, in the chat and in the list. */
  private JsonNode seenBy(ChatUser viewer) {
    var peer = viewer.get("/chats/" + direct).data().path("peer");
    for (var chat : viewer.get("/chats").data()) {
      if (chat.path("chat_id").asText().equals(direct)) {
        assertThat(chat.path("peer").has("is_online")).isEqualTo(peer.has("is_online"));
      }
    }
    return peer;
  }

  private static void show(ChatUser user, boolean isShown) {
    var settings = user.patch("/settings", Map.of("presence_shown", isShown)).data();
    assertThat(settings.path("presence_shown").asBoolean()).isEqualTo(isShown);
  }

  /** What a socket was told about a user last, once it was told this often. */
  private static JsonNode told(RawSocket socket, ChatUser about, int times) {
    return Await.value(
        () -> {
          var found = about(socket, about);
          return found.size() < times ? Optional.empty() : Optional.of(found.get(times - 1));
        },
        PATIENCE);
  }

  private static List<JsonNode> about(RawSocket socket, ChatUser user) {
    return socket.payloads("presence").stream()
        .filter(payload -> payload.path("user_id").asText().equals(user.id))
        .toList();
  }

  /** Somebody comes and goes, and a socket is told both. */
  private void visits(ChatUser visitor, RawSocket witness) {
    int before = about(witness, visitor).size();
    try (var _ = RawSocket.open(fixture, visitor)) {
      told(witness, visitor, before + 1);
    }
    assertThat(told(witness, visitor, before + 2).path("is_online").asBoolean(true)).isFalse();
  }

  private static void awaitEcho(RawSocket socket) {
    int before = socket.payloads("heartbeat_ack").size();
    socket.say("heartbeat", Map.of());
    socket.await("heartbeat_ack", before + 1);
  }

  @Test
  void those_with_a_direct_chat_see_who_is_online_and_when_they_were_last_seen() {
    cy.group("Boat club", ann, bo);
    assertThat(seenBy(ann).path("is_online").asBoolean(true)).isFalse();
    assertThat(seenBy(ann).has("last_seen_at")).isFalse();
    try (var hers = RawSocket.open(fixture, ann);
        var others = RawSocket.open(fixture, cy)) {
      try (var _ = RawSocket.open(fixture, bo)) {
        assertThat(told(hers, bo, 1).path("is_online").asBoolean()).isTrue();
        assertThat(seenBy(ann).path("is_online").asBoolean()).isTrue();
        assertThat(seenBy(ann).has("last_seen_at")).isFalse();
        assertThat(seenBy(bo).path("is_online").asBoolean()).isTrue();
      }
      var gone = told(hers, bo, 2);
      assertThat(gone.path("is_online").asBoolean(true)).isFalse();
      assertThat(gone.path("last_seen_at").asText()).isEqualTo("2040-01-02T12:00:00.000Z");
      assertThat(seenBy(ann).path("last_seen_at").asText()).isEqualTo("2040-01-02T12:00:00.000Z");
      awaitEcho(others);
      assertThat(others.payloads("presence")).isEmpty();
    }
  }

  @Test
  void who_hides_it_is_not_seen_and_does_not_see() {
    try (var hers = RawSocket.open(fixture, ann)) {
      try (var his = RawSocket.open(fixture, bo)) {
        told(hers, bo, 1);
        show(bo, false);
        assertThat(told(hers, bo, 2).has("is_online")).isFalse();
        assertThat(told(his, bo, 1).has("is_online")).isFalse();
        assertThat(seenBy(ann).has("is_online")).isFalse();
        assertThat(seenBy(bo).has("is_online")).isFalse();
      }
      // Ann is told that Cy goes after Bo has gone.
      ann.direct(cy);
      visits(cy, hers);
      assertThat(about(hers, bo)).hasSize(2);
      assertThat(fixture.items("member_profiles")).contains(bo.id);
      assertThat(seenBy(ann).has("last_seen_at")).isFalse();

      try (var _ = RawSocket.open(fixture, bo)) {
        show(bo, true);
        assertThat(told(hers, bo, 3).path("is_online").asBoolean()).isTrue();
        assertThat(seenBy(bo).path("is_online").asBoolean()).isTrue();
        assertThat(seenBy(ann).path("is_online").asBoolean()).isTrue();
      }
    }
  }

  @Test
  void blocked_people_do_not_see_each_other() {
    ann.direct(cy);
    try (var hers = RawSocket.open(fixture, ann)) {
      try (var his = RawSocket.open(fixture, bo)) {
        told(hers, bo, 1);
        // Ann may have been looked at after Bo came.
        awaitEcho(his);
        int known = about(his, ann).size();
        ann.post("/blocks/" + bo.id, Map.of());
        assertThat(told(his, ann, known + 1).has("is_online")).isFalse();
        assertThat(told(hers, bo, 2).has("is_online")).isFalse();
        assertThat(seenBy(ann).has("is_online")).isFalse();
        assertThat(seenBy(bo).has("is_online")).isFalse();
      }
      try (var _ = RawSocket.open(fixture, bo)) {
        visits(cy, hers);
        assertThat(about(hers, bo)).hasSize(2);
      }
      ann.delete("/blocks/" + bo.id);
      assertThat(seenBy(ann).has("is_online")).isTrue();
    }
  }

  @Test
  void who_reconnects_at_once_stays_online() {
    try (var slow = open(Duration.ofHours(1))) {
      var dot = slow.user();
      var eve = slow.user();
      var chat = dot.direct(eve);
      try (var hers = RawSocket.open(slow, dot)) {
        try (var _ = RawSocket.open(slow, eve)) {
          told(hers, eve, 1);
        }
        Await.until(() -> slow.messenger.connections() == 1, PATIENCE);
        assertThat(dot.get("/chats/" + chat).data().path("peer").path("is_online").asBoolean())
            .isTrue();
      }
    }
  }

  @Test
  void a_setting_is_needed() {
    assertThat(ann.patch("/settings", Map.of()).status()).isEqualTo(400);
    assertThat(ann.patch("/settings", Map.of("presence_shown", "x")).status()).isEqualTo(400);
  }

  @Test
  void a_closed_account_was_never_seen() {
    bo.direct(cy);
    try (var his = RawSocket.open(fixture, bo)) {
      visits(ann, his);
      assertThat(fixture.items("member_profiles")).contains(ann.id);
      var hers = RawSocket.open(fixture, ann);
      told(his, ann, 3);
      ann.delete("/users/me");
      hers.awaitClose();
      // Who goes after Ann is looked at after her.
      visits(cy, his);
      assertThat(fixture.items("member_profiles")).doesNotContain(ann.id);
    }
  }
}
