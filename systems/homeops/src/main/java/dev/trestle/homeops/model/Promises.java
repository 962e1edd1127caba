package dev.trestle.homeops.model;

import static dev.trestle.homeops.model.HomeTable.GSI1;
import static dev.trestle.homeops.model.HomeTable.OF_USER;
import static dev.trestle.homeops.model.HomeTable.TABLE;
import static dev.trestle.homeops.model.Parts.DEADLINE;
import static dev.trestle.homeops.model.Parts.DUE;
import static dev.trestle.homeops.model.Parts.MADE;
import static dev.trestle.homeops.model.Parts.PROMISE;
import static dev.trestle.model.Conditions.field;
import static dev.trestle.model.Load.perDay;
import static java.lang.invoke.MethodHandles.lookup;

import dev.trestle.model.Entity;
import dev.trestle.model.Population;
import dev.trestle.model.Put;
import dev.trestle.model.Query;
import dev.trestle.model.key.KeyTemplate;
import java.time.Instant;
import java.util.Optional;

/** What members said they would do. */
public final class Promises {
  /** What became of a promise. */
  public enum State {
    active,
    fulfilled,
    expired
  }

  /**
   * A promise.
   *
   * @param due in which of the shards of due promises it is, present only while it is active
   */
  public record Promise(
      long userId,
      Instant made,
      String promise,
      String description,
      Instant deadline,
      State status,
      Optional<Long> due,
      String chatId,
      long sourceMessageId,
      Instant updatedAt,
      long version) {}

  public static final Entity<Promise> PROMISE_OF =
      TABLE
          .entity(Promise.class, lookup())
          .partition(OF_USER)
          .sort(KeyTemplate.of("PROMISE#<made>#<promise>", MADE, PROMISE))
          .in(
              GSI1,
              KeyTemplate.of("PROMISE_STATUS#active#<due>", DUE),
              KeyTemplate.of("PROMISE_DEADLINE#<deadline>", DEADLINE))
          .version(Promise::version)
          .maxBytes(2048)
          .population(Population.of(600, 200).growing(1))
          .example(
              new Promise(
                  Examples.MARTIN,
                  Examples.NOW,
                  "prm_01JCQZ8M5R3V7W9X1Y2Z3A4B5E",
                  "ta disken",
                  Instant.parse("2026-02-18T00:00:00Z"),
                  State.active,
                  Optional.of(3L),
                  Examples.CHAT,
                  456,
                  Examples.NOW,
                  1));

  public record OfUser(long userId) {}

  public record Overdue(long due, Instant now) {}

  public static final Query<OfUser, Promise> A8 =
      PROMISE_OF
          .query("A8", "active promises", OfUser.class)
          .filter(field(Promise::status).is(State.active))
          .descending()
          .page(50)
          .typically(20)
          .load(perDay(60))
          .build();

  /** One for each shard. */
  public static final Query<Overdue, Promise> A9 =
      PROMISE_OF
          .index(GSI1)
          .query("A9", "overdue promises", Overdue.class)
          .before(Overdue::now)
          .page(50)
          .typically(1)
          .load(perDay(1440))
          .build();

  public static final Put<Promise, Promise> SAVE =
      PROMISE_OF.put("promise.save", "make or settle a promise").load(perDay(4)).build();

  private Promises() {}
}
