package dev.trestle.accounts.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.accounts.UserId;
import dev.trestle.dynamodb.embedded.Trestle;
import dev.trestle.store.Store;
import dev.trestle.store.StoreOptions;
import dev.trestle.store.TableCreation;
import dev.trestle.store.Written;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Why the seed was corrected, shown on the engine. */
final class AccountsStoreTest {
  private final Trestle trestle = Trestle.inMemory();
  private final Store store = store();

  private Store store() {
    TableCreation.create(AccountsModel.MODEL, trestle.client(), "");
    var clock = Clock.fixed(NOW, ZoneOffset.UTC);
    return Store.of(AccountsModel.MODEL, trestle.client(), StoreOptions.standard().clock(clock));
  }

  @AfterEach
  void close() {
    trestle.close();
  }

  private static final Instant NOW = Instant.parse("2040-01-02T12:00:00Z");
  private static final Instant LATER = NOW.plus(Duration.ofDays(30));
  private static final String PHONE = "+46701234567";

  private boolean signUp(UserId id) {
    var user =
        new Users.User(
            id,
            Optional.of(PHONE),
            true,
            "Ann",
            NOW,
            NOW,
            Optional.empty(),
            Optional.empty(),
            Map.of(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty());
    var claim = new Claims.PhoneClaim(PHONE, id);
    return store.run(Claims.SIGN_UP, new Claims.SignUp(user, claim)).isDone();
  }

  @Test
  void a_number_belongs_to_one_user_until_the_account_is_closed() {
    assertThat(signUp(Examples.ANN)).isTrue();
    assertThat(signUp(Examples.BO)).isFalse();
    assertThat(store.run(Users.BY_PHONE, new Users.ByPhone(PHONE)).items())
        .containsExactly(new Users.PhoneOwner(PHONE, Examples.ANN));
    assertThat(close(Examples.ANN)).isTrue();
    assertThat(store.run(Users.BY_PHONE, new Users.ByPhone(PHONE)).items()).isEmpty();
    assertThat(signUp(Examples.BO)).isTrue();
  }

  private boolean close(UserId user) {
    var finishing =
        new Closings.Finishing(
            new Users.Renaming(user, "deleted user", NOW),
            new Claims.Freeing(PHONE, user),
            new Closings.Of(Closings.ACCOUNTS, user));
    return store.run(Closings.CLOSE, finishing).isDone();
  }

  @Test
  void closing_twice_does_not_take_the_number_from_its_next_owner() {
    signUp(Examples.ANN);
    assertThat(close(Examples.ANN)).isTrue();
    signUp(Examples.BO);
    assertThat(close(Examples.ANN)).isFalse();
    assertThat(store.run(Claims.BY_PHONE, new Claims.OfPhone(PHONE)))
        .contains(new Claims.PhoneClaim(PHONE, Examples.BO));
  }

  @Test
  void a_login_that_saw_an_older_user_is_refused() {
    signUp(Examples.ANN);
    assertThat(logIn(NOW)).isTrue();
    assertThat(logIn(NOW)).isFalse();
  }

  private boolean logIn(Instant seen) {
    var session =
        new Sessions.Session(Examples.SESSION, Examples.ANN, "phone", "old", NOW, LATER, LATER);
    var devices =
        new Users.NewDevices(
            Examples.ANN, Map.of("phone", Examples.SESSION), seen, NOW.plusSeconds(1));
    return store
        .run(
            Sessions.OPEN,
            new Sessions.LogIn(
                session,
                devices,
                Optional.empty(),
                Optional.empty(),
                IdleAccounts.IdleAccount.usedAt(Examples.ANN, NOW),
                Optional.empty()))
        .isDone();
  }

  @Test
  void a_refresh_token_is_used_once() {
    signUp(Examples.ANN);
    logIn(NOW);
    var rotation = new Sessions.Rotation(Examples.SESSION, "old", "new", LATER);
    assertThat(store.run(Sessions.ROTATE, rotation)).isInstanceOf(Written.Done.class);
    assertThat(store.run(Sessions.ROTATE, rotation)).isInstanceOf(Written.Refused.class);
  }
}
