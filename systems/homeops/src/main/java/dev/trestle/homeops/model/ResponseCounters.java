package dev.trestle.homeops.model;

import static dev.trestle.homeops.model.Parts.CHAT;
import static dev.trestle.homeops.model.Parts.DATE;
import static dev.trestle.model.Conditions.absent;
import static dev.trestle.model.Conditions.currentOr;
import static dev.trestle.model.Conditions.field;
import static dev.trestle.model.Conditions.param;
import static dev.trestle.model.Load.perDay;
import static dev.trestle.model.Table.string;
import static java.lang.invoke.MethodHandles.lookup;

import dev.trestle.model.Entity;
import dev.trestle.model.Get;
import dev.trestle.model.Population;
import dev.trestle.model.Table;
import dev.trestle.model.Update;
import java.time.Duration;
import java.time.Instant;

/** How often the assistant has spoken today. */
public final class ResponseCounters {
  /** The assistant answers at most so often a day. */
  public static final long DAILY = 3;

  public static final Table TABLE =
      Table.named("homeops-response-counters")
          .partition(string("chatId"))
          .sort(string("date"))
          .ephemeral("ttl")
          .recoverable()
          .protectedFromDeletion()
          .build();

  /**
   * The answers of one day.
   *
   * @param lastClaim the message whose answer was counted last: asked again, it is not counted
   *     twice
   */
  public record Counter(String chatId, String date, long count, String lastClaim, Instant ttl) {}

  public static final Entity<Counter> COUNTER =
      TABLE
          .entity(Counter.class, lookup())
          .partition(CHAT)
          .sort(DATE)
          .expires(Counter::ttl)
          .population(Population.of(7, 7).kept(Duration.ofDays(7)))
          .example(
              new Counter(
                  Examples.CHAT, "2026-02-17", 2, "456", Instant.parse("2026-02-24T00:00:00Z")));

  public record OfDay(String chatId, String date) {}

  public record Claim(String chatId, String date, String message, Instant ttl) {}

  public static final Get<OfDay, Counter> H32 =
      COUNTER.get("H32", "read response counter", OfDay.class).load(perDay(60)).build();

  public static final Update<Claim, Counter> H33 =
      COUNTER
          .update("H33", "claim response counter", Claim.class)
          .set(Counter::count)
          .to(currentOr(Counter::count).otherwise(0L).plus(1L))
          .set(Counter::lastClaim)
          .to(param(Claim::message))
          .set(Counter::ttl)
          .to(param(Claim::ttl))
          .when(
              absent(Counter::count)
                  .or(
                      field(Counter::count)
                          .lessThan(DAILY)
                          .and(field(Counter::lastClaim).isNot(param(Claim::message)))))
          .load(perDay(3))
          .build();

  private ResponseCounters() {}
}
