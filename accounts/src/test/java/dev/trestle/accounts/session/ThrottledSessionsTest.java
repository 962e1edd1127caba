package dev.trestle.accounts.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trestle.accounts.ExportWriter;
import dev.trestle.accounts.PersonalData;
import dev.trestle.accounts.Refusal;
import dev.trestle.accounts.UserId;
import dev.trestle.accounts.fixture.TestServer;
import dev.trestle.accounts.model.AccountsModel;
import dev.trestle.accounts.model.Sessions;
import dev.trestle.accounts.model.Users;
import dev.trestle.accounts.profile.AccountClosing;
import dev.trestle.dynamodb.embedded.Trestle;
import dev.trestle.engine.EngineOptions;
import dev.trestle.engine.LimitedTables;
import dev.trestle.engine.ManualClock;
import dev.trestle.platform.system.SystemContext;
import dev.trestle.store.Store;
import java.time.Duration;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ProvisionedThroughputExceededException;

/** Tables that are throttled for longer than the server retries. */
class ThrottledSessionsTest {
  private final ManualClock clock = new ManualClock();
  private final Trestle trestle =
      Trestle.open(
          EngineOptions.inMemory()
              .withClock(clock)
              .withLimits(LimitedTables.named(Set.of("sessions", "users"))));
  private final SystemContext context = TestServer.context(trestle, clock);
  private final Store store = context.store(AccountsModel.MODEL);
  private final Revocations revocations =
      new Revocations(store, clock, Duration.ofHours(1), context.signals());
  private final DeviceSessions sessions =
      new DeviceSessions(store, new byte[32], new Random(1), revocations, context.ids(), clock);

  @AfterEach
  void close() {
    revocations.close();
    context.close();
    trestle.close();
  }

  /** Uses up the write units of a table, which gets no more until the clock goes on. */
  private void useUp(String table, String key) {
    var nothing = Map.of(key, AttributeValue.fromS("none"));
    try {
      while (true) trestle.client().deleteItem(ask -> ask.tableName(table).key(nothing));
    } catch (ProvisionedThroughputExceededException e) {
      // Used up.
    }
  }

  /** Once whoever signed out was told that the session had ended. */
  @Test
  void a_session_that_could_not_be_ended_is_not_told_to_be() {
    var login = sessions.signIn("+46701740605", "phone");
    var id = login.session().sessionId();
    useUp("sessions", "session_id");
    assertThatThrownBy(() -> sessions.revoke(login.user().userId(), id))
        .isInstanceOf(Refusal.Unavailable.class);
    assertThat(store.run(Sessions.BY_ID, new Sessions.ById(id))).isPresent();
    clock.advance(Duration.ofMinutes(1));
    sessions.revoke(login.user().userId(), id);
    assertThat(store.run(Sessions.BY_ID, new Sessions.ById(id))).isEmpty();
  }

  /** Once whoever closed an account was told that there was none. */
  @Test
  void an_account_that_could_not_be_closed_is_still_there() {
    var user = sessions.signIn("+46701740606", "phone").user().userId();
    var closing = new AccountClosing(store, sessions, clock);
    useUp("users", "user_id");
    assertThatThrownBy(() -> closing.close(user)).isInstanceOf(Refusal.Unavailable.class);
    clock.advance(Duration.ofMinutes(1));
    closing.close(user);
    assertThat(store.run(Users.BY_ID_CONSISTENT, new Users.ById(user)))
        .hasValueSatisfying(closed -> assertThat(closed.phoneNumber()).isEmpty());
  }

  /** A system that uses up the write units of the accounts when it erases for the first time. */
  private final class Greedy implements PersonalData {
    private boolean hasErased;

    @Override
    public String system() {
      return "greedy";
    }

    @Override
    public void export(UserId user, ExportWriter out) {}

    @Override
    public void erase(UserId user) {
      if (!hasErased) useUp("users", "user_id");
      hasErased = true;
    }
  }

  /** Once that was told as done, although the name and the number stayed. */
  @Test
  void an_account_whose_last_step_was_refused_is_not_told_to_be_closed() {
    var user = sessions.signIn("+46701740607", "phone").user().userId();
    var greedy = new Greedy();
    var closing = new AccountClosing(store, sessions, clock);
    closing.register(greedy);
    clock.advance(Duration.ofMinutes(1));
    assertThatThrownBy(() -> closing.close(user)).isInstanceOf(Refusal.Unavailable.class);
    assertThat(greedy.hasErased).isTrue();
    clock.advance(Duration.ofMinutes(1));
    closing.finishIfStarted(store.run(Users.BY_ID_CONSISTENT, new Users.ById(user)).orElseThrow());
    assertThat(store.run(Users.BY_ID_CONSISTENT, new Users.ById(user)))
        .hasValueSatisfying(closed -> assertThat(closed.phoneNumber()).isEmpty());
  }
}
