package dev.trestle.homeops.model;

import static dev.trestle.homeops.model.HomeTable.TABLE;
import static dev.trestle.homeops.model.Parts.CHAT;
import static dev.trestle.homeops.model.Parts.DECIDED;
import static dev.trestle.homeops.model.Parts.HOUSEHOLD;
import static dev.trestle.homeops.model.Parts.MESSAGE;
import static dev.trestle.model.Load.perDay;
import static java.lang.invoke.MethodHandles.lookup;

import dev.trestle.model.Entity;
import dev.trestle.model.Get;
import dev.trestle.model.Population;
import dev.trestle.model.Put;
import dev.trestle.model.Query;
import dev.trestle.model.key.KeyTemplate;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Households with their chats, when the assistant last spoke, and why it did or did not. */
public final class Households {
  /** How a household wants it. */
  public record Household(String household, String zone, List<String> chats, long version) {}

  /** When the assistant last answered in a chat. */
  public record Cooldown(String chatId, Instant answered) {}

  /** What the assistant decided about a message. */
  public record Decision(
      String chatId,
      Instant decided,
      long messageId,
      boolean answered,
      String reason,
      Optional<String> activity,
      double confidence,
      Instant ttl) {}

  public static final Entity<Household> HOUSEHOLD_OF =
      TABLE
          .entity(Household.class, lookup())
          .partition(KeyTemplate.of("HOUSEHOLD#<household>", HOUSEHOLD))
          .sort(KeyTemplate.of("SETTINGS"))
          .version(Household::version)
          .maxBytes(4096)
          .example(
              new Household(Examples.HOUSEHOLD, "Europe/Stockholm", List.of(Examples.CHAT), 1));

  public static final Entity<Cooldown> COOLDOWN =
      TABLE
          .entity(Cooldown.class, lookup())
          .partition(KeyTemplate.of("COOLDOWN#<chatId>", CHAT))
          .sort(KeyTemplate.of("COOLDOWN"))
          .example(new Cooldown(Examples.CHAT, Examples.NOW));

  public static final Entity<Decision> DECISION =
      TABLE
          .entity(Decision.class, lookup())
          .partition(KeyTemplate.of("DECISION#<chatId>", CHAT))
          .sort(KeyTemplate.of("<decided>#<messageId>", DECIDED, MESSAGE))
          .expires(Decision::ttl)
          .population(Population.of(18_000, 18_000).kept(Duration.ofDays(90)))
          .example(
              new Decision(
                  Examples.CHAT,
                  Examples.NOW,
                  456,
                  false,
                  "quiet hours",
                  Optional.of("diskning"),
                  0.93,
                  Instant.parse("2026-05-18T10:30:00Z")));

  public record OfHousehold(String household) {}

  public record OfChat(String chatId) {}

  public static final Get<OfHousehold, Household> READ =
      HOUSEHOLD_OF
          .get("household.read", "a household's settings", OfHousehold.class)
          .load(perDay(10))
          .build();

  public static final Put<Household, Household> SAVE =
      HOUSEHOLD_OF.put("household.save", "change a household's settings").load(perDay(0.1)).build();

  public static final Get<OfChat, Cooldown> LAST_ANSWER =
      COOLDOWN.get("cooldown.read", "when it last answered", OfChat.class).load(perDay(60)).build();

  public static final Put<Cooldown, Cooldown> ANSWERED =
      COOLDOWN.put("cooldown.save", "it answers now").load(perDay(3)).build();

  public static final Put<Decision, Decision> DECIDE =
      DECISION.put("decision.save", "why it spoke or was silent").load(perDay(200)).build();

  public static final Query<OfChat, Decision> DECISIONS =
      DECISION
          .query("decision.list", "the latest decisions", OfChat.class)
          .descending()
          .page(50)
          .typically(50)
          .load(perDay(2))
          .build();

  private Households() {}
}
