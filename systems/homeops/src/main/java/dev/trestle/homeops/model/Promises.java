package dev.trestle.homeops.model;

import static dev.trestle.homeops.model.HomeTable.GSI1;
import static dev.trestle.homeops.model.HomeTable.OF_USER;
import static dev.trestle.homeops.model.HomeTable.TABLE;
import static dev.trestle.homeops.model.Parts.DUE;
import static dev.trestle.homeops.model.Parts.FOLLOW_UP;
import static dev.trestle.homeops.model.Parts.MADE;
import static dev.trestle.homeops.model.Parts.PROMISE;
import static dev.trestle.model.Conditions.field;
import static dev.trestle.model.Load.perDay;
import static java.lang.invoke.MethodHandles.lookup;

import dev.trestle.model.Delete;
import dev.trestle.model.Entity;
import dev.trestle.model.Get;
import dev.trestle.model.Population;
import dev.trestle.model.Put;
import dev.trestle.model.Query;
import dev.trestle.model.key.KeyTemplate;
import java.time.Instant;
import java.util.Optional;

/** Promises that members made. */
public final class Promises {
  /** The number of partitions over which promises to follow up are spread. */
  public static final int DUE_SHARDS = Parts.DUE_SHARDS;

  /** The state of a promise. */
  public enum State {
    active,
    fulfilled,
    expired
  }

  /**
   * A promise.
   *
   * @param due the shard of promises to follow up, present until that is done
   * @param followUp when the member is reminded: the deadline, or the end of the quiet hours
   * @param fulfilledBy the activity that fulfilled it
   */
  public record Promise(
      MemberId userId,
      Instant made,
      PromiseId promise,
      String activity,
      String description,
      Instant deadline,
      State status,
      Optional<Long> due,
      Instant followUp,
      Optional<ActivityId> fulfilledBy,
      ChatId chatId,
      MessageNumber sourceMessageId,
      long version) {}

  public static final Entity<Promise> PROMISE_OF =
      TABLE
          .entity(Promise.class, lookup())
          .partition(OF_USER)
          .sort(KeyTemplate.of("PROMISE#<made>#<promise>", MADE, PROMISE))
          .in(
              GSI1,
              KeyTemplate.of("PROMISE_STATUS#active#<due>", DUE),
              KeyTemplate.of("PROMISE_DEADLINE#<followUp>", FOLLOW_UP))
          .version(Promise::version)
          .maxBytes(2048)
          .population(Population.of(600, 200).growing(1))
          .example(
              new Promise(
                  Examples.MARTIN,
                  Examples.NOW,
                  new PromiseId("prm_01JCQZ8M5R3V7W9X1Y2Z3A4B5E"),
                  "diskning",
                  "jag tar disken sen",
                  Instant.parse("2026-02-18T00:00:00Z"),
                  State.active,
                  Optional.of(3L),
                  Instant.parse("2026-02-18T06:00:00Z"),
                  Optional.empty(),
                  Examples.CHAT,
                  Examples.MESSAGE,
                  1));

  public record OfUser(MemberId userId) {}

  public record Overdue(long due, Instant now) {}

  public static final Query<OfUser, Promise> ACTIVE =
      PROMISE_OF
          .query("A8", "active promises", OfUser.class)
          .filter(field(Promise::status).is(State.active))
          .descending()
          .page(50)
          .typically(20)
          .load(perDay(60))
          .build();

  /** One for each shard. */
  public static final Query<Overdue, Promise> OVERDUE =
      PROMISE_OF
          .index(GSI1)
          .query("A9", "overdue promises", Overdue.class)
          .before(Overdue::now)
          .page(50)
          .typically(1)
          .load(perDay(1440))
          .build();

  /** All of a member's promises, the settled ones too. */
  public static final Query<OfUser, Promise> OF_USER_ALL =
      PROMISE_OF
          .query("promise.list", "promises of a member", OfUser.class)
          .descending()
          .page(50)
          .typically(20)
          .load(perDay(10))
          .build();

  public record OfPromise(MemberId userId, Instant made, PromiseId promise) {}

  public static final Get<OfPromise, Promise> FIND =
      PROMISE_OF.get("promise.find", "one promise", OfPromise.class).load(perDay(4)).build();

  public static final Delete<OfPromise, Promise> REMOVE =
      PROMISE_OF
          .delete("promise.remove", "it was not promised", OfPromise.class)
          .load(perDay(0.5))
          .build();

  public static final Put<Promise, Promise> SAVE =
      PROMISE_OF.put("promise.save", "make or settle a promise").load(perDay(4)).build();

  private Promises() {}
}
