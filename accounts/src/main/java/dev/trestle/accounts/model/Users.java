package dev.trestle.accounts.model;

import static dev.trestle.accounts.model.AccountKeys.PHONE_NUMBER;
import static dev.trestle.accounts.model.AccountKeys.USER_ID;
import static dev.trestle.model.Conditions.absent;
import static dev.trestle.model.Conditions.field;
import static dev.trestle.model.Conditions.optional;
import static dev.trestle.model.Conditions.param;
import static dev.trestle.model.Conditions.present;
import static dev.trestle.model.Load.perSecond;
import static dev.trestle.model.Table.index;
import static dev.trestle.model.Table.string;
import static java.lang.invoke.MethodHandles.lookup;

import dev.trestle.accounts.SessionId;
import dev.trestle.accounts.UserId;
import dev.trestle.model.Alarms;
import dev.trestle.model.BackupPlan;
import dev.trestle.model.BatchGet;
import dev.trestle.model.ConditionCheck;
import dev.trestle.model.Entity;
import dev.trestle.model.Get;
import dev.trestle.model.Population;
import dev.trestle.model.Put;
import dev.trestle.model.Query;
import dev.trestle.model.Table;
import dev.trestle.model.Update;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/** Accounts: one item for each person. */
public final class Users {
  public static final Table TABLE =
      Table.named("users")
          .partition(string("user_id"))
          .global(index("phone_number-index", string("phone_number")).keysOnly())
          .provisioned(25, 5)
          .recoverable()
          .backups(BackupPlan.daily(90))
          .replicas(Regions.SECOND)
          .protectedFromDeletion()
          .alarms(Alarms.STANDARD)
          .build();

  /**
   * An account.
   *
   * @param phoneNumber absent once the account is closed
   * @param sessionsValidAfter sessions created up to then are void, whatever the index shows
   * @param sessionKept the one session that stays valid, if the user revoked all others
   * @param devices the session of each device, at most five
   * @param closingAt when the user asked to close the account; nothing new may refer to it
   * @param usedAt when the account was last used, give or take a month; absent if nobody signed in
   * @param archivedAt when it was archived; absent again after the next sign-in
   */
  public record User(
      UserId userId,
      Optional<String> phoneNumber,
      boolean phoneVerified,
      String displayName,
      Instant createdAt,
      Instant updatedAt,
      Optional<Instant> sessionsValidAfter,
      Optional<SessionId> sessionKept,
      Map<String, SessionId> devices,
      Optional<Instant> closingAt,
      Optional<Instant> usedAt,
      Optional<Instant> archivedAt) {
    /** When the account was last used, as far as it is known. */
    public Instant lastUse() {
      return usedAt.filter(updatedAt::isBefore).orElse(updatedAt);
    }
  }

  public static final Entity<User> USER =
      TABLE
          .entity(User.class, lookup())
          .partition(USER_ID)
          .in("phone_number-index", PHONE_NUMBER)
          .snakeCase()
          .maxBytes(2048)
          .population(Population.of(100_000, 1))
          .example(
              new User(
                  Examples.ANN,
                  Optional.of("+46701234567"),
                  true,
                  "Ann Lind",
                  Examples.NOW,
                  Examples.NOW,
                  Optional.empty(),
                  Optional.empty(),
                  Map.of("phone", Examples.SESSION),
                  Optional.empty(),
                  Optional.of(Examples.NOW),
                  Optional.empty()));

  public record ById(UserId userId) {}

  public record ByPhone(String phoneNumber) {}

  /** An entry of the index by phone number. */
  public record PhoneOwner(String phoneNumber, UserId userId) {}

  public record Revocation(
      UserId userId,
      Instant validAfter,
      Optional<SessionId> kept,
      Map<String, SessionId> devices,
      Instant seen,
      Instant at) {}

  public static final Get<ById, User> BY_ID =
      USER.get("M1", "user by id", ById.class).load(perSecond(18)).build();

  public static final Query<ByPhone, PhoneOwner> BY_PHONE =
      USER.index("phone_number-index")
          .query("M2", "user by phone", ByPhone.class)
          .as(PhoneOwner.class)
          .single()
          .load(perSecond(2))
          .build();

  public static final BatchGet<ById, User> BY_IDS =
      USER.batchGet("users.named", "profiles of the users in a list", ById.class)
          .typically(20)
          .load(perSecond(0.1))
          .build();

  static final Put<User, User> CREATE =
      USER.put("signup.user", "create the account").ifAbsent().build();

  /** Read at login and refresh, where a stale account would be wrong. */
  public static final Get<ById, User> BY_ID_CONSISTENT =
      USER.get("user.fresh", "user by id, at login and refresh", ById.class)
          .consistent()
          .load(perSecond(1))
          .build();

  public record NewDevices(
      UserId userId, Map<String, SessionId> devices, Instant seen, Instant at) {}

  /** Sets the sessions of the devices, unless the user has changed since it was read. */
  static final Update<NewDevices, User> SET_DEVICES =
      USER.update("session.open.user", "note the device's session", NewDevices.class)
          .set(User::devices)
          .to(param(NewDevices::devices))
          .set(User::updatedAt)
          .to(param(NewDevices::at))
          .set(optional(User::usedAt))
          .to(param(NewDevices::at))
          .remove(User::archivedAt)
          .when(field(User::updatedAt).is(param(NewDevices::seen)))
          .build();

  public record Use(UserId userId, Instant at) {}

  /** Once a month while sessions are refreshed. */
  public static final Update<Use, User> NOTE_USE =
      USER.update("F2.used", "note that the account is used", Use.class)
          .set(optional(User::usedAt))
          .to(param(Use::at))
          .when(present(User::phoneNumber))
          .load(perSecond(0.04))
          .build();

  /** An account as it was read. */
  public record Archiving(UserId userId, Instant usedAt, Instant updatedAt, Instant at) {}

  /** Its sessions have expired long ago. */
  static final Update<Archiving, User> ARCHIVE =
      USER.update("F2.user", "mark the account", Archiving.class)
          .set(optional(User::archivedAt))
          .to(param(Archiving::at))
          .set(User::devices)
          .to(Map.of())
          .set(User::updatedAt)
          .to(param(Archiving::at))
          .when(
              field(User::updatedAt)
                  .is(param(Archiving::updatedAt))
                  .and(absent(User::usedAt).or(optional(User::usedAt).is(param(Archiving::usedAt))))
                  .and(absent(User::closingAt)))
          .build();

  /** Removes the device of a revoked session. */
  public static final Update<NewDevices, User> FREE_DEVICE =
      USER.update("session.free", "remove the device of a revoked session", NewDevices.class)
          .set(User::devices)
          .to(param(NewDevices::devices))
          .set(User::updatedAt)
          .to(param(NewDevices::at))
          .when(field(User::updatedAt).is(param(NewDevices::seen)))
          .load(perSecond(0.01))
          .build();

  public record Renaming(UserId userId, String displayName, Instant at) {}

  public static final Update<Renaming, User> RENAME =
      USER.update("user.rename", "change the display name", Renaming.class)
          .set(User::displayName)
          .to(param(Renaming::displayName))
          .set(User::updatedAt)
          .to(param(Renaming::at))
          .when(present(User::phoneNumber))
          .load(perSecond(0.02))
          .build();

  /**
   * The account exists and is not being closed. A step of every transaction, in any system, that
   * stores something new about a user.
   */
  public static final ConditionCheck<ById, User> IS_OPEN =
      USER.check("user.here", "the account is open", ById.class)
          .when(present(User::phoneNumber).and(absent(User::closingAt)))
          .build();

  public record Closing(UserId userId, Instant at) {}

  static final Update<Closing, User> START_CLOSING =
      USER.update("account.closing.user", "the account is being closed", Closing.class)
          .set(optional(User::closingAt))
          .to(param(Closing::at))
          .when(present(User::phoneNumber))
          .build();

  /** Keeps the id, so that what the user wrote still has an author. */
  static final Update<Renaming, User> ANONYMISE =
      USER.update("account.close.user", "remove name and number", Renaming.class)
          .set(User::displayName)
          .to(param(Renaming::displayName))
          .set(User::updatedAt)
          .to(param(Renaming::at))
          .set(User::devices)
          .to(Map.of())
          .remove(User::phoneNumber)
          .remove(User::closingAt)
          .when(present(User::phoneNumber))
          .build();

  /**
   * Part of revoking all sessions, unless the user has changed since it was read. Sessions are read
   * without consistency; the time voids one that is still seen after it was removed.
   */
  static final Update<Revocation, User> VOID_SESSIONS =
      USER.update("M20.void", "void all sessions so far", Revocation.class)
          .set(optional(User::sessionsValidAfter))
          .to(param(Revocation::validAfter))
          .set(User::sessionKept)
          .to(param(Revocation::kept))
          .set(User::devices)
          .to(param(Revocation::devices))
          .set(User::updatedAt)
          .to(param(Revocation::at))
          .when(field(User::updatedAt).is(param(Revocation::seen)))
          .build();

  private Users() {}
}
