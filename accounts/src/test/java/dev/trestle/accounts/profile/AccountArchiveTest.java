package dev.trestle.accounts.profile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.accounts.UserId;
import dev.trestle.accounts.fixture.TestServer;
import dev.trestle.accounts.fixture.TestUser;
import dev.trestle.accounts.model.Claims;
import dev.trestle.accounts.model.IdleAccounts;
import dev.trestle.accounts.model.IdleAccounts.IdleAccount;
import dev.trestle.accounts.model.Users;
import dev.trestle.accounts.model.Users.User;
import dev.trestle.store.Store;
import dev.trestle.testing.Await;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Accounts that nobody uses for two years. */
class AccountArchiveTest {
  private static final Duration TIMEOUT = Duration.ofSeconds(30);

  private final TestServer server = TestServer.open();
  private final Store store = server.accounts.stores().getFirst();
  private final TestUser ann = server.user();

  @AfterEach
  void close() {
    server.close();
  }

  private User stored(TestUser user) {
    return store.run(Users.BY_ID_CONSISTENT, new Users.ById(new UserId(user.id))).orElseThrow();
  }

  /** The accounts that will be looked at until the end of time. */
  private List<IdleAccount> scheduled() {
    var end = server.clock.instant().plus(IdleAccounts.IDLE_MAX.multipliedBy(2));
    return store.run(IdleAccounts.DUE, new IdleAccounts.DueBy(end)).items();
  }

  private boolean isFound(TestUser by, String number) {
    var found = by.post("/users/lookup", Map.of("phone_numbers", List.of(number)));
    assertThat(found.status()).isEqualTo(200);
    return found.body().toString().contains(ann.id);
  }

  @Test
  void an_account_is_archived_after_two_years_and_restored_by_the_next_sign_in() {
    assertThat(ann.patch("/users/me", Map.of("display_name", "Ann")).status()).isEqualTo(200);
    server.clock.advance(IdleAccounts.IDLE_MAX.plusDays(1));
    server.accounts.start();
    Await.until(() -> stored(ann).archivedAt().isPresent(), TIMEOUT);
    assertThat(stored(ann).devices()).isEmpty();
    var bo = server.user();
    assertThat(isFound(bo, ann.number)).isFalse();
    assertThat(server.accounts.profiles().owner(ann.number)).isEmpty();
    assertThat(bo.get("/users/" + ann.id).data().path("display_name").asText()).isEqualTo("Ann");

    var login = server.verify(ann.number, "tablet", server.code(ann.number));
    assertThat(login.status()).as("an account that was there before").isEqualTo(200);
    assertThat(login.data().path("user").path("user_id").asText()).isEqualTo(ann.id);
    assertThat(login.data().path("user").path("display_name").asText()).isEqualTo("Ann");
    assertThat(stored(ann).archivedAt()).isEmpty();
    assertThat(isFound(bo, ann.number)).isTrue();
    assertThat(server.accounts.profiles().owner(ann.number)).contains(new UserId(ann.id));
    assertThat(scheduled()).extracting(IdleAccount::userId).contains(new UserId(ann.id));
  }

  @Test
  void an_account_whose_session_is_refreshed_stays() {
    for (int month = 0; month < 30; month++) {
      server.clock.advance(Duration.ofDays(25));
      var refreshed = server.anyone("POST", "/auth/refresh", Map.of("refresh_token", ann.refresh));
      assertThat(refreshed.status()).isEqualTo(200);
      ann.refresh = refreshed.data().path("tokens").path("refresh_token").asText();
    }
    assertThat(scheduled())
        .singleElement()
        .satisfies(idle -> assertThat(idle.dueAt()).isBefore(server.clock.instant()));
    server.accounts.start();
    Await.until(() -> scheduled().getFirst().dueAt().isAfter(server.clock.instant()), TIMEOUT);
    assertThat(stored(ann).archivedAt()).isEmpty();
    // Two years after that, it is archived.
    server.clock.advance(IdleAccounts.IDLE_MAX.plusDays(1));
    Await.until(() -> stored(ann).archivedAt().isPresent(), TIMEOUT);
    assertThat(scheduled()).isEmpty();
  }

  @Test
  void an_account_that_nobody_signed_in_to_is_never_archived() {
    var assistant = server.accounts.addUser("+46731000009", "Assistant");
    assertThat(scheduled()).extracting(IdleAccount::userId).doesNotContain(assistant);
  }

  @Test
  void a_closed_account_is_no_longer_looked_at() {
    assertThat(ann.delete("/users/me").status()).isEqualTo(204);
    server.clock.advance(IdleAccounts.IDLE_MAX.plusDays(1));
    server.accounts.start();
    Await.until(() -> scheduled().isEmpty(), TIMEOUT);
    assertThat(stored(ann).archivedAt()).isEmpty();
  }

  @Test
  void a_sign_in_at_the_same_moment_wins() {
    var seen = stored(ann);
    server.clock.advance(IdleAccounts.IDLE_MAX.plusDays(1));
    var due = scheduled().getFirst();
    server.signIn(ann.number, "phone");
    var now = server.clock.instant();
    var archiving =
        new IdleAccounts.Archiving(
            new Users.Archiving(seen.userId(), seen.usedAt().orElseThrow(), seen.updatedAt(), now),
            new Claims.Archiving(ann.number, seen.userId(), now),
            new IdleAccounts.Ending(seen.userId(), due.dueAt()));
    assertThat(store.run(IdleAccounts.ARCHIVE, archiving).isDone()).isFalse();
    assertThat(stored(ann).archivedAt()).isEqualTo(Optional.empty());
  }
}
