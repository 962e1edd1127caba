package dev.trestle.stak.model;

import static dev.trestle.model.Conditions.field;
import static dev.trestle.model.Conditions.param;
import static dev.trestle.model.Load.perSecond;
import static dev.trestle.stak.model.StakTable.ID;
import static dev.trestle.stak.model.StakTable.INBOX;
import static dev.trestle.stak.model.StakTable.SHARD;
import static dev.trestle.stak.model.StakTable.TABLE;
import static dev.trestle.stak.model.StakTable.TENANT;
import static dev.trestle.stak.model.StakTable.USER;
import static java.lang.invoke.MethodHandles.lookup;

import dev.trestle.model.BatchGet;
import dev.trestle.model.Entity;
import dev.trestle.model.Get;
import dev.trestle.model.Population;
import dev.trestle.model.Put;
import dev.trestle.model.Query;
import dev.trestle.model.Transaction;
import dev.trestle.model.Update;
import dev.trestle.model.key.KeyTemplate;
import dev.trestle.stak.model.Inboxes.Content;
import dev.trestle.stak.model.Inboxes.Counts;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** Messages for everyone, each stored once, and the known users: those who see them. */
public final class Broadcasts {
  private static final KeyTemplate PUBLIC =
      KeyTemplate.of("t#<tenant>G#$public#<inbox>", TENANT, INBOX);
  private static final KeyTemplate KNOWN_SHARD =
      KeyTemplate.of("t#<tenant>K#<inbox>#<shard>", TENANT, INBOX, SHARD);

  /** The number of partitions that known users are spread over. */
  public static final int SHARDS = StakTable.SHARDS;

  /**
   * A message for everyone.
   *
   * @param number counts the broadcasts of an inbox without a gap
   * @param expiresAt named {@code until} in the item, which keeps it out of the index by expiry
   */
  public record Broadcast(
      TenantId tenant,
      InboxId inbox,
      MessageId id,
      long number,
      Optional<String> hostSystemId,
      String category,
      String sender,
      Optional<String> label,
      Instant received,
      Instant expiresAt,
      boolean redacted,
      Instant ttl,
      Content message) {}

  /** The number of broadcasts so far. Every change to a broadcast changes its version. */
  public record BroadcastHeader(
      TenantId tenant, InboxId inbox, long broadcasts, long redactions, long version) {}

  /**
   * A user who was registered, addressed, or has read.
   *
   * @param firstMessage the message that made the user known, if one did
   */
  public record KnownUser(
      TenantId tenant,
      InboxId inbox,
      UserId user,
      Instant since,
      Optional<MessageId> firstMessage) {}

  /** The number of known users of one shard. */
  public record KnownCount(TenantId tenant, InboxId inbox, long shard, long users) {}

  public static final Entity<Broadcast> BROADCAST =
      TABLE
          .entity(Broadcast.class, lookup())
          .partition(PUBLIC)
          .sort(KeyTemplate.of("m#<id>", ID))
          .snakeCase()
          .epochSeconds(Broadcast::received)
          .named(Broadcast::expiresAt, "until")
          .epochSeconds(Broadcast::expiresAt)
          .expires(Broadcast::ttl)
          .maxBytes(64 * 1024)
          .population(Population.of(30_000, 1000).kept(Duration.ofDays(37)))
          .example(
              new Broadcast(
                  Examples.TENANT,
                  Examples.INBOX,
                  Examples.ID,
                  18,
                  Optional.empty(),
                  "notification",
                  "admin_user",
                  Optional.empty(),
                  Examples.NOW,
                  Examples.LATER,
                  false,
                  Examples.MUCH_LATER,
                  Content.text("Maintenance", "We are back at noon.")));

  public static final Entity<BroadcastHeader> HEADER =
      TABLE
          .entity(BroadcastHeader.class, lookup())
          .partition(PUBLIC)
          .sort(KeyTemplate.of("h#"))
          .version(BroadcastHeader::version)
          .population(Population.of(3000, 1))
          .example(new BroadcastHeader(Examples.TENANT, Examples.INBOX, 18, 1, 19));

  public static final Entity<KnownUser> KNOWN =
      TABLE
          .entity(KnownUser.class, lookup())
          .partition(KNOWN_SHARD)
          .sort(KeyTemplate.of("u#<user>", USER))
          .population(Population.of(1_000_000, 70_000))
          .example(
              new KnownUser(
                  Examples.TENANT,
                  Examples.INBOX,
                  Examples.USER,
                  Examples.NOW,
                  Optional.of(Examples.ID)));

  public static final Entity<KnownCount> KNOWN_COUNT =
      TABLE
          .entity(KnownCount.class, lookup())
          .partition(KNOWN_SHARD)
          .sort(KeyTemplate.of("n#"))
          .population(Population.of(48_000, 1))
          .example(new KnownCount(Examples.TENANT, Examples.INBOX, 11, 62_500));

  public record Numbering(TenantId tenant, InboxId inbox, long number, long previous) {}

  private static final Update<Numbering, BroadcastHeader> TAKE_NUMBER =
      HEADER
          .update("S2.header", "the next number, if unchanged since read", Numbering.class)
          .set(BroadcastHeader::broadcasts)
          .to(param(Numbering::number))
          .when(field(BroadcastHeader::broadcasts).is(param(Numbering::previous)))
          .build();

  public record NumberedBroadcast(Broadcast message, Numbering numbering) {}

  public static final Transaction<NumberedBroadcast> SEND =
      Transaction.of("S2", "send to everyone", NumberedBroadcast.class, lookup())
          .step(
              BROADCAST.put("S2.message", "the message, once").ifAbsent().build(),
              NumberedBroadcast::message)
          .step(TAKE_NUMBER, NumberedBroadcast::numbering)
          .load(perSecond(0.1))
          .build();

  public static final Put<BroadcastHeader, BroadcastHeader> ADD_HEADER =
      HEADER.put("public.open", "an inbox's first header").load(perSecond(0.01)).build();

  public static final Get<InboxKey, BroadcastHeader> READ_HEADER =
      HEADER
          .get("S7.header", "the number of broadcasts, and their version", InboxKey.class)
          .consistent()
          .load(perSecond(300).hottestKey(0.3))
          .build();

  /** Consistent, since the list is cached for as long as the header has the same version. */
  public static final Query<InboxKey, Broadcast> NEWEST =
      BROADCAST
          .query("S4.public", "newest broadcasts", InboxKey.class)
          .descending()
          .consistent()
          .page(100)
          .typically(20)
          .load(perSecond(5).hottestKey(0.3))
          .build();

  private static final Update<MessageKey, Broadcast> REDACT_BROADCAST =
      BROADCAST
          .update("S3.public.message", "redact a broadcast", MessageKey.class)
          .set(Broadcast::redacted)
          .to(true)
          .set(Broadcast::message)
          .to(Content.NONE)
          .when(field(Broadcast::redacted).is(false))
          .build();

  private static final Update<InboxKey, BroadcastHeader> COUNT_REDACTION =
      HEADER
          .update(
              "S3.public.header",
              "a new version, so that cached lists are read again",
              InboxKey.class)
          .add(BroadcastHeader::redactions)
          .of(1L)
          .build();

  public record BroadcastRedaction(MessageKey message, InboxKey header) {}

  public static final Transaction<BroadcastRedaction> REDACT =
      Transaction.of("S3.public", "redact for everyone", BroadcastRedaction.class, lookup())
          .step(REDACT_BROADCAST, BroadcastRedaction::message)
          .step(COUNT_REDACTION, BroadcastRedaction::header)
          .load(perSecond(0.01))
          .build();

  public record OfShard(TenantId tenant, InboxId inbox, long shard) {}

  static final Update<UserInboxKey, KnownCount> COUNT_KNOWN =
      KNOWN_COUNT
          .upsert("known.more", "one more known user", UserInboxKey.class)
          .add(KnownCount::users)
          .of(1L)
          .build();

  static final Put<KnownUser, KnownUser> ADD_KNOWN =
      KNOWN.put("known.put", "a known user").ifAbsent().build();

  public static final Get<UserInboxKey, KnownUser> READ_KNOWN =
      KNOWN
          .get("known.get", "one known user", UserInboxKey.class)
          .consistent()
          .load(perSecond(0.01))
          .build();

  /** A user who is not known yet. */
  public record Newcomer(Counts counts, KnownUser known, UserInboxKey counted) {}

  public static final Transaction<Newcomer> REGISTER =
      Transaction.of("known.welcome", "a user registers, or reads", Newcomer.class, lookup())
          .step(
              Inboxes.COUNTS.put("known.counts", "the counts of a new user").build(),
              Newcomer::counts)
          .step(ADD_KNOWN, Newcomer::known)
          .step(COUNT_KNOWN, Newcomer::counted)
          .load(perSecond(1))
          .build();

  public static final BatchGet<OfShard, KnownCount> KNOWN_COUNTS =
      KNOWN_COUNT
          .batchGet("known.count", "the number of known users", OfShard.class)
          .typically(SHARDS)
          .load(perSecond(0.1))
          .build();

  private Broadcasts() {}
}
