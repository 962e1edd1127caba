package dev.trestle.platform.idempotency;

import static dev.trestle.model.Conditions.field;
import static dev.trestle.model.Conditions.itemAbsent;
import static dev.trestle.model.Conditions.optional;
import static dev.trestle.model.Conditions.param;
import static dev.trestle.model.Load.perSecond;
import static dev.trestle.model.Table.string;
import static java.lang.invoke.MethodHandles.lookup;

import dev.trestle.model.Delete;
import dev.trestle.model.Entity;
import dev.trestle.model.Model;
import dev.trestle.model.Population;
import dev.trestle.model.Put;
import dev.trestle.model.Table;
import dev.trestle.model.Update;
import dev.trestle.model.key.Alphabet;
import dev.trestle.model.key.Part;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * What is remembered of a key, and the table for it.
 *
 * @param id hash of who used the key, where, and the key
 * @param request hash of what was asked for under it
 * @param run whoever does it; a run that was overtaken must not write its answer
 * @param heldMillis nobody else may do the same before this: while it is being done the end of a
 *     lease, afterwards as long as the answer is kept
 * @param keptMillis when all of it is void, {@link #KEPT} after it was begun; tested by value,
 *     since the time to live deletes late
 * @param expires the same for DynamoDB
 */
public record Remembered(
    String id,
    String request,
    String run,
    long heldMillis,
    long keptMillis,
    Optional<Kept> answer,
    Instant expires) {

  /**
   * An answer.
   *
   * @param isWhole false where the body was too long to keep
   */
  public record Kept(int status, String type, byte[] body, List<Line> headers, boolean isWhole) {}

  /** One of its headers. */
  public record Line(String name, String value) {}

  record Claim(Remembered item, long now) {}

  record Resumption(String id, String run, String was, long heldMillis) {}

  record Pause(String id, String run, long heldMillis) {}

  record Settling(String id, String run, Kept answer, long heldMillis) {}

  record Release(String id, String run) {}

  /** How long a key is good for. */
  static final Duration KEPT = Duration.ofHours(24);

  /** When the key was first used; the same for all runs. */
  Instant begun() {
    return Instant.ofEpochMilli(keptMillis).minus(KEPT);
  }

  static final int BODY_BYTES_MAX = 64 * 1024;
  private static final int ITEM_BYTES_MAX = BODY_BYTES_MAX + 16 * 1024;

  public static final Table TABLE =
      Table.named("platform_idempotency").partition(string("id")).ephemeral("expires").build();

  static final Entity<Remembered> ENTITY =
      TABLE
          .entity(Remembered.class, lookup())
          .partition(Part.text("id", Alphabet.of("0-9a-f"), 64))
          .expires(Remembered::expires)
          .maxBytes(ITEM_BYTES_MAX)
          .population(Population.of(500_000, 1).kept(Duration.ofDays(1)))
          .example(
              new Remembered(
                  "0123456789abcdef".repeat(4),
                  "fedcba9876543210".repeat(4),
                  "req_01JCQZ8M5R3V7W9X1Y2Z3A4B5C",
                  1_794_000_000_000L,
                  1_794_000_000_000L,
                  Optional.of(new Kept(201, "application/json", new byte[400], List.of(), true)),
                  Instant.parse("2026-11-16T12:00:00Z")));

  static final Put<Claim, Remembered> CLAIM =
      ENTITY
          .put("PI1", "take a key to do what it asks for", Claim.class, Claim::item)
          .when(itemAbsent().or(field(Remembered::keptMillis).atMost(param(Claim::now))))
          .load(perSecond(5))
          .build();

  /** Leaves when it was begun as it is: whoever goes on has to come to the same. */
  static final Update<Resumption, Remembered> RESUME =
      ENTITY
          .update("PI4", "go on with what another run has left", Resumption.class)
          .set(Remembered::run)
          .to(param(Resumption::run))
          .set(Remembered::heldMillis)
          .to(param(Resumption::heldMillis))
          .when(field(Remembered::run).is(param(Resumption::was)))
          .load(perSecond(0.01))
          .build();

  static final Update<Pause, Remembered> PAUSE =
      ENTITY
          .update("PI5", "leave a call that failed to the next run", Pause.class)
          .set(Remembered::heldMillis)
          .to(param(Pause::heldMillis))
          .when(field(Remembered::run).is(param(Pause::run)))
          .load(perSecond(0.1))
          .build();

  static final Update<Settling, Remembered> SETTLE =
      ENTITY
          .update("PI2", "keep the answer", Settling.class)
          .set(optional(Remembered::answer))
          .to(param(Settling::answer))
          .set(Remembered::heldMillis)
          .to(param(Settling::heldMillis))
          .when(field(Remembered::run).is(param(Settling::run)))
          .load(perSecond(5))
          .build();

  static final Delete<Release, Remembered> RELEASE =
      ENTITY
          .delete("PI3", "let go of a key whose call was refused", Release.class)
          .when(field(Remembered::run).is(param(Release::run)))
          .load(perSecond(0.1))
          .build();

  public static final Model MODEL =
      Model.named("platform-idempotency")
          .entities(ENTITY)
          .patterns(CLAIM, SETTLE, RELEASE, RESUME, PAUSE)
          .build();
}
