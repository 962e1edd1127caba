package dev.trestle.homeops.model;

import static dev.trestle.homeops.model.HomeTable.GSI1;
import static dev.trestle.homeops.model.HomeTable.OF_USER;
import static dev.trestle.homeops.model.HomeTable.TABLE;
import static dev.trestle.homeops.model.Parts.HOUSEHOLD;
import static dev.trestle.homeops.model.Parts.PERIOD;
import static dev.trestle.homeops.model.Parts.USER;
import static dev.trestle.model.Load.perDay;
import static java.lang.invoke.MethodHandles.lookup;

import dev.trestle.model.Entity;
import dev.trestle.model.Get;
import dev.trestle.model.Population;
import dev.trestle.model.Put;
import dev.trestle.model.Query;
import dev.trestle.model.Transaction;
import dev.trestle.model.key.KeyTemplate;
import java.time.Instant;
import java.util.List;

/** Members, whether they may be written to, and how the load was shared, for them alone. */
public final class People {
  public record Profile(long userId, String displayName, String householdId, Instant createdAt) {}

  /** Whether a member has opened the private conversation. */
  public record DmStatus(long userId, boolean open, Instant updatedAt) {}

  /** One week between two members, as the first of them sees it; each has one of their own. */
  public record Balance(
      String household,
      long userId,
      long other,
      String period,
      double netLoad,
      double netLoadOther,
      Instant updatedAt) {}

  public record Summary(
      long userId,
      String period,
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

  public static final Entity<DmStatus> DM_STATUS =
      TABLE
          .entity(DmStatus.class, lookup())
          .partition(KeyTemplate.of("DM#<userId>", USER))
          .sort(KeyTemplate.of("STATUS"))
          .population(Population.of(5, 1))
          .example(new DmStatus(Examples.MARTIN, true, Examples.NOW));

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

  public record OfUser(long userId) {}

  public record Pair(String household, long userId, long other, String period) {}

  public record Week(long userId, String period) {}

  public record BothSides(Balance one, Balance other) {}

  public static final Get<OfUser, Profile> A5 =
      PROFILE.get("A5", "user by Telegram id", OfUser.class).load(perDay(60)).build();

  public static final Put<Profile, Profile> SAVE =
      PROFILE.put("profile.save", "save a member").load(perDay(1)).build();

  public static final Get<Pair, Balance> A7 =
      BALANCE.get("A7", "balance of two", Pair.class).load(perDay(5)).build();

  /** Written from both sides, so that either finds it. */
  public static final Transaction<BothSides> SETTLE =
      Transaction.of("balance.save", "save a balance for both", BothSides.class, lookup())
          .step(BALANCE.put("balance.one", "as the one sees it").build(), BothSides::one)
          .step(BALANCE.put("balance.other", "as the other sees it").build(), BothSides::other)
          .load(perDay(5))
          .build();

  public static final Get<Week, Summary> A10 =
      SUMMARY.get("A10", "weekly summary", Week.class).load(perDay(1)).build();

  public static final Put<Summary, Summary> SUMMARISE =
      SUMMARY.put("summary.save", "save a summary").load(perDay(1)).build();

  public static final Query<OfUser, Balance> H13 =
      BALANCE
          .index(GSI1)
          .query("H13", "balances of a user", OfUser.class)
          .descending()
          .page(50)
          .typically(10)
          .load(perDay(5))
          .build();

  public static final Put<DmStatus, DmStatus> H24 =
      DM_STATUS.put("H24", "put DM status").load(perDay(0.1)).build();

  public static final Get<OfUser, DmStatus> H25 =
      DM_STATUS.get("H25", "DM status", OfUser.class).load(perDay(2)).build();

  private People() {}
}
