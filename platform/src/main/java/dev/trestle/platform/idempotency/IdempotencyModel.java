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
import dev.trestle.platform.idempotency.StoredCall.StoredReply;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** The table {@code platform_idempotency}: calls with an {@code Idempotency-Key}. */
public final class IdempotencyModel {
  /** The longest body of a reply that is stored. */
  static final int BODY_BYTES_MAX = 64 * 1024;

  private static final int ITEM_BYTES_MAX = BODY_BYTES_MAX + 16 * 1024;

  record Claim(StoredCall call, long now) {}

  record Resumption(String id, String run, String lastRun, long heldMillis) {}

  record Pause(String id, String run, long heldMillis) {}

  record Completion(String id, String run, StoredReply reply, long heldMillis) {}

  record Release(String id, String run) {}

  public static final Table TABLE =
      Table.named("platform_idempotency").partition(string("id")).ephemeral("expires").build();

  static final Entity<StoredCall> CALL =
      TABLE
          .entity(StoredCall.class, lookup())
          .partition(Part.text("id", Alphabet.of("0-9a-f"), 64))
          .expires(StoredCall::expires)
          .maxBytes(ITEM_BYTES_MAX)
          .population(Population.of(500_000, 1).kept(Duration.ofDays(1)))
          .example(
              new StoredCall(
                  "0123456789abcdef".repeat(4),
                  "fedcba9876543210".repeat(4),
                  "req_01JCQZ8M5R3V7W9X1Y2Z3A4B5C",
                  1_794_000_000_000L,
                  1_794_000_000_000L,
                  Optional.of(
                      new StoredReply(201, "application/json", new byte[400], List.of(), true)),
                  Instant.parse("2026-11-16T12:00:00Z")));

  static final Put<Claim, StoredCall> CLAIM =
      CALL.put("PI1", "claim a key", Claim.class, Claim::call)
          .when(itemAbsent().or(field(StoredCall::keptMillis).atMost(param(Claim::now))))
          .load(perSecond(5))
          .build();

  /** Keeps the time of the first use: every run of a call must come to the same result. */
  static final Update<Resumption, StoredCall> RESUME =
      CALL.update("PI4", "resume a call that another run left", Resumption.class)
          .set(StoredCall::run)
          .to(param(Resumption::run))
          .set(StoredCall::heldMillis)
          .to(param(Resumption::heldMillis))
          .when(field(StoredCall::run).is(param(Resumption::lastRun)))
          .load(perSecond(0.01))
          .build();

  static final Update<Pause, StoredCall> PAUSE =
      CALL.update("PI5", "leave a failed call to the next run", Pause.class)
          .set(StoredCall::heldMillis)
          .to(param(Pause::heldMillis))
          .when(field(StoredCall::run).is(param(Pause::run)))
          .load(perSecond(0.1))
          .build();

  static final Update<Completion, StoredCall> COMPLETE =
      CALL.update("PI2", "store the reply", Completion.class)
          .set(optional(StoredCall::reply))
          .to(param(Completion::reply))
          .set(StoredCall::heldMillis)
          .to(param(Completion::heldMillis))
          .when(field(StoredCall::run).is(param(Completion::run)))
          .load(perSecond(5))
          .build();

  static final Delete<Release, StoredCall> RELEASE =
      CALL.delete("PI3", "release the key of a refused call", Release.class)
          .when(field(StoredCall::run).is(param(Release::run)))
          .load(perSecond(0.1))
          .build();

  public static final Model MODEL =
      Model.named("idempotency")
          .entities(CALL)
          .patterns(CLAIM, COMPLETE, RELEASE, RESUME, PAUSE)
          .build();

  private IdempotencyModel() {}
}
