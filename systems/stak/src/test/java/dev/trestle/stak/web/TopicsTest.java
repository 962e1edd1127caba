package dev.trestle.stak.web;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trestle.stak.web.StakServer.Response;
import dev.trestle.stak.web.StakServer.TestTenant;
import dev.trestle.testing.Await;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Topics over both APIs. */
final class TopicsTest {
  private static final StakServer SERVER = new StakServer();
  private static int tenants;

  private TestTenant acme = TestTenant.NONE;

  @BeforeEach
  void newTenant() {
    acme = SERVER.tenant("topics" + ++tenants);
  }

  @AfterAll
  static void close() {
    SERVER.close();
  }

  private Response admin(String method, String path, String body) {
    return SERVER.admin(acme, method, "/DEFAULT" + path, body);
  }

  private JsonNode get(String path) {
    return admin("GET", path, "").body();
  }

  private Response user(String user, String method, String path, String body) {
    return SERVER.user(acme, user, method, path, body);
  }

  private void create(String topic, boolean open) {
    var body = "{\"title\":\"About %s\",\"open\":%s}".formatted(topic, open);
    assertThat(admin("PUT", "/topics/" + topic, body).status()).isEqualTo(200);
  }

  private Response subscribe(String topic, String... uids) {
    var body = "{\"uids\":[\"" + String.join("\",\"", uids) + "\"]}";
    return admin("POST", "/topics/" + topic + "/subscribers", body);
  }

  private static String toTopic(String topic, String title) {
    return """
    {"headers":{"audiences":{"kind":"topic","topic":"%s"}},"taxonomy":{"category":"news"},
     "message":{"title":"%s","body":"Text"}}\
    """
        .formatted(topic, title);
  }

  private List<String> subscribers(String topic) {
    var all = new ArrayList<String>();
    var path = "/topics/" + topic + "/subscribers?limit=7";
    var page = get(path);
    while (true) {
      page.path("subscribers").forEach(each -> all.add(each.asText()));
      var next = page.at("/paging/next_token").asText("");
      if (next.isEmpty()) return all;
      page = get(path + "&next=" + next);
    }
  }

  private long counted(String topic) {
    return get("/topics/" + topic).at("/data/subscribers").asLong();
  }

  @Test
  void a_message_to_a_topic_goes_to_its_subscribers_and_to_nobody_else() {
    create("releases", false);
    create("other", false);
    var first = subscribe("releases", "ann", "bob", "carl", "ann").body().path("data");
    assertThat(first.path("added").asInt()).isEqualTo(3);
    assertThat(subscribe("releases", "ann").body().at("/data/added").asInt()).isZero();
    subscribe("other", "dora");
    admin("DELETE", "/topics/releases/subscribers/bob", "");
    assertThat(subscribers("releases")).containsExactly("ann", "carl");
    assertThat(counted("releases")).isEqualTo(2);

    var id = SERVER.post(acme, toTopic("releases", "Two is out"));
    Await.until(
        () -> get("/messages/" + id).at("/data/state").asText().equals("delivered"),
        StakServer.SOON);
    var sent = get("/messages/" + id).path("data");
    assertThat(sent.at("/audiences/kind").asText()).isEqualTo("topic");
    assertThat(sent.at("/audiences/topic").asText()).isEqualTo("releases");
    assertThat(sent.at("/progress/estimated").asInt()).isEqualTo(2);
    assertThat(sent.at("/progress/delivered").asInt()).isEqualTo(2);
    assertThat(get("/messages/" + id + "/reads").at("/data/recipients").asInt()).isEqualTo(2);
    for (var reader : List.of("ann", "carl")) {
      var messages = user(reader, "GET", "/messages/last/9", "").body().path("messages");
      assertThat(messages.findValuesAsText("title")).containsExactly("Two is out");
    }
    for (var other : List.of("bob", "dora")) {
      assertThat(user(other, "GET", "/messages/unread", "").body().path("total").asInt()).isZero();
      assertThat(get("/messages/" + id + "/timeline/" + other).at("/data/verdict").asText())
          .isEqualTo("not-addressed");
    }
  }

  @Test
  void a_post_to_a_topic_that_is_not_there_is_refused() {
    var refused = admin("POST", "/messages/post", toTopic("nothing", "Hello"));
    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.body().toString()).contains("headers.audiences.topic");
    assertThat(subscribe("nothing", "ann").status()).isEqualTo(404);
    assertThat(admin("PUT", "/topics/a%23b", "{}").status()).isEqualTo(400);
    assertThat(get("/users").path("known_users").asInt()).isZero();
  }

  @Test
  void users_see_and_choose_open_topics_only() {
    create("open", true);
    create("secret", false);
    subscribe("secret", "ann");
    var topics = user("ann", "GET", "/topics", "").body().path("topics");
    assertThat(topics.findValuesAsText("topic")).containsExactly("open");
    assertThat(topics.at("/0/subscribed").asBoolean()).isFalse();

    assertThat(user("ann", "PUT", "/topics/open", "{\"subscribed\":true}").status()).isEqualTo(200);
    assertThat(user("ann", "GET", "/topics", "").body().at("/topics/0/subscribed").asBoolean())
        .isTrue();
    assertThat(subscribers("open")).containsExactly("ann");
    assertThat(get("/users/ann").at("/data/topics").toString()).isEqualTo("[\"open\",\"secret\"]");
    user("ann", "PUT", "/topics/open", "{\"subscribed\":false}");
    assertThat(subscribers("open")).isEmpty();

    for (var subscribed : List.of("true", "false")) {
      var body = "{\"subscribed\":" + subscribed + "}";
      assertThat(user("bob", "PUT", "/topics/secret", body).status()).isEqualTo(404);
      assertThat(user("ann", "PUT", "/topics/secret", body).status()).isEqualTo(404);
    }
    assertThat(subscribers("secret")).containsExactly("ann");
  }

  @Test
  void the_number_of_subscribers_is_exact_whoever_comes_and_goes_at_once() {
    create("busy", true);
    var seed = 20261117L;
    var work = new ArrayList<CompletableFuture<Void>>();
    for (int i = 0; i < 4; i++) {
      var random = new Random(seed + i);
      work.add(
          CompletableFuture.runAsync(() -> {
            for (int step = 0; step < 30; step++) {
              var path = "/topics/busy";
              var body = "{\"subscribed\":" + random.nextBoolean() + "}";
              var status = user("user" + random.nextInt(6), "PUT", path, body).status();
              // Under contention a call may be refused, and then nothing has changed.
              assertThat(status).isIn(200, 503);
            }
          }));
    }
    work.forEach(CompletableFuture::join);
    assertThat(counted("busy")).as("seed %d", seed).isEqualTo(subscribers("busy").size());
    for (int i = 0; i < 6; i++) {
      var name = "user" + i;
      boolean isOwn =
          user(name, "GET", "/topics", "").body().at("/topics/0/subscribed").asBoolean();
      assertThat(subscribers("busy").contains(name)).as(name).isEqualTo(isOwn);
    }
  }

  @Test
  void erasing_a_user_and_deleting_a_topic_end_their_subscriptions() {
    create("one", false);
    create("two", false);
    subscribe("one", IntStream.range(0, 15).mapToObj(i -> "user" + i).toArray(String[]::new));
    subscribe("two", "user1", "user2");
    var erasure = admin("DELETE", "/users/user1", "").body().at("/data/id").asText();
    Await.until(() -> !get("/erasures/" + erasure).at("/data/done_at").isNull(), StakServer.SOON);
    assertThat(subscribers("one")).hasSize(14).doesNotContain("user1");
    assertThat(subscribers("two")).containsExactly("user2");
    assertThat(counted("two")).isEqualTo(1);

    assertThat(admin("DELETE", "/topics/one", "").status()).isEqualTo(202);
    assertThat(admin("GET", "/topics/one", "").status()).isEqualTo(404);
    assertThat(subscribe("one", "ann").status()).isEqualTo(404);
    Await.until(
        () -> get("/topics").path("topics").findValuesAsText("topic").equals(List.of("two")),
        StakServer.SOON);
    assertThat(get("/users/user2").at("/data/topics").toString()).isEqualTo("[\"two\"]");
    // The name can be used again, for a topic without subscribers.
    create("one", true);
    assertThat(counted("one")).isZero();
  }

  @Test
  void topics_are_listed_by_id_and_found_by_the_beginning_of_it() {
    for (var topic : List.of("order-10", "order-11", "order-2", "news")) create(topic, false);
    admin("PUT", "/topics/news", "{\"open\":true}");
    assertThat(get("/topics?prefix=order-1").path("topics").findValuesAsText("topic"))
        .containsExactly("order-10", "order-11");
    var page = get("/topics?limit=3");
    assertThat(page.path("topics").findValuesAsText("topic"))
        .containsExactly("news", "order-10", "order-11");
    assertThat(page.at("/topics/0/title").asText()).isEqualTo("About news");
    assertThat(page.at("/topics/0/open").asBoolean()).isTrue();
    var rest = get("/topics?limit=3&next=" + page.at("/paging/next_token").asText());
    assertThat(rest.path("topics").findValuesAsText("topic")).containsExactly("order-2");
  }
}
