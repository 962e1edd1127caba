package dev.trestle.stak.model;

import static dev.trestle.model.Conditions.absent;
import static dev.trestle.model.Conditions.field;
import static dev.trestle.model.Conditions.optional;
import static dev.trestle.model.Conditions.param;
import static dev.trestle.model.Load.perSecond;
import static dev.trestle.stak.model.SentMessages.AUDIENCE_CHUNK;
import static dev.trestle.stak.model.SentMessages.DEAD_LETTER;
import static dev.trestle.stak.model.StakTable.ID;
import static dev.trestle.stak.model.StakTable.INBOX;
import static dev.trestle.stak.model.StakTable.SHARD;
import static dev.trestle.stak.model.StakTable.TABLE;
import static dev.trestle.stak.model.StakTable.TENANT;
import static java.lang.invoke.MethodHandles.lookup;

import dev.trestle.model.BatchWrite;
import dev.trestle.model.Delete;
import dev.trestle.model.Entity;
import dev.trestle.model.Get;
import dev.trestle.model.Population;
import dev.trestle.model.Put;
import dev.trestle.model.Query;
import dev.trestle.model.Transaction;
import dev.trestle.model.Update;
import dev.trestle.model.key.KeyTemplate;
import dev.trestle.stak.model.Broadcasts.KnownCount;
import dev.trestle.stak.model.Broadcasts.KnownUser;
import dev.trestle.stak.model.Inboxes.Counts;
import dev.trestle.stak.model.Inboxes.Message;
import dev.trestle.stak.model.Inboxes.Receipt;
import dev.trestle.stak.model.SentMessages.AudienceChunk;
import dev.trestle.stak.model.SentMessages.ChunkOutcome;
import dev.trestle.stak.model.SentMessages.DeadLetter;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Known users as administrators see them: listed, and erased with a receipt. */
public final class Erasures {
  private static final KeyTemplate ERASED = KeyTemplate.of("t#<tenant>E#<inbox>", TENANT, INBOX);

  /** How long a receipt is kept. */
  public static final Duration RECEIPT_KEPT = Duration.ofDays(730);

  /**
   * The receipt of an erasure. It has a hash of the user's id, since the id itself is erased.
   *
   * @param doneAt none while the erasure is under way
   * @param messages how many messages were deleted
   * @param receipts how many receipts of broadcasts were deleted
   * @param audiences from how many audiences and dead letters the user was removed
   */
  public record Erasure(
      TenantId tenant,
      InboxId inbox,
      MessageId id,
      String userHash,
      String requestedBy,
      Instant requestedAt,
      Optional<Instant> doneAt,
      long messages,
      long receipts,
      long audiences,
      Instant ttl) {}

  public static final Entity<Erasure> ERASURE =
      TABLE
          .entity(Erasure.class, lookup())
          .partition(ERASED)
          .sort(KeyTemplate.of("e#<id>", ID))
          .snakeCase()
          .expires(Erasure::ttl)
          .population(Population.of(10_000, 100).kept(RECEIPT_KEPT))
          .example(
              new Erasure(
                  Examples.TENANT,
                  Examples.INBOX,
                  Examples.ID,
                  Examples.HASH,
                  "admin_user",
                  Examples.NOW,
                  Optional.of(Examples.NOW),
                  12,
                  3,
                  12,
                  Examples.MUCH_LATER));

  public static final Put<Erasure, Erasure> ADD =
      ERASURE.put("erase.add", "an erasure is requested").ifAbsent().load(perSecond(0.01)).build();

  public static final Get<MessageKey, Erasure> READ =
      ERASURE
          .get("erase.get", "the receipt of an erasure", MessageKey.class)
          .consistent()
          .load(perSecond(0.01))
          .build();

  /** What the attempt that finished an erasure has deleted. */
  public record Finished(
      TenantId tenant,
      InboxId inbox,
      MessageId id,
      Instant at,
      long messages,
      long receipts,
      long audiences) {}

  public static final Update<Finished, Erasure> FINISH =
      ERASURE
          .update("erase.finish", "an erasure is done", Finished.class)
          .set(optional(Erasure::doneAt))
          .to(param(Finished::at))
          .set(Erasure::messages)
          .to(param(Finished::messages))
          .set(Erasure::receipts)
          .to(param(Finished::receipts))
          .set(Erasure::audiences)
          .to(param(Finished::audiences))
          .when(absent(Erasure::doneAt))
          .load(perSecond(0.01))
          .build();

  /** Users with ids between two, both included. */
  public record UserRange(TenantId tenant, InboxId inbox, UserId from, UserId to) {}

  public static final Query<UserRange, KnownUser> LIST_USERS =
      Broadcasts.KNOWN
          .query("known.list", "known users, by id", UserRange.class)
          .between(UserRange::from, UserRange::to)
          .across(SHARD)
          .page(50)
          .load(perSecond(0.1))
          .build();

  public static final BatchWrite<UserMessageKey, Message> DELETE_MESSAGES =
      Inboxes.MESSAGE
          .batchWrite("erase.messages", "delete messages of a user", UserMessageKey.class)
          .typically(20)
          .load(perSecond(0.01))
          .build();

  public static final BatchWrite<UserMessageKey, Receipt> DELETE_RECEIPTS =
      Inboxes.RECEIPT
          .batchWrite("erase.receipts", "delete receipts of a user", UserMessageKey.class)
          .typically(5)
          .load(perSecond(0.01))
          .build();

  public record CountsAsRead(TenantId tenant, UserId user, InboxId inbox, long version) {}

  private static final Delete<CountsAsRead, Counts> DELETE_COUNTS =
      Inboxes.COUNTS
          .delete("erase.counts", "the counts, if nothing came since", CountsAsRead.class)
          .when(field(Counts::version).is(param(CountsAsRead::version)))
          .build();

  private static final Delete<UserInboxKey, KnownUser> DELETE_KNOWN =
      Broadcasts.KNOWN
          .delete("erase.known", "the user is not known any more", UserInboxKey.class)
          .ifExists()
          .build();

  private static final Update<UserInboxKey, KnownCount> COUNT_FORGOTTEN =
      Broadcasts.KNOWN_COUNT
          .upsert("erase.less", "one known user less", UserInboxKey.class)
          .add(KnownCount::users)
          .of(-1L)
          .build();

  public record Forgetting(CountsAsRead counts, UserInboxKey user) {}

  public static final Transaction<Forgetting> FORGET =
      Transaction.of("erase.forget", "a user is forgotten", Forgetting.class, lookup())
          .step(DELETE_COUNTS, Forgetting::counts)
          .step(DELETE_KNOWN, Forgetting::user)
          .step(COUNT_FORGOTTEN, Forgetting::user)
          .load(perSecond(0.01))
          .build();

  /** A chunk without one of its users, if it is as it was read. */
  public record StrippedChunk(
      TenantId tenant,
      InboxId inbox,
      MessageId id,
      long chunk,
      List<UserId> before,
      List<UserId> uids,
      ChunkOutcome outcome) {}

  public static final Update<StrippedChunk, AudienceChunk> STRIP_CHUNK =
      AUDIENCE_CHUNK
          .update("erase.chunk", "remove a user from an audience", StrippedChunk.class)
          .set(AudienceChunk::uids)
          .to(param(StrippedChunk::uids))
          .set(optional(AudienceChunk::outcome))
          .to(param(StrippedChunk::outcome))
          .when(field(AudienceChunk::uids).is(param(StrippedChunk::before)))
          .load(perSecond(0.1))
          .build();

  public static final Delete<ChunkKey, DeadLetter> DELETE_LETTER =
      DEAD_LETTER
          .delete("erase.letter", "a dead letter about the user alone", ChunkKey.class)
          .load(perSecond(0.001))
          .build();

  private Erasures() {}
}
