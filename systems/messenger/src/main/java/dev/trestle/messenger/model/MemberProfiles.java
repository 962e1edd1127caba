package dev.trestle.messenger.model;

import static dev.trestle.accounts.model.AccountKeys.USER_ID;
import static dev.trestle.model.Conditions.absent;
import static dev.trestle.model.Conditions.optional;
import static dev.trestle.model.Conditions.param;
import static dev.trestle.model.Load.perSecond;
import static dev.trestle.model.Table.string;
import static java.lang.invoke.MethodHandles.lookup;

import dev.trestle.accounts.UserId;
import dev.trestle.accounts.model.Regions;
import dev.trestle.accounts.model.Users;
import dev.trestle.model.Alarms;
import dev.trestle.model.BackupPlan;
import dev.trestle.model.BatchGet;
import dev.trestle.model.Delete;
import dev.trestle.model.Entity;
import dev.trestle.model.Get;
import dev.trestle.model.Population;
import dev.trestle.model.Table;
import dev.trestle.model.Transaction;
import dev.trestle.model.Update;
import java.time.Instant;
import java.util.Optional;

/** What users who share a chat see of each other beside the name, in one item per user. */
public final class MemberProfiles {
  public static final Table TABLE =
      Table.named("member_profiles")
          .partition(string("user_id"))
          .recoverable()
          .backups(BackupPlan.daily(90))
          .replicas(Regions.SECOND)
          .protectedFromDeletion()
          .alarms(Alarms.STANDARD)
          .build();

  /**
   * What is known about a user.
   *
   * @param lastSeenAt when the user's last connection ended; absent if the user hides it
   * @param hidesPresence true if the user does not show when they are online or were last seen
   * @param pictureId tells the user's picture from earlier ones; its bytes are a blob
   */
  public record MemberProfile(
      UserId userId,
      Optional<Instant> lastSeenAt,
      Optional<Boolean> hidesPresence,
      Optional<String> pictureId) {
    /** Of a user about whom nothing is stored. */
    public static MemberProfile empty(UserId user) {
      return new MemberProfile(user, Optional.empty(), Optional.empty(), Optional.empty());
    }

    public boolean showsPresence() {
      return !hidesPresence.orElse(false);
    }
  }

  public static final Entity<MemberProfile> PROFILE =
      TABLE
          .entity(MemberProfile.class, lookup())
          .partition(USER_ID)
          .snakeCase()
          .population(Population.of(100_000, 1))
          .example(
              new MemberProfile(
                  Examples.BO,
                  Optional.of(Examples.NOW),
                  Optional.empty(),
                  Optional.of("pic_01JCQZ8M5R3V7W9X1Y2Z3A4B5H")));

  public record OfUser(UserId userId) {}

  public static final Get<OfUser, MemberProfile> FIND =
      PROFILE
          .get("profile.find", "a user's own profile", OfUser.class)
          .consistent()
          .load(perSecond(0.1))
          .build();

  /** Read with each list of chats, and whenever a user comes online or goes offline. */
  public static final BatchGet<OfUser, MemberProfile> OF_USERS =
      PROFILE
          .batchGet("profile.users", "what users see of each other", OfUser.class)
          .typically(15)
          .load(perSecond(3))
          .build();

  public record Seen(UserId userId, Instant at) {}

  /** Once each time that a user's last connection ends. */
  public static final Update<Seen, MemberProfile> SEE =
      PROFILE
          .upsert("profile.seen", "note when a user was last seen", Seen.class)
          .set(optional(MemberProfile::lastSeenAt))
          .to(param(Seen::at))
          .when(absent(MemberProfile::hidesPresence))
          .load(perSecond(0.6))
          .build();

  /** Refused where there is no profile. */
  public static final Update<OfUser, MemberProfile> FORGET_SEEN =
      PROFILE
          .update("F2.seen", "forget when an idle user was last seen", OfUser.class)
          .remove(MemberProfile::lastSeenAt)
          .load(perSecond(0.001))
          .build();

  public record Hiding(UserId userId, boolean hides) {}

  private static final Update<Hiding, MemberProfile> HIDE =
      PROFILE
          .upsert("profile.presence.hide", "hide it, and forget when they were seen", Hiding.class)
          .set(optional(MemberProfile::hidesPresence))
          .to(param(Hiding::hides))
          .remove(MemberProfile::lastSeenAt)
          .build();

  private static final Update<OfUser, MemberProfile> SHOW =
      PROFILE
          .upsert("profile.presence.show", "show it", OfUser.class)
          .remove(MemberProfile::hidesPresence)
          .build();

  /** The choice of a user whose account is open. */
  public record Choosing(Optional<Hiding> hide, Optional<OfUser> show, Users.ById user) {}

  public static final Transaction<Choosing> CHOOSE =
      Transaction.of(
              "profile.presence",
              "choose whether others see when one is online",
              Choosing.class,
              lookup())
          .maybe(HIDE, Choosing::hide)
          .maybe(SHOW, Choosing::show)
          .step(Users.IS_OPEN, Choosing::user)
          .load(perSecond(0.01))
          .build();

  public record NewPhoto(UserId userId, String pictureId) {}

  private static final Update<NewPhoto, MemberProfile> SET_PICTURE =
      PROFILE
          .upsert("profile.picture.set", "note the picture", NewPhoto.class)
          .set(optional(MemberProfile::pictureId))
          .to(param(NewPhoto::pictureId))
          .build();

  /** The picture of a user whose account is open. */
  public record ChoosingPhoto(NewPhoto picture, Users.ById user) {}

  public static final Transaction<ChoosingPhoto> CHOOSE_PICTURE =
      Transaction.of("profile.picture", "choose a picture", ChoosingPhoto.class, lookup())
          .step(SET_PICTURE, ChoosingPhoto::picture)
          .step(Users.IS_OPEN, ChoosingPhoto::user)
          .load(perSecond(0.01))
          .build();

  public static final Update<OfUser, MemberProfile> REMOVE_PICTURE =
      PROFILE
          .update("profile.picture.remove", "remove one's picture", OfUser.class)
          .remove(MemberProfile::pictureId)
          .load(perSecond(0.002))
          .build();

  public static final Delete<OfUser, MemberProfile> REMOVE =
      PROFILE
          .delete("profile.remove", "remove the profile of a closed account", OfUser.class)
          .load(perSecond(0.001))
          .build();

  private MemberProfiles() {}
}
