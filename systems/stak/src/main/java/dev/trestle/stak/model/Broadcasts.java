package dev.trestle.stak.model;

import static dev.trestle.model.Conditions.field;
import static dev.trestle.model.Conditions.param;
import static dev.trestle.model.Load.perSecond;
import static dev.trestle.stak.model.StakTable.CHUNK;
import static dev.trestle.stak.model.StakTable.ID;
import static dev.trestle.stak.model.StakTable.INBOX;
import static dev.trestle.stak.model.StakTable.SHARD;
import static dev.trestle.stak.model.StakTable.TABLE;
import static dev.trestle.stak.model.StakTable.TENANT;
import static dev.trestle.stak.model.StakTable.USER;
import static java.lang.invoke.MethodHandles.lookup;

import dev.trestle.model.Composite;
import dev.trestle.model.Entity;
import dev.trestle.model.Get;
import dev.trestle.model.Population;
import dev.trestle.model.Put;
import dev.trestle.model.Query;
import dev.trestle.model.Transaction;
import dev.trestle.model.Update;
import dev.trestle.model.key.KeyTemplate;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** What was sent: to everyone, kept once; to users, with the audience that a redaction needs. */
public final class Broadcasts {
  private static final KeyTemplate PUBLIC =
      KeyTemplate.of("t#<tenant>G#$public#<inbox>", TENANT, INBOX);
  private static final KeyTemplate SENT = KeyTemplate.of("t#<tenant>S#<inbox>", TENANT, INBOX);

  /** A message to everyone; {@code n} counts them without a gap. */
  public record PublicMessage(
      String tenant,
      String inbox,
      String id,
      long n,
      String category,
      String sender,
      Instant received,
      boolean redacted,
      Instant ttl,
      Inboxes.Content message) {}

  /** How many public messages there were. */
  public record PublicHeader(String tenant, String inbox, long n, long version) {}

  /** A message as its sender sees it, with how far its delivery has come. */
  public record SentMessage(
      String tenant,
      String inbox,
      String id,
      String category,
      String sender,
      long estimated,
      long delivered,
      long failed,
      boolean redacted,
      Instant received,
      Instant ttl,
      Inboxes.Content message) {}

  /** A hundred recipients. */
  public record AudienceChunk(
      String tenant, String inbox, String id, long chunk, List<String> uids, Instant ttl) {}

  /** Someone who was registered, addressed, or has read. */
  public record KnownUser(String tenant, String inbox, long shard, String user, Instant since) {}

  public static final Entity<PublicMessage> PUBLIC_MESSAGE =
      TABLE
          .entity(PublicMessage.class, lookup())
          .partition(PUBLIC)
          .sort(KeyTemplate.of("m#<id>", ID))
          .expires(PublicMessage::ttl)
          .maxBytes(64 * 1024)
          .population(Population.of(30_000, 1000).kept(Duration.ofDays(37)))
          .example(
              new PublicMessage(
                  "acme",
                  "DEFAULT",
                  Examples.ID,
                  18,
                  "notification",
                  "admin_user",
                  Examples.NOW,
                  false,
                  Examples.MUCH_LATER,
                  new Inboxes.Content("Maintenance", "We are back at noon.", Optional.empty())));

  public static final Entity<PublicHeader> HEADER =
      TABLE
          .entity(PublicHeader.class, lookup())
          .partition(PUBLIC)
          .sort(KeyTemplate.of("h#"))
          .version(PublicHeader::version)
          .population(Population.of(3000, 1))
          .example(new PublicHeader("acme", "DEFAULT", 18, 18));

  public static final Entity<SentMessage> SENT_MESSAGE =
      TABLE
          .entity(SentMessage.class, lookup())
          .partition(SENT)
          .sort(KeyTemplate.of("s#<id>", ID))
          .expires(SentMessage::ttl)
          .maxBytes(64 * 1024)
          .population(Population.of(100_000, 5000).kept(Duration.ofDays(37)))
          .example(
              new SentMessage(
                  "acme",
                  "DEFAULT",
                  Examples.ID,
                  "notification",
                  "admin_user",
                  100_000,
                  99_990,
                  10,
                  false,
                  Examples.NOW,
                  Examples.MUCH_LATER,
                  new Inboxes.Content("New feature", "Have a look.", Optional.empty())));

  public static final Entity<AudienceChunk> CHUNK_OF =
      TABLE
          .entity(AudienceChunk.class, lookup())
          .partition(SENT)
          .sort(KeyTemplate.of("a#<id>#<chunk>", ID, CHUNK))
          .expires(AudienceChunk::ttl)
          .maxBytes(30_000)
          .population(Population.of(1_000_000, 50_000).kept(Duration.ofDays(37)))
          .example(
              new AudienceChunk(
                  "acme",
                  "DEFAULT",
                  Examples.ID,
                  7,
                  List.of("user456", "user789", "user790"),
                  Examples.MUCH_LATER));

  public static final Entity<KnownUser> KNOWN =
      TABLE
          .entity(KnownUser.class, lookup())
          .partition(KeyTemplate.of("t#<tenant>K#<inbox>#<shard>", TENANT, INBOX, SHARD))
          .sort(KeyTemplate.of("u#<user>", USER))
          .population(Population.of(1_000_000, 70_000))
          .example(new KnownUser("acme", "DEFAULT", 11, "user456", Examples.NOW));

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

  public static final Query<OfInbox, PublicMessage> PUBLIC_LATEST =
      PUBLIC_MESSAGE
          .query("S4.public", "newest public messages", OfInbox.class)
          .descending()
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

  public static final Put<SentMessage, SentMessage> SEND =
      SENT_MESSAGE.put("sent.put", "keep what is sent").ifAbsent().load(perSecond(0.2)).build();

  public static final Get<OfMessage, SentMessage> PROGRESS =
      SENT_MESSAGE
          .get("sent.get", "how far a delivery is", OfMessage.class)
          .load(perSecond(2))
          .build();

  public static final Put<AudienceChunk, AudienceChunk> KEEP_CHUNK =
      CHUNK_OF.put("sent.chunk", "keep a chunk of an audience").load(perSecond(3)).build();

  public static final Query<OfMessage, AudienceChunk> AUDIENCE =
      CHUNK_OF
          .query("S3.audience", "recipients of a message", OfMessage.class)
          .page(10)
          .load(perSecond(0.1))
          .build();

  public record Recall(String tenant, String inbox, String id) {}

  public static final Update<Recall, SentMessage> RECALL =
      SENT_MESSAGE
          .update("S3.sent", "redact what is kept and what is queued", Recall.class)
          .set(SentMessage::redacted)
          .to(true)
          .ifExists()
          .load(perSecond(0.02))
          .build();

  public static final Update<Recall, PublicMessage> RECALL_PUBLIC =
      PUBLIC_MESSAGE
          .update("S3.public", "redact a message to everyone", Recall.class)
          .set(PublicMessage::redacted)
          .to(true)
          .ifExists()
          .load(perSecond(0.01))
          .build();

  public static final Composite S3 =
      Composite.of(
          "S3",
          "redact",
          "each recipient has an item of their own; the audience is found by its chunks",
          RECALL,
          AUDIENCE,
          Inboxes.REDACT);

  public static final Put<KnownUser, KnownUser> REGISTER =
      KNOWN.put("known.put", "someone is known").load(perSecond(5)).build();

  public record OfShard(String tenant, String inbox, long shard) {}

  public static final Query<OfShard, KnownUser> KNOWN_USERS =
      KNOWN
          .query("known.list", "known users of an inbox, by shard", OfShard.class)
          .page(1000)
          .load(perSecond(0.01))
          .build();

  private Broadcasts() {}
}
