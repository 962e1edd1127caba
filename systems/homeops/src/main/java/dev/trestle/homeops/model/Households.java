package dev.trestle.homeops.model;

import static dev.trestle.homeops.model.HomeTable.GSI1;
import static dev.trestle.homeops.model.HomeTable.TABLE;
import static dev.trestle.homeops.model.Parts.CHAT;
import static dev.trestle.homeops.model.Parts.DUE;
import static dev.trestle.homeops.model.Parts.HOUSEHOLD;
import static dev.trestle.homeops.model.Parts.INVITE;
import static dev.trestle.homeops.model.Parts.PLAN_AT;
import static dev.trestle.model.Load.perDay;
import static java.lang.invoke.MethodHandles.lookup;

import dev.trestle.model.Entity;
import dev.trestle.model.Get;
import dev.trestle.model.Put;
import dev.trestle.model.Query;
import dev.trestle.model.Transaction;
import dev.trestle.model.key.KeyTemplate;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Households with their chats and members, and when the planner looks at them. */
public final class Households {
  /**
   * A household.
   *
   * @param chats the one in use first
   * @param members names by member id, in decimal digits
   */
  public record Household(
      HouseholdId household,
      String name,
      String zone,
      HouseholdLanguage language,
      List<ChatId> chats,
      Map<String, String> members,
      String invite,
      Instant createdAt,
      long version) {}

  /**
   * Which household a chat belongs to.
   *
   * @param source the adapter that serves it, such as {@code page}
   * @param movedTo the chat that took its place
   */
  public record ChatLink(
      ChatId chatId, HouseholdId household, Source source, Optional<ChatId> movedTo) {}

  /** A code with which users can join a household. */
  public record Invite(String invite, HouseholdId household) {}

  /**
   * When the planner next processes a household.
   *
   * @param proactiveDay the local day of the last unsolicited message
   * @param summarised the last week that was summarised
   */
  public record Plan(
      HouseholdId household,
      long due,
      Instant planAt,
      Optional<String> proactiveDay,
      Optional<IsoWeek> summarised,
      long version) {}

  private static final KeyTemplate OF_HOUSEHOLD =
      KeyTemplate.of("HOUSEHOLD#<household>", HOUSEHOLD);

  public static final Entity<Household> HOUSEHOLD_OF =
      TABLE
          .entity(Household.class, lookup())
          .partition(OF_HOUSEHOLD)
          .sort(KeyTemplate.of("SETTINGS"))
          .version(Household::version)
          .maxBytes(4096)
          .example(
              new Household(
                  Examples.HOUSEHOLD,
                  "Hemma",
                  "Europe/Stockholm",
                  HouseholdLanguage.sv,
                  List.of(Examples.CHAT),
                  Map.of("42", "Martin", "99", "Anna"),
                  "k3v9q2m7xa",
                  Examples.NOW,
                  1));

  public static final Entity<ChatLink> CHAT_LINK =
      TABLE
          .entity(ChatLink.class, lookup())
          .partition(KeyTemplate.of("CHAT#<chatId>", CHAT))
          .sort(KeyTemplate.of("CHAT"))
          .example(
              new ChatLink(
                  new ChatId("-1234567890"),
                  Examples.HOUSEHOLD,
                  new Source("telegram"),
                  Optional.of(Examples.CHAT)));

  public static final Entity<Invite> INVITATION =
      TABLE
          .entity(Invite.class, lookup())
          .partition(KeyTemplate.of("INVITE#<invite>", INVITE))
          .sort(KeyTemplate.of("INVITE"))
          .example(new Invite("k3v9q2m7xa", Examples.HOUSEHOLD));

  public static final Entity<Plan> PLAN =
      TABLE
          .entity(Plan.class, lookup())
          .partition(OF_HOUSEHOLD)
          .sort(KeyTemplate.of("PLAN"))
          .in(
              GSI1,
              KeyTemplate.of("PLAN_DUE#<due>", DUE),
              KeyTemplate.of("PLAN_AT#<planAt>", PLAN_AT))
          .version(Plan::version)
          .example(
              new Plan(
                  Examples.HOUSEHOLD,
                  3,
                  Examples.NOW,
                  Optional.of("2026-02-16"),
                  Optional.of(Examples.WEEK),
                  1));

  public record OfHousehold(HouseholdId household) {}

  public record OfChat(ChatId chatId) {}

  public record OfInvite(String invite) {}

  public record PlanDue(long due, Instant now) {}

  public static final Get<OfHousehold, Household> FIND =
      HOUSEHOLD_OF.get("household.read", "a household", OfHousehold.class).load(perDay(10)).build();

  /** The same, certain to see the last change. */
  public static final Get<OfHousehold, Household> CURRENT =
      HOUSEHOLD_OF
          .get("household.current", "a household before it is changed", OfHousehold.class)
          .consistent()
          .load(perDay(0.1))
          .build();

  public static final Put<Household, Household> SAVE =
      HOUSEHOLD_OF.put("household.save", "change a household").load(perDay(0.1)).build();

  public static final Get<OfChat, ChatLink> FIND_CHAT =
      CHAT_LINK.get("chat.read", "a chat's household", OfChat.class).load(perDay(10)).build();

  /** The same, certain to see the last change. */
  public static final Get<OfChat, ChatLink> CURRENT_CHAT =
      CHAT_LINK
          .get("chat.current", "the household that a chat was given meanwhile", OfChat.class)
          .consistent()
          .load(perDay(0.001))
          .build();

  public static final Put<ChatLink, ChatLink> ADD_CHAT =
      CHAT_LINK.put("chat.add", "give a household a chat").ifAbsent().load(perDay(0.01)).build();

  public static final Put<ChatLink, ChatLink> SAVE_CHAT =
      CHAT_LINK.put("chat.save", "move a chat").load(perDay(0.001)).build();

  public static final Get<OfInvite, Invite> FIND_INVITE =
      INVITATION
          .get("invite.read", "an invite's household", OfInvite.class)
          .load(perDay(0.1))
          .build();

  public static final Put<Invite, Invite> ADD_INVITE =
      INVITATION.put("invite.add", "make an invite").ifAbsent().load(perDay(0.01)).build();

  public static final Get<OfHousehold, Plan> FIND_PLAN =
      PLAN.get("plan.read", "a household's plan", OfHousehold.class).load(perDay(4)).build();

  public static final Query<PlanDue, Plan> PLANS_DUE =
      PLAN.index(GSI1)
          .query("plan.due", "households to look at", PlanDue.class)
          .upTo(PlanDue::now)
          .page(50)
          .typically(1)
          .load(perDay(4))
          .build();

  public static final Put<Plan, Plan> SAVE_PLAN =
      PLAN.put("plan.save", "say when to look again").load(perDay(4)).build();

  /** The records of a new household. */
  public record Founding(Household household, Plan plan, Invite invite, ChatLink chat) {}

  /** Is refused if the chat has a household. */
  public static final Transaction<Founding> FOUND =
      Transaction.of("household.found", "make a household", Founding.class, lookup())
          .step(SAVE, Founding::household)
          .step(SAVE_PLAN, Founding::plan)
          .step(ADD_INVITE, Founding::invite)
          .step(ADD_CHAT, Founding::chat)
          .load(perDay(0.01))
          .build();

  private Households() {}
}
