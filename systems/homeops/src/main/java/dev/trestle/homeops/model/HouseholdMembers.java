package dev.trestle.homeops.model;

import static dev.trestle.homeops.model.HomeTable.GSI1;
import static dev.trestle.homeops.model.HomeTable.OF_USER;
import static dev.trestle.homeops.model.HomeTable.TABLE;
import static dev.trestle.homeops.model.Parts.HOUSEHOLD;
import static dev.trestle.homeops.model.Parts.OUTSIDE;
import static dev.trestle.homeops.model.Parts.PERIOD;
import static dev.trestle.homeops.model.Parts.SOURCE;
import static dev.trestle.homeops.model.Parts.USER;
import static dev.trestle.model.Load.perDay;
import static java.lang.invoke.MethodHandles.lookup;

import dev.trestle.model.Delete;
import dev.trestle.model.Entity;
import dev.trestle.model.Get;
import dev.trestle.model.Population;
import dev.trestle.model.Put;
import dev.trestle.model.Query;
import dev.trestle.model.Transaction;
import dev.trestle.model.key.KeyTemplate;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Members, whether they may be written to, and how the load was shared, for them alone. */
public final class HouseholdMembers {
  public record Profile(
      MemberId userId, String displayName, HouseholdId householdId, Instant createdAt) {}

  /** The member behind an id of another system. */
  public record Identity(Source source, String outside, HouseholdId household, MemberId member) {}

  /**
   * Whether a member may be written to privately, and how often that was done this week.
   *
   * @param address the chat's own address of the member
   * @param period the week in which {@code sent} messages were sent
   * @param summarised the last week whose summary was sent
   */
  public record DmStatus(
      MemberId userId,
      boolean open,
      String address,
      IsoWeek period,
      long sent,
      Optional<IsoWeek> summarised,
      Instant updatedAt,
      long version) {}

  /** One week between two members, as the first of them sees it; each has one of their own. */
  public record Balance(
      HouseholdId household,
      MemberId userId,
      MemberId other,
      IsoWeek period,
      double netLoad1,
      double netLoad2,
      double delta,
      Instant updatedAt) {}

  public record Summary(
      MemberId userId,
      IsoWeek period,
      long choresCount,
      long recoveryCount,
      double netLoad,
      double fairnessScore,
      List<String> highlights,
      Instant createdAt) {}

  public static final Entity<Profile> PROFILE =
      TABLE
          .entity(Profile.class, lookup())
          .partition(OF_USER)
          .sort(KeyTemplate.of("PROFILE"))
          .population(Population.of(5, 1))
          .example(new Profile(Examples.MARTIN, "Martin", Examples.HOUSEHOLD, Examples.NOW));

  public static final Entity<Identity> IDENTITY =
      TABLE
          .entity(Identity.class, lookup())
          .partition(KeyTemplate.of("IDENTITY#<source>#<outside>", SOURCE, OUTSIDE))
          .sort(KeyTemplate.of("HOME#<household>", HOUSEHOLD))
          .population(Population.of(5, 1))
          .example(
              new Identity(
                  Source.ACCOUNT,
                  "user_01JCQZ8M5R3V7W9X1Y2Z3A4B5C",
                  Examples.HOUSEHOLD,
                  Examples.MARTIN));

  public static final Entity<DmStatus> DM_STATUS =
      TABLE
          .entity(DmStatus.class, lookup())
          .partition(KeyTemplate.of("DM#<userId>", USER))
          .sort(KeyTemplate.of("STATUS"))
          .version(DmStatus::version)
          .population(Population.of(5, 1))
          .example(
              new DmStatus(
                  Examples.MARTIN,
                  true,
                  "42",
                  Examples.WEEK,
                  1,
                  Optional.of(new IsoWeek("2026-W06")),
                  Examples.NOW,
                  1));

  public static final Entity<Balance> BALANCE =
      TABLE
          .entity(Balance.class, lookup())
          .partition(KeyTemplate.of("HOUSEHOLD#<household>", HOUSEHOLD))
          .sort(
              KeyTemplate.of(
                  "BALANCE#USER#<userId>#USER#<other>#<period>", USER, USER.named("other"), PERIOD))
          .in(GSI1, OF_USER, KeyTemplate.of("BALANCE#<period>", PERIOD))
          .population(Population.of(500, 500).growing(1))
          .example(
              new Balance(
                  Examples.HOUSEHOLD,
                  Examples.MARTIN,
                  Examples.ANNA,
                  Examples.WEEK,
                  12.5,
                  9.0,
                  3.5,
                  Examples.NOW));

  public static final Entity<Summary> SUMMARY =
      TABLE
          .entity(Summary.class, lookup())
          .partition(OF_USER)
          .sort(KeyTemplate.of("SUMMARY#<period>", PERIOD))
          .maxBytes(4096)
          .population(Population.of(260, 52).growing(0.15))
          .example(
              new Summary(
                  Examples.MARTIN,
                  Examples.WEEK,
                  9,
                  2,
                  12.5,
                  0.97,
                  List.of("Diskade fem gånger", "Vilade två kvällar"),
                  Examples.NOW));

  public record OfUser(MemberId userId) {}

  public record Pair(HouseholdId household, MemberId userId, MemberId other, IsoWeek period) {}

  public record Week(MemberId userId, IsoWeek period) {}

  public record BothSides(Balance one, Balance other) {}

  public static final Get<OfUser, Profile> FIND_PROFILE =
      PROFILE.get("A5", "user by Telegram id", OfUser.class).load(perDay(60)).build();

  public static final Put<Profile, Profile> SAVE_PROFILE =
      PROFILE.put("profile.save", "save a member").load(perDay(1)).build();

  public record OfIdentity(Source source, String outside, HouseholdId household) {}

  public record OfOutside(Source source, String outside) {}

  /** One person may be a member of several households, with a member id in each. */
  public static final Query<OfOutside, Identity> HOUSEHOLDS_OF =
      IDENTITY
          .query("identity.list", "a person's households", OfOutside.class)
          .page(50)
          .typically(1)
          .load(perDay(5))
          .build();

  public static final Delete<OfIdentity, Identity> REMOVE_IDENTITY =
      IDENTITY
          .delete("identity.remove", "a person leaves a household", OfIdentity.class)
          .load(perDay(0.001))
          .build();

  public static final Delete<OfUser, Profile> REMOVE_PROFILE =
      PROFILE.delete("profile.remove", "forget a member", OfUser.class).load(perDay(0.001)).build();

  public static final Get<OfIdentity, Identity> FIND_IDENTITY =
      IDENTITY
          .get("identity.read", "which member it is", OfIdentity.class)
          .load(perDay(200))
          .build();

  public static final Put<Identity, Identity> ADD_IDENTITY =
      IDENTITY
          .put("identity.save", "a member of another system")
          .ifAbsent()
          .load(perDay(0.01))
          .build();

  public static final Get<Pair, Balance> FIND_BALANCE =
      BALANCE.get("A7", "balance of two", Pair.class).load(perDay(5)).build();

  /** Written for both sides, so that either can find it. */
  public static final Transaction<BothSides> SAVE_BALANCE =
      Transaction.of("balance.save", "save a balance for both", BothSides.class, lookup())
          .step(BALANCE.put("balance.one", "as the one sees it").build(), BothSides::one)
          .step(BALANCE.put("balance.other", "as the other sees it").build(), BothSides::other)
          .load(perDay(5))
          .build();

  public static final Get<Week, Summary> FIND_SUMMARY =
      SUMMARY.get("A10", "weekly summary", Week.class).load(perDay(1)).build();

  public static final Put<Summary, Summary> SAVE_SUMMARY =
      SUMMARY.put("summary.save", "save a summary").load(perDay(1)).build();

  public static final Query<OfUser, Balance> BALANCES_OF_USER =
      BALANCE
          .index(GSI1)
          .query("H13", "balances of a user", OfUser.class)
          .descending()
          .page(50)
          .typically(10)
          .load(perDay(5))
          .build();

  public static final Put<DmStatus, DmStatus> SAVE_DM_STATUS =
      DM_STATUS.put("H24", "put DM status").load(perDay(0.1)).build();

  public static final Get<OfUser, DmStatus> FIND_DM_STATUS =
      DM_STATUS.get("H25", "DM status", OfUser.class).load(perDay(2)).build();

  public static final Delete<OfUser, DmStatus> REMOVE_DM_STATUS =
      DM_STATUS.delete("dm.remove", "forget DM status", OfUser.class).load(perDay(0.001)).build();

  public static final Delete<Pair, Balance> REMOVE_BALANCE =
      BALANCE.delete("balance.remove", "forget a balance", Pair.class).load(perDay(0.001)).build();

  public static final Query<OfUser, Summary> SUMMARIES_OF_USER =
      SUMMARY
          .query("summary.list", "a member's summaries", OfUser.class)
          .page(60)
          .typically(20)
          .load(perDay(0.001))
          .build();

  public static final Delete<Week, Summary> REMOVE_SUMMARY =
      SUMMARY.delete("summary.remove", "forget a summary", Week.class).load(perDay(0.001)).build();

  private HouseholdMembers() {}
}
