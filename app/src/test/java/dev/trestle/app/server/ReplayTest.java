package dev.trestle.app.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.app.config.SystemName;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Clock, randomness and ids are passed in, so that a run replays from its seed. */
class ReplayTest {
  private static final long SEED = 86;

  @TempDir Path folder;

  private Map<String, List<String>> run(SystemName system, long seed) {
    try (var run = new SeededRun(system, seed, folder)) {
      switch (system) {
        case MESSENGER -> chat(run);
        case STAK -> post(run);
        case ECOBID -> trade(run);
        case HOMEOPS -> keepHouse(run);
      }
      return run.finish();
    }
  }

  @ParameterizedTest
  @EnumSource
  void the_same_seed_and_the_same_calls_store_the_same_items(SystemName system) {
    var first = run(system, SEED);
    var again = run(system, SEED);
    for (var table : system.model().tables()) assertThat(first).containsKey(table.name());
    first.forEach((table, items) ->
        assertThat(again.get(table)).as("%s, seed %d", table, SEED).isEqualTo(items));
    assertThat(again.keySet()).isEqualTo(first.keySet());
  }

  @Test
  void another_seed_makes_other_ids() {
    assertThat(run(SystemName.MESSENGER, SEED + 1)).isNotEqualTo(run(SystemName.MESSENGER, SEED));
  }

  /** Two users, a group, messages, a reaction, an edit, an invite link. Ann sang the last song. */
  private static void chat(SeededRun run) {
    var ann = run.signIn("+46701740601");
    var bo = run.signIn("+46701740602");
    var group = Map.of("type", "group", "name", "Choir", "member_ids", List.of(bo.user()));
    var chat = ann.post("/api/v1/chats", group).at("/data/chat_id").asText();
    var path = "/api/v1/chats/" + chat;
    long sung = 0;
    for (int i = 0; i < 5; i++) {
      var sender = i % 2 == 0 ? ann : bo;
      var message = Map.of("client_message_id", "m" + i, "content", "Song " + i);
      sung = sender.post(path + "/messages", message).at("/data/sequence").asLong();
    }
    for (var kind : List.of("reaction", "edit")) {
      var more = kind.equals("edit") ? "Song one" : "👍";
      ann.post(
          path + "/messages",
          Map.of(
              "client_message_id", kind, "kind", kind, "content", more, "target_sequence", sung));
    }
    ann.post(path + "/invite-links", Map.of("valid_for", "day"));
  }

  /** A tenant, messages to users and to everyone, a topic, and a user who reads. */
  private static void post(SeededRun run) {
    var made = run.caller(List.of()).post("/operator/stak/tenants", Map.of("name", "acme"));
    var admin =
        run.caller(List.of("X-Api-Key", made.path("admin_key").asText(), "X-Admin-Id", "boss"));
    var ann = run.caller(List.of("X-Api-Key", made.path("user_key").asText(), "X-User-Id", "ann"));
    ann.get("/stack/users/v1/acme/DEFAULT/messages/unread");
    for (var audience :
        List.of(
            Map.of("kind", "users", "label", "Some", "uids", List.of("ann", "bo")),
            Map.of("kind", "everyone"))) {
      admin.post(
          "/stack/admin/v1/acme/DEFAULT/messages/post",
          Map.of(
              "headers", Map.of("audiences", audience),
              "taxonomy", Map.of("category", "news"),
              "message", Map.of("title", "Hello", "body", "Text")));
    }
    ann.get("/stack/users/v1/acme/DEFAULT/messages/last/10");
    ann.put("/stack/users/v1/acme/DEFAULT/messages/read/", Map.of("after", SeededRun.LATER));
  }

  /** Something for free that somebody reserves, an auction with bids, a wanted post. */
  private static void trade(SeededRun run) {
    var ann = run.signIn("+46701740601");
    var bo = run.signIn("+46701740602");
    var cay = run.signIn("+46701740603");
    Map<String, Object> chair =
        Map.of(
            "title", "Kitchen chair",
            "category", "furniture",
            "lat", 52.2297,
            "lon", 21.0122,
            "address", "Elm Street 1",
            "mode", "free",
            "sharing", "queue");
    var item = ann.post("/ecobid/v1/items", chair).at("/item/id").asText();
    bo.post("/ecobid/v1/items/" + item + "/reserve", Map.of());
    cay.post("/ecobid/v1/items/" + item + "/reserve", Map.of());
    cay.post("/ecobid/v1/items/" + item + "/messages", Map.of("text", "Is it still there?"));
    var offered = new HashMap<>(chair);
    offered.put("mode", "auction");
    offered.put("auction", Map.of("hours", 24, "minimum", 500));
    var auction = ann.post("/ecobid/v1/items", offered).at("/item/auction/id").asText();
    bo.post("/ecobid/v1/auctions/" + auction + "/bids", Map.of("maximum", 900));
    cay.post("/ecobid/v1/auctions/" + auction + "/bids", Map.of("maximum", 1500));
    bo.post(
        "/ecobid/v1/wanted", Map.of("words", "lamp", "lat", 52.2297, "lon", 21.0122, "radius", 5));
  }

  /** A household, a second member, messages, a learned word. */
  private static void keepHouse(SeededRun run) {
    var ann = run.signIn("+46701740601");
    var bo = run.signIn("+46701740602");
    var home = Map.of("name", "Home", "language", "sv", "member_name", "Ann");
    var household = ann.post("/homeops/v1/households", home).path("household");
    var invite = household.path("invite").asText();
    bo.post("/homeops/v1/invites/" + invite + "/join", Map.of("name", "Bo"));
    var path = "/homeops/v1/chats/" + household.path("chat_id").asText();
    ann.post(path + "/messages", Map.of("text", "diskat", "client_id", "one"));
    bo.post(path + "/messages", Map.of("text", "jag tar tvätten", "client_id", "two"));
    ann.put(path + "/aliases/plocka", Map.of("activity", "tvätt"));
  }
}
