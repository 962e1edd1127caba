package dev.trestle.stak.web;

import static dev.trestle.stak.web.StakServer.toEveryone;
import static dev.trestle.stak.web.StakServer.toUsers;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.platform.web.Router.Route;
import dev.trestle.stak.web.StakServer.TestTenant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** One tenant against another, one user against another, on every endpoint there is. */
final class IsolationTest {
  private static final StakServer SERVER = new StakServer();
  private static TestTenant victim = TestTenant.NONE;
  private static TestTenant attacker = TestTenant.NONE;
  private static String secretId = "";
  private static String attackersToken = "";

  @BeforeAll
  static void settle() {
    victim = SERVER.tenant("victim");
    attacker = SERVER.tenant("attacker");
    secretId = SERVER.post(victim, toUsers("news", "Secret", "ann"));
    SERVER.awaitDelivery(victim, secretId);
    SERVER.post(victim, toEveryone("news", "Secret for all"));
    attackersToken =
        SERVER
            .admin(attacker, "POST", "/DEFAULT/tokens", "{\"user_id\":\"ann\"}")
            .body()
            .at("/data/token")
            .asText();
  }

  @AfterAll
  static void close() {
    SERVER.close();
  }

  /** Ways of asking that are not good for the victim's tenant. */
  private static List<String[]> disguises() {
    return List.of(
        new String[] {},
        new String[] {"X-Api-Key", attacker.adminKey(), "X-Admin-Id", "x", "X-User-Id", "ann"},
        new String[] {"X-Api-Key", attacker.userKey(), "X-Admin-Id", "x", "X-User-Id", "ann"},
        new String[] {"X-Api-Key", "ska_0000000000000000_" + "0".repeat(32), "X-Admin-Id", "x"},
        new String[] {"X-Api-Key", "", "X-Admin-Id", "x", "X-User-Id", "ann"},
        new String[] {"Authorization", "Bearer " + attackersToken, "X-Admin-Id", "x"},
        new String[] {"Authorization", "Basic eDp5", "X-Admin-Id", "x"},
        new String[] {
          "Authorization", "Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiJhbm4ifQ.", "X-Admin-Id", "x"
        });
  }

  private static Stream<Route> routes(List<Route> routes) {
    return routes.stream().filter(route -> !route.method().equals("OPTIONS"));
  }

  private static String path(Route route, String tenant) {
    return route
        .path()
        .replace("{tenant}", tenant)
        .replace("{inbox}", "DEFAULT")
        .replace("{id}", secretId)
        .replace("{user}", "ann")
        .replace("{limit}", "10")
        .replace("{chunk}", "0")
        .replace("{name}", "packed")
        .replace("{topic}", "releases")
        .replace("{event}", "evt_" + "0".repeat(26))
        .replace("{key}", "0".repeat(64));
  }

  private static String body(Route route) {
    return route.method().equals("GET") || route.method().equals("DELETE")
        ? ""
        : "{\"messages\":[\"" + secretId + "\"],\"user_id\":\"ann\",\"uids\":[\"ann\"]}";
  }

  @Test
  void no_endpoint_opens_to_keys_and_tokens_of_another_tenant() {
    var tried = new ArrayList<String>();
    for (var disguise : disguises()) {
      routes(SERVER.stak.adminApi().routes())
          .forEach(route -> refused(AdminApi.PREFIX, route, disguise, tried));
      routes(SERVER.stak.userApi().routes())
          .forEach(route -> refused(UserRoutes.PREFIX, route, disguise, tried));
    }
    assertThat(tried).hasSizeGreaterThan(200);
  }

  private static void refused(String prefix, Route route, String[] disguise, List<String> tried) {
    var answer = SERVER.call(route.method(), prefix + path(route, "victim"), body(route), disguise);
    var what = route.method() + " " + route.path() + " with " + String.join(" ", disguise);
    assertThat(answer.status()).as(what).isEqualTo(401);
    assertThat(answer.body().toString()).as(what).doesNotContain("Secret");
    tried.add(what);
  }

  @Test
  void a_user_key_is_no_admin_key_and_the_reverse() {
    routes(SERVER.stak.adminApi().routes())
        .forEach(route ->
            assertThat(
                    SERVER
                        .call(
                            route.method(),
                            AdminApi.PREFIX + path(route, "victim"),
                            body(route),
                            "X-Api-Key",
                            victim.userKey(),
                            "X-Admin-Id",
                            "x")
                        .status())
                .as(route.path())
                .isEqualTo(401));
    routes(SERVER.stak.userApi().routes())
        .forEach(route ->
            assertThat(
                    SERVER
                        .call(
                            route.method(),
                            UserRoutes.PREFIX + path(route, "victim"),
                            body(route),
                            "X-Api-Key",
                            victim.adminKey(),
                            "X-User-Id",
                            "ann")
                        .status())
                .as(route.path())
                .isEqualTo(401));
  }

  @Test
  void ids_of_another_tenant_are_not_there() {
    for (var path :
        List.of(
            "/DEFAULT/messages/" + secretId, "/DEFAULT/messages/" + secretId + "/timeline/ann")) {
      assertThat(SERVER.admin(attacker, "GET", path, "").status()).isEqualTo(404);
    }
    assertThat(
            SERVER
                .admin(attacker, "DELETE", "/DEFAULT/messages/redact?id=" + secretId, "")
                .status())
        .isEqualTo(404);
    assertThat(
            SERVER
                .admin(attacker, "POST", "/DEFAULT/dead-letters/" + secretId + "/0/replay", "{}")
                .status())
        .isEqualTo(404);
    var read = "{\"messages\":[\"" + secretId + "\"]}";
    var answer = SERVER.user(attacker, "ann", "PUT", "/messages/read", read);
    assertThat(answer.body().at("/changed")).isEmpty();
    assertThat(SERVER.user(victim, "bob", "PUT", "/messages/read", read).body().at("/changed"))
        .isEmpty();
    assertThat(SERVER.user(victim, "bob", "GET", "/messages/" + secretId, "").status())
        .isEqualTo(404);
    assertThat(
            SERVER.user(victim, "ann", "GET", "/messages/unread", "").body().at("/total").asInt())
        .isPositive();
  }

  @Test
  void another_tenants_idempotency_key_says_nothing() {
    var body = toUsers("news", "Mine", "ann");
    var first =
        SERVER.admin(victim, "POST", "/DEFAULT/messages/post", body, "Idempotency-Key", "shared");
    var other =
        SERVER.admin(attacker, "POST", "/DEFAULT/messages/post", body, "Idempotency-Key", "shared");
    assertThat(other.status()).isEqualTo(200);
    assertThat(other.header("x-idempotent-replay")).isEmpty();
    assertThat(other.body().at("/data/id")).isNotEqualTo(first.body().at("/data/id"));
  }

  @Test
  void names_with_separators_are_refused_at_the_door() {
    for (var tenant : List.of("victim%23", "victimU%23ann", "t%23victim", "%2e%2e", "a%20b")) {
      var answer =
          SERVER.call(
              "GET",
              UserRoutes.PREFIX + "/" + tenant + "/DEFAULT/messages/unread",
              "",
              "X-Api-Key",
              attacker.userKey(),
              "X-User-Id",
              "ann");
      assertThat(answer.status()).as(tenant).isIn(400, 401);
    }
    for (var user : List.of("ann#DEFAULT", "a b", "*", "ann/../bob", "x".repeat(257))) {
      var answer = SERVER.user(attacker, user, "GET", "/messages/unread", "");
      assertThat(answer.status()).as(user).isEqualTo(400);
    }
  }

  @Test
  void a_tenants_token_key_or_webhook_key_never_shows_in_another_s_answers() {
    var mine = SERVER.admin(victim, "GET", "/webhook", "").body().at("/data/signing_key").asText();
    var theirs =
        SERVER.admin(attacker, "GET", "/webhook", "").body().at("/data/signing_key").asText();
    assertThat(mine).isNotEqualTo(theirs);
    var keys = SERVER.admin(attacker, "GET", "/DEFAULT/keys", "").body();
    assertThat(keys.at("/data")).hasSize(2);
  }
}
