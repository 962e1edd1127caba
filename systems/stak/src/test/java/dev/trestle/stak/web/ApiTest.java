package dev.trestle.stak.web;

import static dev.trestle.stak.web.StakServer.toEveryone;
import static dev.trestle.stak.web.StakServer.toUsers;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.stak.web.StakServer.TestTenant;
import dev.trestle.testing.Await;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Both APIs, as callers use them. */
final class ApiTest {
  private static final StakServer SERVER = new StakServer();
  private static int tenants;

  private TestTenant acme = TestTenant.NONE;

  @BeforeEach
  void newTenant() {
    acme = SERVER.tenant("acme" + ++tenants);
  }

  @AfterAll
  static void close() {
    SERVER.close();
  }

  private StakServer.Response ann(String method, String path, String body) {
    return SERVER.user(acme, "ann", method, path, body);
  }

  @Test
  void a_message_to_users_is_listed_counted_and_read() {
    var id = SERVER.post(acme, toUsers("news", "Hello", "ann", "bob"));
    SERVER.awaitDelivery(acme, id);

    var list = ann("GET", "/messages/last/10", "");
    assertThat(list.status()).isEqualTo(200);
    assertThat(list.body().at("/success").asBoolean()).isTrue();
    assertThat(list.body().at("/paging/count").asInt()).isEqualTo(1);
    var message = list.body().at("/messages/0");
    assertThat(message.at("/id").asText()).isEqualTo(id);
    assertThat(message.at("/message/title").asText()).isEqualTo("Hello");
    assertThat(message.at("/audiences/label").asText()).isEqualTo("Some");
    assertThat(message.at("/audiences/uids").isMissingNode()).isTrue();
    assertThat(message.at("/sender").asText()).isEqualTo("boss");

    var counts = ann("GET", "/messages/unread", "");
    assertThat(counts.body().at("/total").asInt()).isEqualTo(1);
    assertThat(counts.body().at("/categories/news").asInt()).isEqualTo(1);

    var read = ann("PUT", "/messages/read", "{\"messages\":[\"" + id + "\"]}");
    assertThat(read.body().at("/total").asInt()).isZero();
    assertThat(ann("GET", "/messages/last/10?unread=true", "").body().at("/messages")).isEmpty();
    assertThat(ann("GET", "/messages/" + id, "").body().at("/data/read").asBoolean()).isTrue();
    assertThat(SERVER.user(acme, "bob", "GET", "/messages/unread", "").body().at("/total").asInt())
        .isEqualTo(1);
  }

  @Test
  void everyone_who_is_known_gets_a_broadcast_and_everything_can_be_marked_read() {
    ann("GET", "/messages/unread", "");
    var id = SERVER.post(acme, toEveryone("offers", "To all"));
    var list = ann("GET", "/messages/last/10", "");
    assertThat(list.body().at("/messages/0/id").asText()).isEqualTo(id);
    assertThat(list.body().at("/messages/0/message/body/lines/1").asInt()).isEqualTo(2);
    var body = "{\"after\":" + Instant.now().getEpochSecond() + "}";
    assertThat(ann("PUT", "/messages/read/", body).body().at("/total").asInt()).isZero();
    assertThat(ann("GET", "/messages/unread", "").body().at("/total").asInt()).isZero();
    assertThat(SERVER.user(acme, "newcomer", "GET", "/messages/last/10", "").body().at("/messages"))
        .isEmpty();
  }

  @Test
  void a_redacted_message_is_gone_for_all() {
    var id = SERVER.post(acme, toUsers("news", "Oops", "ann", "bob"));
    var everyones = SERVER.post(acme, toEveryone("news", "Oops all"));
    SERVER.awaitDelivery(acme, id);
    assertThat(SERVER.admin(acme, "DELETE", "/DEFAULT/messages/redact?id=" + id, "").status())
        .isEqualTo(200);
    assertThat(
            SERVER
                .admin(acme, "DELETE", "/DEFAULT/messages/redact", "{\"id\":\"" + everyones + "\"}")
                .status())
        .isEqualTo(200);
    Await.until(
        () ->
            SERVER
                    .admin(acme, "GET", "/DEFAULT/messages/" + id, "")
                    .body()
                    .at("/data/progress/redacted")
                    .asInt()
                == 2,
        StakServer.SOON);
    assertThat(ann("GET", "/messages/last/10", "").body().at("/messages")).isEmpty();
    assertThat(ann("GET", "/messages/unread", "").body().at("/total").asInt()).isZero();
  }

  @Test
  void lists_go_on_by_a_token_that_is_good_for_that_list_only() {
    for (int i = 0; i < 5; i++) {
      SERVER.awaitDelivery(acme, SERVER.post(acme, toUsers("news", "No " + i, "ann")));
    }
    var first = ann("GET", "/messages/last/3", "");
    var token = first.body().at("/paging/next_token").asText();
    var second = ann("GET", "/messages/last/3?next=" + token, "");
    assertThat(second.body().at("/messages/0/message/title").asText()).isEqualTo("No 1");
    assertThat(second.body().at("/paging/count").asInt()).isEqualTo(2);
    assertThat(second.body().at("/paging/next_token").isNull()).isTrue();
    assertThat(ann("GET", "/messages/last/3?unread=true&next=" + token, "").status())
        .isEqualTo(400);
    assertThat(SERVER.user(acme, "bob", "GET", "/messages/last/3?next=" + token, "").status())
        .isEqualTo(400);
  }

  @Test
  void sent_messages_are_found_by_words_category_and_state() {
    for (int i = 0; i < 6; i++) SERVER.post(acme, toUsers("news", "Number " + i, "ann"));
    var orders = SERVER.post(acme, toUsers("orders", "Your ORDER is packed", "ann"));
    SERVER.awaitDelivery(acme, orders);
    var all = SERVER.post(acme, toEveryone("news", "For all"));
    assertThat(sent("category=orders")).containsExactly(orders);
    assertThat(sent("q=order")).containsExactly(orders);
    assertThat(sent("state=published")).containsExactly(all);
    assertThat(sent("q=number&category=orders")).isEmpty();
    assertThat(sent("q=number&limit=4")).hasSize(4);
    var page = SERVER.admin(acme, "GET", "/DEFAULT/messages?q=number&limit=4", "").body();
    var next = page.at("/paging/next_token").asText();
    assertThat(sent("q=number&limit=4&next=" + next)).hasSize(2);
    assertThat(SERVER.admin(acme, "GET", "/DEFAULT/messages?state=lost", "").status())
        .isEqualTo(400);
  }

  private List<String> sent(String query) {
    var found = SERVER.admin(acme, "GET", "/DEFAULT/messages?" + query, "").body();
    var ids = new ArrayList<String>();
    for (var message : found.path("messages")) ids.add(message.path("id").asText());
    return ids;
  }

  @Test
  void who_asks_again_learns_that_nothing_has_changed() {
    SERVER.awaitDelivery(acme, SERVER.post(acme, toUsers("news", "Once", "ann")));
    for (var path : new String[] {"/messages/last/10", "/messages/unread"}) {
      var first = ann("GET", path, "");
      var again =
          SERVER.call(
              "GET",
              UserRoutes.PREFIX + "/" + acme.tenant() + "/DEFAULT" + path,
              "",
              "X-Api-Key",
              acme.userKey(),
              "X-User-Id",
              "ann",
              "If-None-Match",
              first.header("etag"));
      assertThat(again.status()).isEqualTo(304);
      assertThat(again.raw().body()).isEmpty();
      assertThat(again.header("etag")).isEqualTo(first.header("etag"));
    }
  }

  @Test
  void a_message_can_be_archived_snoozed_and_marked_unread() {
    var id = SERVER.post(acme, toUsers("news", "Later", "ann"));
    SERVER.awaitDelivery(acme, id);
    var ids = "\"messages\":[\"" + id + "\"]";
    assertThat(ann("PUT", "/messages/archive", "{" + ids + "}").body().at("/total").asInt())
        .isZero();
    assertThat(ann("GET", "/messages/last/5", "").body().at("/messages")).isEmpty();
    assertThat(ann("GET", "/messages/last/5?folder=archive", "").body().at("/messages")).hasSize(1);
    assertThat(ann("PUT", "/messages/unread", "{" + ids + "}").body().at("/total").asInt())
        .isEqualTo(1);
    var snoozed = ann("PUT", "/messages/snooze", "{" + ids + ",\"duration\":\"2h\"}");
    assertThat(snoozed.body().at("/total").asInt()).isZero();
    assertThat(ann("GET", "/messages/last/5?folder=snoozed", "").body().at("/messages")).hasSize(1);
    assertThat(ann("PUT", "/messages/wake", "{" + ids + "}").body().at("/total").asInt())
        .isEqualTo(1);
    assertThat(ann("PUT", "/messages/seen", "{}").body().at("/unseen").asInt()).isZero();
  }

  @Test
  void a_muted_category_is_not_delivered_and_the_timeline_says_why() {
    assertThat(ann("PUT", "/preferences", "{\"muted\":[\"offers\"]}").status()).isEqualTo(200);
    var id = SERVER.post(acme, toUsers("offers", "Buy", "ann", "bob"));
    SERVER.awaitDelivery(acme, id);
    assertThat(ann("GET", "/messages/last/5", "").body().at("/messages")).isEmpty();
    assertThat(verdict(id, "ann")).isEqualTo("muted");
    assertThat(verdict(id, "bob")).isEqualTo("unread");
    assertThat(verdict(id, "carl")).isEqualTo("not-addressed");
    var everyones = SERVER.post(acme, toEveryone("offers", "Buy all"));
    assertThat(verdict(everyones, "ann")).isEqualTo("muted");
    assertThat(verdict(everyones, "bob")).isEqualTo("unread");
    assertThat(verdict(everyones, "carl")).isEqualTo("unknown-user");
  }

  private String verdict(String id, String user) {
    return SERVER
        .admin(acme, "GET", "/DEFAULT/messages/" + id + "/timeline/" + user, "")
        .body()
        .at("/data/verdict")
        .asText();
  }

  @Test
  void a_post_that_is_sent_again_with_its_key_is_one_message() {
    var body = toUsers("news", "Once", "ann");
    var first = SERVER.admin(acme, "POST", "/DEFAULT/messages/post", body, "Idempotency-Key", "k1");
    var again = SERVER.admin(acme, "POST", "/DEFAULT/messages/post", body, "Idempotency-Key", "k1");
    assertThat(again.body()).isEqualTo(first.body());
    assertThat(again.header("x-idempotent-replay")).isEqualTo("true");
    var other = toUsers("news", "Other", "ann");
    var reused =
        SERVER.admin(acme, "POST", "/DEFAULT/messages/post", other, "Idempotency-Key", "k1");
    assertThat(reused.status()).isEqualTo(409);
    assertThat(reused.code()).isEqualTo("IDEMPOTENCY_KEY_REUSED");
    assertThat(reused.body().at("/success").asBoolean(true)).isFalse();
  }

  @Test
  void a_body_that_does_not_fit_the_schema_is_refused_with_its_path() {
    var config =
        """
        {"title":"Orders","message_ttl":"10d","ttl_by_category":{"news":"2h"},
         "schema":{"type":"object","required":["order"],
                   "properties":{"order":{"type":"object","properties":{"total":{"type":"number"}}}}}}\
        """;
    assertThat(SERVER.admin(acme, "PUT", "/DEFAULT/config", config).status()).isEqualTo(200);
    var bad =
        """
        {"headers":{"audiences":{"kind":"users","uids":["ann"]}},"taxonomy":{"category":"news"},
         "message":{"title":"T","body":{"order":{"total":"much"}}}}\
        """;
    var refused = SERVER.admin(acme, "POST", "/DEFAULT/messages/post", bad);
    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.body().at("/error/details/field_errors/0/field").asText())
        .isEqualTo("message.body.order.total");
    var id = SERVER.post(acme, bad.replace("\"much\"", "12"));
    var sent = SERVER.admin(acme, "GET", "/DEFAULT/messages/" + id, "").body().at("/data");
    assertThat(sent.at("/expiredat").asLong() - sent.at("/received").asLong()).isEqualTo(7200);
    var remote =
        config.replace(
            "\"type\":\"object\",\"required\"", "\"$ref\":\"http://127.0.0.1:1/x\",\"required\"");
    assertThat(SERVER.admin(acme, "PUT", "/DEFAULT/config", remote).status()).isEqualTo(400);
  }

  @Test
  void an_inbox_is_there_once_it_is_configured() {
    var path = UserRoutes.PREFIX + "/" + acme.tenant() + "/orders/messages/unread";
    String[] headers = {"X-Api-Key", acme.userKey(), "X-User-Id", "ann"};
    assertThat(SERVER.call("GET", path, "", headers).status()).isEqualTo(404);
    var post = toUsers("news", "T", "ann");
    assertThat(SERVER.admin(acme, "POST", "/orders/messages/post", post).status()).isEqualTo(404);
    SERVER.admin(acme, "PUT", "/orders/config", "{\"title\":\"Orders\"}");
    var inboxes = SERVER.admin(acme, "GET", "/inboxes", "").body().at("/data");
    assertThat(inboxes.findValuesAsText("inbox")).containsExactly("DEFAULT", "orders");
    assertThat(SERVER.call("GET", path, "", headers).status()).isEqualTo(200);
    assertThat(SERVER.admin(acme, "POST", "/orders/messages/post", post).status()).isEqualTo(200);
  }

  @Test
  void a_user_token_opens_its_users_inbox() {
    var answer = SERVER.admin(acme, "POST", "/DEFAULT/tokens", "{\"user_id\":\"ann\"}");
    var token = answer.body().at("/data/token").asText();
    var counts =
        SERVER.call(
            "GET",
            UserRoutes.PREFIX + "/" + acme.tenant() + "/DEFAULT/messages/unread",
            "",
            "Authorization",
            "Bearer " + token);
    assertThat(counts.status()).isEqualTo(200);
  }

  @Test
  void keys_are_listed_without_their_secrets_and_rotated() {
    var made =
        SERVER.admin(acme, "POST", "/DEFAULT/keys", "{\"scope\":\"user\",\"label\":\"shop\"}");
    assertThat(made.status()).isEqualTo(201);
    var key = made.body().at("/data/key").asText();
    var keyId = made.body().at("/data/key_id").asText();
    var list = SERVER.admin(acme, "GET", "/DEFAULT/keys", "");
    assertThat(list.body().at("/data")).hasSize(3);
    assertThat(list.body().toString()).doesNotContain(key);
    var rotated = SERVER.admin(acme, "POST", "/DEFAULT/keys/" + keyId + "/rotate", "");
    assertThat(rotated.body().at("/data/key").asText()).isNotEqualTo(key);
    assertThat(
            SERVER
                .user(new TestTenant(acme.tenant(), "", key), "ann", "GET", "/messages/unread", "")
                .status())
        .isEqualTo(200);
    assertThat(SERVER.admin(acme, "DELETE", "/DEFAULT/keys/" + keyId, "").status()).isEqualTo(200);
    assertThat(
            SERVER
                .user(new TestTenant(acme.tenant(), "", key), "ann", "GET", "/messages/unread", "")
                .status())
        .isEqualTo(401);
  }
}
