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
import dev.trestle.model.Composite;
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

/** What goes to everyone, kept once, and who everyone is. */
public final class Broadcasts {
  private static final KeyTemplate PUBLIC =
      KeyTemplate.of("t#<tenant>G#$public#<inbox>", TENANT, INBOX);
  private static final KeyTemplate KNOWN_SHARD =
      KeyTemplate.of("t#<tenant>K#<inbox>#<shard>", TENANT, INBOX, SHARD);

  /** Known users are spread over so many partitions. */
  public static final int SHARDS = 16;

  /**
   * A message to everyone.
   *
   * @param n counts them without a gap
   * @param expiredat named {@code until} in the item, which keeps it out of the index by expiry
   */
  public record PublicMessage(
      String tenant,
      String inbox,
      String id,
      long n,
      Optional<String> hostSystemId,
      String category,
      String sender,
      Optional<String> label,
      Instant received,
      Instant expiredat,
      boolean redacted,
      Instant ttl,
      Content message) {}

  /** How many public messages there were; whatever changes them changes its version. */
  public record PublicHeader(String tenant, String inbox, long n, long redactions, long version) {}

  /** Someone who was registered, addressed, or has read. */
  public record KnownUser(String tenant, String inbox, long shard, String user, Instant since) {}

  /** How many are known, of one shard. */
  public record KnownCount(String tenant, String inbox, long shard, long users) {}

  public static final Entity<PublicMessage> PUBLIC_MESSAGE =
      TABLE
          .entity(PublicMessage.class, lookup())
          .partition(PUBLIC)
          .sort(KeyTemplate.of("m#<id>", ID))
          .snakeCase()
          .epochSeconds(PublicMessage::received)
          .named(PublicMessage::expiredat, "until")
          .epochSeconds(PublicMessage::expiredat)
          .expires(PublicMessage::ttl)
          .maxBytes(64 * 1024)
          .population(Population.of(30_000, 1000).kept(Duration.ofDays(37)))
          .example(
              new PublicMessage(
                  "acme",
                  "DEFAULT",
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

  public static final Entity<PublicHeader> HEADER =
      TABLE
          .entity(PublicHeader.class, lookup())
          .partition(PUBLIC)
          .sort(KeyTemplate.of("h#"))
          .version(PublicHeader::version)
          .population(Population.of(3000, 1))
          .example(new PublicHeader("acme", "DEFAULT", 18, 1, 19));

  public static final Entity<KnownUser> KNOWN =
      TABLE
          .entity(KnownUser.class, lookup())
          .partition(KNOWN_SHARD)
          .sort(KeyTemplate.of("u#<user>", USER))
          .population(Population.of(1_000_000, 70_000))
          .example(new KnownUser("acme", "DEFAULT", 11, "user456", Examples.NOW));

  public static final Entity<KnownCount> KNOWN_COUNT =
      TABLE
          .entity(KnownCount.class, lookup())
          .partition(KNOWN_SHARD)
          .sort(KeyTemplate.of("n#"))
          .population(Population.of(48_000, 1))
          .example(new KnownCount("acme", "DEFAULT", 11, 62_500));

  public record OfInbox(String tenant, String inbox) {}

  public record OfMessage(String tenant, String inbox, String id) {}

  public record Next(String tenant, String inbox, long n, long seen) {}

  static final Update<Next, PublicHeader> ADVANCE =
      HEADER
          .update("S2.header", "the next number, if it is as seen", Next.class)
          .set(PublicHeader::n)
          .to(param(Next::n))
          .when(field(PublicHeader::n).is(param(Next::seen)))
          .build();

  public record Posting(PublicMessage message, Next header) {}

  public static final Transaction<Posting> S2 =
      Transaction.of("S2", "send to everyone", Posting.class, lookup())
          .step(
              PUBLIC_MESSAGE.put("S2.message", "the message, once").ifAbsent().build(),
              Posting::message)
          .step(ADVANCE, Posting::header)
          .load(perSecond(0.1))
          .build();

  public static final Put<PublicHeader, PublicHeader> OPEN =
      HEADER.put("public.open", "an inbox's first header").load(perSecond(0.01)).build();

  public static final Get<OfInbox, PublicHeader> READ_HEADER =
      HEADER
          .get("S7.header", "how many public messages there are", OfInbox.class)
          .consistent()
          .load(perSecond(300).hottestKey(0.3))
          .build();

  /** Consistent, since what is read is kept for as long as the header has its version. */
  public static final Query<OfInbox, PublicMessage> PUBLIC_LATEST =
      PUBLIC_MESSAGE
          .query("S4.public", "newest public messages", OfInbox.class)
          .descending()
          .consistent()
          .page(100)
          .typically(20)
          .load(perSecond(5).hottestKey(0.3))
          .build();

  public static final Composite S4 =
      Composite.of(
          "S4",
          "last N",
          "what went to everyone is kept once, beside the inboxes: two sorted lists are merged",
          Inboxes.LATEST,
          PUBLIC_LATEST);

  static final Update<OfMessage, PublicMessage> RECALL_PUBLIC =
      PUBLIC_MESSAGE
          .update("S3.public.message", "redact a message to everyone", OfMessage.class)
          .set(PublicMessage::redacted)
          .to(true)
          .set(PublicMessage::message)
          .to(Content.NONE)
          .when(field(PublicMessage::redacted).is(false))
          .build();

  static final Update<OfInbox, PublicHeader> NOTE_RECALL =
      HEADER
          .update("S3.public.header", "who keeps the list reads it again", OfInbox.class)
          .add(PublicHeader::redactions)
          .of(1L)
          .ifExists()
          .build();

  public record PublicRecall(OfMessage message, OfInbox header) {}

  public static final Transaction<PublicRecall> REDACT_PUBLIC =
      Transaction.of("S3.public", "redact for everyone", PublicRecall.class, lookup())
          .step(RECALL_PUBLIC, PublicRecall::message)
          .step(NOTE_RECALL, PublicRecall::header)
          .load(perSecond(0.01))
          .build();

  public record OfShard(String tenant, String inbox, long shard) {}

  static final Update<OfShard, KnownCount> ONE_MORE =
      KNOWN_COUNT
          .update("known.more", "one more is known", OfShard.class)
          .add(KnownCount::users)
          .of(1L)
          .build();

  static final Put<KnownUser, KnownUser> REGISTER =
      KNOWN.put("known.put", "someone is known").ifAbsent().build();

  /** Someone who is not known yet. */
  public record Newcomer(Counts counts, KnownUser known, OfShard shard) {}

  public static final Transaction<Newcomer> WELCOME =
      Transaction.of("known.welcome", "someone registers, or reads", Newcomer.class, lookup())
          .step(
              Inboxes.COUNTS.put("known.counts", "the counts of a newcomer").build(),
              Newcomer::counts)
          .step(REGISTER, Newcomer::known)
          .step(ONE_MORE, Newcomer::shard)
          .load(perSecond(1))
          .build();

  public static final Query<OfShard, KnownUser> KNOWN_USERS =
      KNOWN
          .query("known.list", "known users of an inbox, by shard", OfShard.class)
          .page(1000)
          .load(perSecond(0.01))
          .build();

  public static final BatchGet<OfShard, KnownCount> HOW_MANY =
      KNOWN_COUNT
          .batchGet("known.count", "how many are known", OfShard.class)
          .typically(SHARDS)
          .load(perSecond(0.1))
          .build();

  private Broadcasts() {}
}
