package dev.trestle.messenger.model;

import static dev.trestle.messenger.model.Parts.PHONE_NUMBER;
import static dev.trestle.messenger.model.Parts.USER_ID;
import static dev.trestle.model.Conditions.absent;
import static dev.trestle.model.Conditions.field;
import static dev.trestle.model.Conditions.optional;
import static dev.trestle.model.Conditions.param;
import static dev.trestle.model.Conditions.present;
import static dev.trestle.model.Load.perSecond;
import static dev.trestle.model.Table.index;
import static dev.trestle.model.Table.string;
import static java.lang.invoke.MethodHandles.lookup;

import dev.trestle.model.Alarms;
import dev.trestle.model.BackupPlan;
import dev.trestle.model.BatchGet;
import dev.trestle.model.Check;
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

/** Who people are. */
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
   * An account. The phone number is absent once the account is deleted.
   *
   * @param closingAt since when it is being deleted: nobody may add it to a chat any more
   * @param sessionsValidAfter sessions made by then are void, whatever an index still shows
   * @param sessionKept the one session that is not, if somebody revoked all but their own
   * @param devices the session of each device, at most five
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
      Optional<Instant> closingAt) {}

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
                  Optional.empty()));

  public record ById(UserId userId) {}

  public record ByPhone(String phoneNumber) {}

  /** What the index by phone number shows. */
  public record PhoneOwner(String phoneNumber, UserId userId) {}

  public record Revocation(
      UserId userId,
      Instant validAfter,
      Optional<SessionId> kept,
      Map<String, SessionId> devices,
      Instant at) {}

  public static final Get<ById, User> M1 =
      USER.get("M1", "user by id", ById.class).load(perSecond(18)).build();

  public static final Query<ByPhone, PhoneOwner> M2 =
      USER.index("phone_number-index")
          .query("M2", "user by phone", ByPhone.class)
          .as(PhoneOwner.class)
          .single()
          .load(perSecond(2))
          .build();

  public static final BatchGet<ById, User> NAMED =
      USER.batchGet("users.named", "names of people in a list", ById.class)
          .typically(20)
          .load(perSecond(0.1))
          .build();

  static final Put<User, User> CREATE = USER.put("signup.user", "the account").ifAbsent().build();

  /** The consistent read before a login or a refresh. */
  public static final Get<ById, User> FRESH =
      USER.get("user.fresh", "user by id, at login and refresh", ById.class)
          .consistent()
          .load(perSecond(1))
          .build();

  public record NewDevices(
      UserId userId, Map<String, SessionId> devices, Instant seen, Instant at) {}

  /** Which device has which session, if nobody changed the user since. */
  static final Update<NewDevices, User> SET_DEVICES =
      USER.update("session.open.user", "its place among the devices", NewDevices.class)
          .set(User::devices)
          .to(param(NewDevices::devices))
          .set(User::updatedAt)
          .to(param(NewDevices::at))
          .when(field(User::updatedAt).is(param(NewDevices::seen)))
          .build();

  /** A device whose session was revoked gives up its place. */
  public static final Update<NewDevices, User> FREE_DEVICE =
      USER.update("session.free", "the device has no session any more", NewDevices.class)
          .set(User::devices)
          .to(param(NewDevices::devices))
          .set(User::updatedAt)
          .to(param(NewDevices::at))
          .when(field(User::updatedAt).is(param(NewDevices::seen)))
          .load(perSecond(0.01))
          .build();

  public record Renaming(UserId userId, String displayName, Instant at) {}

  public static final Update<Renaming, User> RENAME =
      USER.update("user.rename", "change one's name", Renaming.class)
          .set(User::displayName)
          .to(param(Renaming::displayName))
          .set(User::updatedAt)
          .to(param(Renaming::at))
          .when(present(User::phoneNumber))
          .load(perSecond(0.02))
          .build();

  /** A step of whatever makes somebody a member: the account is there and stays. */
  static final Check<ById, User> HERE =
      USER.check("user.here", "the account is not being closed", ById.class)
          .when(present(User::phoneNumber).and(absent(User::closingAt)))
          .build();

  public record Leaving(UserId userId, Instant at) {}

  /** Comes first when an account is closed: what is read after it is all there is to undo. */
  public static final Update<Leaving, User> CLOSING =
      USER.update("account.closing", "the account is being closed", Leaving.class)
          .set(optional(User::closingAt))
          .to(param(Leaving::at))
          .when(present(User::phoneNumber))
          .load(perSecond(0.001))
          .build();

  /** Leaves the id, so that messages have a sender; the number may be claimed again. */
  static final Update<Renaming, User> FORGET =
      USER.update("account.close.user", "forget who it was", Renaming.class)
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

  /** Comes first when all sessions are revoked: no stale index can undo it. */
  public static final Update<Revocation, User> VOID_SESSIONS =
      USER.update("M20.void", "void all sessions so far", Revocation.class)
          .set(optional(User::sessionsValidAfter))
          .to(param(Revocation::validAfter))
          .set(User::sessionKept)
          .to(param(Revocation::kept))
          .set(User::devices)
          .to(param(Revocation::devices))
          .set(User::updatedAt)
          .to(param(Revocation::at))
          .ifExists()
          .load(perSecond(0.01))
          .build();

  private Users() {}
}
