package dev.trestle.accounts.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.accounts.AccountsOptions;
import dev.trestle.accounts.Profile;
import dev.trestle.accounts.UserId;
import dev.trestle.accounts.fixture.TestServer;
import dev.trestle.accounts.fixture.TestUser;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ProfilesTest {
  private final TestServer server = TestServer.open();
  private final TestUser ann = server.user();
  private final TestUser bo = server.user();

  @AfterEach
  void close() {
    server.close();
  }

  @Test
  void without_a_valid_token_nothing_is_shown() {
    for (var path : List.of("/users/me", "/users/" + ann.id, "/sessions", "/users/me/export")) {
      assertThat(server.anyone("GET", path, null).status()).isEqualTo(401);
      assertThat(server.call("GET", path, null, ann.access + "x", Map.of()).status())
          .isEqualTo(401);
    }
  }

  @Test
  void the_profile_of_another_user_has_no_phone_number() {
    assertThat(bo.get("/users/" + ann.id).body().toString()).doesNotContain(ann.number);
    assertThat(bo.get("/users/user_nobody").code()).isEqualTo("NOT_FOUND");
  }

  @Test
  void a_name_of_wrong_length_is_refused() {
    assertThat(ann.patch("/users/me", Map.of("display_name", " ")).status()).isEqualTo(400);
    assertThat(ann.patch("/users/me", Map.of("display_name", "x".repeat(65))).status())
        .isEqualTo(400);
    assertThat(ann.patch("/users/me", Map.of("display_name", " Ann ")).data().path("display_name"))
        .asString()
        .isEqualTo("\"Ann\"");
  }

  @Test
  void names_of_many_users_are_read_at_once() {
    var lea = server.accounts.addUser("+46701740605", "Lea");
    assertThat(server.accounts.addUser("+46701740605", "Other")).isEqualTo(lea);
    var found =
        server
            .accounts
            .profiles()
            .find(List.of(lea, new UserId(ann.id), new UserId("user_00000000000000000000000000")));
    assertThat(found).hasSize(2);
    assertThat(found.values()).extracting(Profile::displayName).contains("Lea");
  }

  @Test
  void the_session_of_another_user_does_not_exist() {
    assertThat(bo.delete("/sessions/" + ann.session).status()).isEqualTo(404);
    assertThat(ann.get("/users/me").status()).isEqualTo(200);
    assertThat(bo.delete("/sessions/" + bo.session.substring(5)).status()).isEqualTo(404);
  }

  @Test
  void numbers_cannot_be_listed_by_trying_them_all() {
    try (var limited = TestServer.open(AccountsOptions.local())) {
      var user = limited.user();
      var statuses = new HashSet<Integer>();
      for (int i = 0; i < 12; i++) {
        int from = i * 100;
        var numbers =
            IntStream.range(0, 100).mapToObj(n -> "+467000" + (10_000 + from + n)).toList();
        statuses.add(user.post("/users/lookup", Map.of("phone_numbers", numbers)).status());
      }
      assertThat(statuses).containsExactlyInAnyOrder(200, 429);
      var more = user.post("/users/lookup", Map.of("phone_numbers", List.of("+46700010000")));
      assertThat(more.status()).isEqualTo(429);
      assertThat(more.header("Retry-After")).isNotEmpty();
    }
    var many = IntStream.range(0, 101).mapToObj(n -> "+467000" + (10_000 + n)).toList();
    assertThat(ann.post("/users/lookup", Map.of("phone_numbers", many)).status()).isEqualTo(400);
    var found =
        ann.post("/users/lookup", Map.of("phone_numbers", List.of(bo.number, "+46709999999")));
    assertThat(found.data()).hasSize(1);
  }

  @Test
  void a_refused_call_lets_go_of_its_idempotency_key() {
    var key = Map.of("Idempotency-Key", "k1");
    var wrong = Map.of("display_name", " ");
    assertThat(server.call("PATCH", "/users/me", wrong, ann.access, key).status()).isEqualTo(400);
    var right = Map.of("display_name", "Ann");
    assertThat(server.call("PATCH", "/users/me", right, ann.access, key).status()).isEqualTo(200);
    var other = Map.of("display_name", "Other");
    assertThat(server.call("PATCH", "/users/me", other, ann.access, key).code())
        .isEqualTo("IDEMPOTENCY_KEY_REUSED");
  }
}
