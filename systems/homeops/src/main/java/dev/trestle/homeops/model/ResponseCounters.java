package dev.trestle.homeops.model;

import static dev.trestle.homeops.model.Parts.CHAT;
import static dev.trestle.homeops.model.Parts.DATE;
import static dev.trestle.model.Conditions.absent;
import static dev.trestle.model.Conditions.field;
import static dev.trestle.model.Conditions.param;
import static dev.trestle.model.Load.perDay;
import static dev.trestle.model.Table.string;
import static java.lang.invoke.MethodHandles.lookup;

import dev.trestle.model.Entity;
import dev.trestle.model.Get;
import dev.trestle.model.Population;
import dev.trestle.model.Put;
import dev.trestle.model.Table;
import dev.trestle.model.Update;
import java.time.Duration;
import java.time.Instant;

/** Counts the assistant's replies per day. */
public final class ResponseCounters {
  /** The maximum number of replies per day. */
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
   * The replies of one day.
   *
   * @param lastClaim the message whose reply was counted last; a repetition is not counted again
   */
  public record Counter(ChatId chatId, String date, long count, String lastClaim, Instant ttl) {}

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

  public record OfDay(ChatId chatId, String date) {}

  public record Claim(ChatId chatId, String date, String message, Instant ttl) {}

  public static final Get<OfDay, Counter> FIND =
      COUNTER.get("H32", "read response counter", OfDay.class).load(perDay(60)).build();

  public static final Update<Claim, Counter> CLAIM =
      COUNTER
          .upsert("H33", "claim response counter", Claim.class)
          .set(Counter::count)
          .to(field(Counter::count).orElse(0L).plus(1L))
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

  public static final Put<Counter, Counter> COPY =
      COUNTER
          .put("counter.copy", "a chat that moved keeps its count")
          .ifAbsent()
          .load(perDay(0.001))
          .build();

  private ResponseCounters() {}
}
