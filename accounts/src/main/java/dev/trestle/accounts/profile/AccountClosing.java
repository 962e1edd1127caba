package dev.trestle.accounts.profile;

import dev.trestle.accounts.PersonalData;
import dev.trestle.accounts.Refusal;
import dev.trestle.accounts.UserId;
import dev.trestle.accounts.model.Claims;
import dev.trestle.accounts.model.Closings;
import dev.trestle.accounts.model.Closings.PendingClosing;
import dev.trestle.accounts.model.Users;
import dev.trestle.accounts.model.Users.User;
import dev.trestle.accounts.session.DeviceSessions;
import dev.trestle.store.Store;
import dev.trestle.store.TransactionOutcome;
import java.lang.System.Logger.Level;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import software.amazon.awssdk.core.exception.SdkException;

/**
 * Closes accounts: every system erases what it stores about the user, and the account loses its
 * name and its number.
 *
 * <p>First the account is marked, so that nothing new is stored about it, and one pending item is
 * written for each system. A system's item is deleted when it has erased its data. The number goes
 * last: until then a login finishes the closing, and so does the next start of a server.
 */
public final class AccountClosing {
  private static final System.Logger LOG = System.getLogger(AccountClosing.class.getName());
  private static final String CLOSED_NAME = "deleted user";
  private static final int PENDING_MAX = 10_000;
  private static final int ATTEMPTS_MAX = 5;

  private final Store store;
  private final DeviceSessions sessions;
  private final InstantSource clock;
  private final List<PersonalData> systems = new CopyOnWriteArrayList<>();
  private volatile boolean isStopped;

  public AccountClosing(Store store, DeviceSessions sessions, InstantSource clock) {
    this.store = store;
    this.sessions = sessions;
    this.clock = clock;
  }

  /** Adds a system. From now on closings wait for it, even while it is not served. */
  public void register(PersonalData data) {
    var known = new Closings.KnownSystem(data.system());
    add(known, ATTEMPTS_MAX);
    systems.add(data);
  }

  /** Repeats the put if its response is lost, so that the server starts nevertheless. */
  private void add(Closings.KnownSystem known, int attempts) {
    try {
      store.run(Closings.ADD_SYSTEM, known);
    } catch (SdkException e) {
      if (attempts == 1) throw e;
      add(known, attempts - 1);
    }
  }

  /** The data of the systems that are served. */
  public List<PersonalData> systems() {
    return systems;
  }

  /**
   * Closes an account.
   *
   * @throws dev.trestle.accounts.Refusal.NotSignedIn if there is no such account
   * @throws dev.trestle.accounts.Refusal.Unavailable if it could not be closed now
   */
  public void close(UserId user) {
    var now = now();
    var starting = new Closings.Starting(new Users.Closing(user, now), pending(user, now));
    if (store.run(Closings.START, starting) instanceof TransactionOutcome.Refused refused) {
      if (refused.isConditionFailed()) throw Profiles.noAccount();
      throw unavailable();
    }
    finish(user);
  }

  private List<PendingClosing> pending(UserId user, Instant now) {
    var pending = new ArrayList<PendingClosing>();
    pending.add(new PendingClosing(Closings.ACCOUNTS, user, now));
    for (var known : store.run(Closings.SYSTEMS, new Closings.All()).items()) {
      pending.add(new PendingClosing(known.system(), user, now));
    }
    return pending;
  }

  private void finish(UserId user) {
    sessions.revokeAll(user, Optional.empty());
    for (var data : systems) erase(data, user);
    store
        .run(Users.BY_ID_CONSISTENT, new Users.ById(user))
        .flatMap(User::phoneNumber)
        .ifPresent(number -> anonymise(user, number));
  }

  /** Does nothing if another server has done it meanwhile. */
  private void anonymise(UserId user, String number) {
    var finishing =
        new Closings.Finishing(
            new Users.Renaming(user, CLOSED_NAME, now()),
            new Claims.Freeing(number, user),
            new Closings.Of(Closings.ACCOUNTS, user));
    if (store.run(Closings.CLOSE, finishing) instanceof TransactionOutcome.Refused refused
        && !refused.isConditionFailed()) {
      throw unavailable();
    }
  }

  private static Refusal unavailable() {
    return new Refusal.Unavailable("The account could not be deleted. Try again.");
  }

  private void erase(PersonalData data, UserId user) {
    data.erase(user);
    store.run(Closings.ERASED, new Closings.Of(data.system(), user));
  }

  /** Finishes a closing that was started; false if none was. */
  public boolean finishIfStarted(User user) {
    if (user.closingAt().isEmpty()) return false;
    finish(user.userId());
    return true;
  }

  /** Finishes what a crash left undone, and what systems missed while they were not served. */
  public void resume() {
    for (var user : pending(Closings.ACCOUNTS)) retried(() -> finish(user));
    for (var data : systems) {
      for (var user : pending(data.system())) retried(() -> erase(data, user));
    }
  }

  /** Makes {@link #resume} return after the closing it works on. */
  public void stop() {
    isStopped = true;
  }

  private List<UserId> pending(String system) {
    return store.stream(Closings.PENDING_OF, new Closings.OfSystem(system), PENDING_MAX)
        .map(PendingClosing::userId)
        .toList();
  }

  private void retried(Runnable step) {
    if (isStopped) return;
    try {
      step.run();
    } catch (RuntimeException e) {
      LOG.log(Level.WARNING, "an account was not closed; it is tried again at the next start", e);
    }
  }

  private Instant now() {
    return clock.instant().truncatedTo(ChronoUnit.MILLIS);
  }
}
