package dev.trestle.ecobid.model;

import static dev.trestle.ecobid.model.EcoBidTable.TABLE;
import static dev.trestle.ecobid.model.EcoBidTable.USER;
import static dev.trestle.model.Conditions.field;
import static dev.trestle.model.Conditions.itemExists;
import static dev.trestle.model.Conditions.param;
import static dev.trestle.model.Load.perSecond;
import static java.lang.invoke.MethodHandles.lookup;

import dev.trestle.accounts.UserId;
import dev.trestle.model.BatchGet;
import dev.trestle.model.ConditionCheck;
import dev.trestle.model.Delete;
import dev.trestle.model.Entity;
import dev.trestle.model.Get;
import dev.trestle.model.Population;
import dev.trestle.model.Put;
import dev.trestle.model.Update;
import dev.trestle.model.key.KeyTemplate;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;

/** The users of the market: their public profile and their counters. */
public final class Profiles {
  static final KeyTemplate OF_USER = KeyTemplate.of("USER#<user>", USER);

  /**
   * A profile.
   *
   * @param ratings the number of ratings received
   * @param stars the sum of those ratings
   * @param active reservations that were not picked up yet
   * @param muted the kinds of notifications that are switched off
   * @param readUntil notifications up to this time are read
   */
  public record Profile(
      UserId user,
      String displayName,
      Instant since,
      long ratings,
      long stars,
      long given,
      long received,
      long noShows,
      long active,
      Set<NotificationKind> muted,
      Optional<Instant> readUntil) {}

  public static final Entity<Profile> PROFILE =
      TABLE
          .entity(Profile.class, lookup())
          .partition(OF_USER)
          .sort(KeyTemplate.of("PROFILE"))
          .maxBytes(1024)
          .population(Population.of(1000, 1))
          .example(
              new Profile(
                  Examples.ANN,
                  "Ann",
                  Examples.NOW,
                  12,
                  57,
                  20,
                  4,
                  0,
                  1,
                  Set.of(NotificationKind.NEARBY),
                  Optional.of(Examples.NOW)));

  public record OfUser(UserId user) {}

  public static final Get<OfUser, Profile> FIND =
      PROFILE.get("E1", "profile", OfUser.class).load(perSecond(1)).build();

  /** The givers of a page of items. */
  public static final BatchGet<OfUser, Profile> FIND_ALL =
      PROFILE
          .batchGet("profile.some", "several profiles", OfUser.class)
          .load(perSecond(0.2))
          .build();

  public static final Put<Profile, Profile> CREATE =
      PROFILE
          .put("profile.create", "somebody's first visit")
          .ifAbsent()
          .load(perSecond(0.01))
          .build();

  public record Editing(UserId user, String displayName, Set<NotificationKind> muted) {}

  public static final Update<Editing, Profile> EDIT =
      PROFILE
          .update("profile.edit", "change one's profile", Editing.class)
          .set(Profile::displayName)
          .to(param(Editing::displayName))
          .set(Profile::muted)
          .to(param(Editing::muted))
          .load(perSecond(0.01))
          .build();

  public record ReadingUntil(UserId user, Optional<Instant> until) {}

  public static final Update<ReadingUntil, Profile> READ_UNTIL =
      PROFILE
          .update("profile.read", "notifications are read", ReadingUntil.class)
          .set(Profile::readUntil)
          .to(param(ReadingUntil::until))
          .load(perSecond(0.05))
          .build();

  /**
   * Requires that the user has a profile, which is the first thing to be deleted when an account is
   * closed. A step of transactions that would otherwise store data about a deleted user.
   */
  static final ConditionCheck<OfUser, Profile> IS_HERE =
      PROFILE.check("profile.here", "the person is here", OfUser.class).when(itemExists()).build();

  public record TakingUp(UserId user, long max) {}

  /**
   * Adds an active reservation unless the limit is reached. Counted here and not in an index, which
   * lags behind.
   */
  static final Update<TakingUp, Profile> TAKE_UP =
      PROFILE
          .update("profile.take-up", "one more active reservation", TakingUp.class)
          .add(Profile::active)
          .of(1L)
          .when(field(Profile::active).lessThan(param(TakingUp::max)))
          .build();

  public record Counting(UserId user, long active, long noShows, long given, long received) {}

  static final Update<Counting, Profile> COUNT =
      PROFILE
          .update("profile.count", "what a reservation came to", Counting.class)
          .add(Profile::active)
          .of(param(Counting::active))
          .add(Profile::noShows)
          .of(param(Counting::noShows))
          .add(Profile::given)
          .of(param(Counting::given))
          .add(Profile::received)
          .of(param(Counting::received))
          .build();

  public record Rating(UserId user, long stars) {}

  static final Update<Rating, Profile> RATE =
      PROFILE
          .update("profile.rate", "one more rating", Rating.class)
          .add(Profile::ratings)
          .of(1L)
          .add(Profile::stars)
          .of(param(Rating::stars))
          .build();

  public static final Delete<OfUser, Profile> ERASE =
      PROFILE
          .delete("profile.erase", "an account was deleted", OfUser.class)
          .load(perSecond(0.001))
          .build();

  private Profiles() {}
}
