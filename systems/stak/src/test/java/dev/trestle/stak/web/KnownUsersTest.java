package dev.trestle.stak.web;

import static dev.trestle.stak.web.StakServer.toEveryone;
import static dev.trestle.stak.web.StakServer.toUsers;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trestle.stak.model.UserId;
import dev.trestle.stak.user.UserErasures;
import dev.trestle.stak.web.StakServer.TestTenant;
import dev.trestle.testing.Await;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Known users over the admin API: listed, searched, looked up, erased. */
final class KnownUsersTest {
  private static final StakServer SERVER = new StakServer();
  private static int tenants;

  private TestTenant acme = TestTenant.NONE;

  @BeforeEach
  void newTenant() {
    acme = SERVER.tenant("users" + ++tenants);
  }

  @AfterAll
  static void close() {
    SERVER.close();
  }

  private JsonNode get(String path) {
    return SERVER.admin(acme, "GET", "/DEFAULT" + path, "").body();
  }

  private void register(List<String> uids) {
    var body = "{\"uids\":[\"" + String.join("\",\"", uids) + "\"]}";
    assertThat(SERVER.admin(acme, "POST", "/DEFAULT/users", body).status()).isEqualTo(200);
  }

  private List<String> uids(String query) {
    return get("/users?" + query).path("users").findValuesAsText("uid");
  }

  @Test
  void users_are_listed_by_id_page_by_page_and_found_by_the_beginning_of_it() {
    var all = new ArrayList<>(IntStream.range(10, 45).mapToObj(n -> "user-" + n).toList());
    all.addAll(List.of("Zoe", "ann@example.org", "user", "zed"));
    register(all);
    all.sort(null);
    var listed = new ArrayList<String>();
    var page = get("/users?limit=7");
    assertThat(page.path("known_users").asInt()).isEqualTo(39);
    while (true) {
      listed.addAll(page.path("users").findValuesAsText("uid"));
      var next = page.at("/paging/next_token").asText("");
      if (next.isEmpty()) break;
      page = get("/users?limit=7&next=" + next);
    }
    assertThat(listed).isEqualTo(all);
    assertThat(uids("prefix=user-3")).hasSize(10).allMatch(uid -> uid.startsWith("user-3"));
    assertThat(uids("prefix=user&limit=1")).containsExactly("user");
    assertThat(uids("prefix=nobody")).isEmpty();
    assertThat(uids("prefix=%23")).isEmpty();
  }

  @Test
  void a_user_is_looked_up_and_nobody_becomes_known_by_it() {
    var id = SERVER.post(acme, toUsers("news", "Hello", "ann"));
    SERVER.awaitDelivery(acme, id);
    var ann = get("/users/ann").path("data");
    assertThat(ann.path("unread").asInt()).isEqualTo(1);
    assertThat(ann.path("first_message").asText()).isEqualTo(id);
    assertThat(SERVER.admin(acme, "GET", "/DEFAULT/users/nobody", "").status()).isEqualTo(404);
    assertThat(uids("")).containsExactly("ann");
  }

  @Test
  void everything_of_an_erased_user_is_gone_and_the_others_keep_theirs() {
    register(List.of("ann", "bob"));
    var first = SERVER.post(acme, toUsers("news", "One", "ann", "bob"));
    var second = SERVER.post(acme, toUsers("news", "Two", "ann"));
    var all = SERVER.post(acme, toEveryone("news", "All"));
    SERVER.awaitDelivery(acme, first);
    SERVER.awaitDelivery(acme, second);
    SERVER.user(acme, "ann", "PUT", "/messages/read", "{\"messages\":[\"" + all + "\"]}");

    var asked = SERVER.admin(acme, "DELETE", "/DEFAULT/users/ann", "");
    assertThat(asked.status()).isEqualTo(202);
    var path = "/erasures/" + asked.body().at("/data/id").asText();
    Await.until(() -> !get(path).at("/data/done_at").isNull(), StakServer.SOON);

    var receipt = get(path).path("data");
    assertThat(receipt.path("messages").asInt()).isEqualTo(2);
    assertThat(receipt.path("receipts").asInt()).isEqualTo(1);
    assertThat(receipt.path("audiences").asInt()).isEqualTo(2);
    assertThat(receipt.path("requested_by").asText()).isEqualTo("boss");
    assertThat(receipt.path("user_hash").asText()).isEqualTo(UserErasures.hash(new UserId("ann")));
    assertThat(receipt.toString()).doesNotContain("\"ann\"");
    assertThat(uids("")).containsExactly("bob");
    assertThat(get("/users").path("known_users").asInt()).isEqualTo(1);
    var why = get("/messages/" + first + "/timeline/ann").at("/data/verdict").asText();
    assertThat(why).isEqualTo("not-addressed");
    assertThat(SERVER.user(acme, "bob", "GET", "/messages/unread", "").body().at("/total").asInt())
        .isEqualTo(2);
    // Back as a new user, with nothing of what was before.
    assertThat(SERVER.user(acme, "ann", "GET", "/messages/last/9", "").body().at("/messages"))
        .isEmpty();
  }
}
