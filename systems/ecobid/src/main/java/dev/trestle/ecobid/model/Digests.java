package dev.trestle.ecobid.model;

import static dev.trestle.ecobid.model.EcoBidTable.AT;
import static dev.trestle.ecobid.model.EcoBidTable.DUE;
import static dev.trestle.ecobid.model.EcoBidTable.DUE_SHARD;
import static dev.trestle.ecobid.model.EcoBidTable.TABLE;
import static dev.trestle.model.Conditions.itemAbsent;
import static dev.trestle.model.Conditions.optional;
import static dev.trestle.model.Conditions.param;
import static dev.trestle.model.Conditions.present;
import static dev.trestle.model.Load.perSecond;
import static java.lang.invoke.MethodHandles.lookup;

import dev.trestle.accounts.UserId;
import dev.trestle.model.Delete;
import dev.trestle.model.Entity;
import dev.trestle.model.Get;
import dev.trestle.model.Population;
import dev.trestle.model.Query;
import dev.trestle.model.Update;
import dev.trestle.model.key.KeyTemplate;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;

/** New items in a user's neighbourhood, collected for an hour. */
public final class Digests {
  /**
   * The digest of one hour. Items are members of a set, so adding one twice has no effect.
   *
   * @param at when it is sent
   * @param due equal to {@code at} until it is sent
   */
  public record Digest(
      UserId user,
      Instant at,
      Set<ItemId> items,
      long dueShard,
      Optional<Instant> due,
      Instant expiresAt) {}

  public static final Entity<Digest> DIGEST =
      TABLE
          .entity(Digest.class, lookup())
          .partition(Profiles.OF_USER)
          .sort(KeyTemplate.of("DIGEST#<at>", AT))
          .in("due-index", KeyTemplate.of("DIGEST#<dueShard>", DUE_SHARD), DUE)
          .expires(Digest::expiresAt)
          .maxBytes(4096)
          .population(Population.of(5000, 24).kept(Duration.ofDays(1)))
          .example(
              new Digest(
                  Examples.BO,
                  Instant.parse("2026-11-16T13:00:00Z"),
                  Set.of(Examples.ITEM),
                  1,
                  Optional.of(Instant.parse("2026-11-16T13:00:00Z")),
                  Examples.TOMORROW));

  public record Adding(
      UserId user, Instant at, Set<ItemId> items, long dueShard, Instant due, Instant expiresAt) {}

  /** Adds an item to the digest of an hour, unless that was sent already. */
  public static final Update<Adding, Digest> ADD =
      DIGEST
          .upsert("digest.add", "one more new item nearby", Adding.class)
          .addAll(Digest::items)
          .of(param(Adding::items))
          .set(Digest::dueShard)
          .to(param(Adding::dueShard))
          .set(optional(Digest::due))
          .to(param(Adding::due))
          .set(Digest::expiresAt)
          .to(param(Adding::expiresAt))
          .when(itemAbsent().or(present(Digest::due)))
          .load(perSecond(0.1))
          .build();

  public record Of(UserId user, Instant at) {}

  public static final Get<Of, Digest> FIND =
      DIGEST
          .get("digest.one", "the digest of an hour", Of.class)
          .consistent()
          .load(perSecond(0.05))
          .build();

  public record OfUser(UserId user) {}

  public static final Query<OfUser, Digest> OF_USER =
      DIGEST
          .query("digest.of-user", "a user's digests", OfUser.class)
          .page(50)
          .typically(2)
          .load(perSecond(0.001))
          .build();

  public static final Delete<Of, Digest> ERASE =
      DIGEST
          .delete("digest.erase", "an account was deleted", Of.class)
          .load(perSecond(0.001))
          .build();

  /** Sent: it leaves the index. */
  public static final Update<Of, Digest> SENT =
      DIGEST
          .update("digest.sent", "the digest was sent", Of.class)
          .remove(Digest::due)
          .when(present(Digest::due))
          .load(perSecond(0.05))
          .build();

  public record DueBy(long dueShard, Instant upTo) {}

  public record DueDigest(UserId user, Instant at) {}

  public static final Query<DueBy, DueDigest> DUE_BY =
      DIGEST
          .index("due-index")
          .query("digest.due", "digests whose hour is over", DueBy.class)
          .as(DueDigest.class)
          .upTo(DueBy::upTo)
          .withExpired()
          .page(50)
          .typically(0.1)
          .load(perSecond(2).hottestKey(0.5))
          .build();

  private Digests() {}
}
