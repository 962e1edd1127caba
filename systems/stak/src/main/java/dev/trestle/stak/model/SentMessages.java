package dev.trestle.stak.model;

import static dev.trestle.model.Conditions.field;
import static dev.trestle.model.Conditions.param;
import static dev.trestle.model.Load.perSecond;
import static dev.trestle.stak.model.StakTable.CHUNK;
import static dev.trestle.stak.model.StakTable.ID;
import static dev.trestle.stak.model.StakTable.INBOX;
import static dev.trestle.stak.model.StakTable.TABLE;
import static dev.trestle.stak.model.StakTable.TENANT;
import static java.lang.invoke.MethodHandles.lookup;

import dev.trestle.model.BatchGet;
import dev.trestle.model.BatchWrite;
import dev.trestle.model.Composite;
import dev.trestle.model.Entity;
import dev.trestle.model.Get;
import dev.trestle.model.Population;
import dev.trestle.model.Put;
import dev.trestle.model.Query;
import dev.trestle.model.Update;
import dev.trestle.model.key.KeyTemplate;
import dev.trestle.stak.model.Inboxes.Content;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** Messages as their sender sees them: the audience, how far the delivery is, what failed. */
public final class SentMessages {
  private static final KeyTemplate SENT = KeyTemplate.of("t#<tenant>S#<inbox>", TENANT, INBOX);

  /** The most recipients of a chunk. */
  public static final int CHUNK_UIDS_MAX = 100;

  /**
   * A message as its sender sees it.
   *
   * @param sendAt when it is to be sent, if that was later than its post
   * @param chunks the number of chunks of its audience
   * @param delivered recipients who have it, or had it before it was redacted
   * @param newUsers those of the delivered who were not known before
   * @param muted recipients who do not want its category
   * @param expired recipients who did not get it before it expired
   * @param withdrawn recipients who did not get it before it was redacted
   * @param failed recipients whose delivery failed; they are in a dead letter
   * @param retracted recipients for whom it was redacted
   */
  public record SentMessage(
      TenantId tenant,
      InboxId inbox,
      MessageId id,
      AudienceSummary audience,
      Optional<String> hostSystemId,
      String category,
      String sender,
      Optional<Instant> sendAt,
      long estimated,
      long chunks,
      long delivered,
      long newUsers,
      long muted,
      long expired,
      long withdrawn,
      long failed,
      long retracted,
      boolean redacted,
      Instant received,
      Instant expiresAt,
      Instant ttl,
      Content message) {
    public MessageKey key() {
      return new MessageKey(tenant, inbox, id);
    }

    /** Whether it is for a topic whose subscribers are not its audience yet. */
    public boolean awaitsAudience() {
      return audience.topic().isPresent() && chunks == 0;
    }

    /** Whether its time has not come yet. */
    public boolean isScheduled(Instant now) {
      return sendAt.filter(now::isBefore).isPresent();
    }

    /** Recipients whose delivery has ended, one way or another. */
    public long concluded() {
      return delivered + muted + expired + withdrawn + failed;
    }
  }

  /** Why a recipient did not get a message. Named as it is stored. */
  public enum MissedReason {
    muted,
    redacted,
    expired,
    failed
  }

  /**
   * A recipient who did not get the message.
   *
   * @param failure what went wrong, if the delivery failed
   */
  public record Missed(UserId uid, MissedReason reason, Optional<String> failure) {
    public Missed(UserId uid, MissedReason reason) {
      this(uid, reason, Optional.empty());
    }
  }

  /** The outcome of a chunk. */
  public record ChunkOutcome(long delivered, List<Missed> missed, Instant at) {}

  /** A hundred recipients. */
  public record AudienceChunk(
      TenantId tenant,
      InboxId inbox,
      MessageId id,
      long chunk,
      List<UserId> uids,
      Optional<ChunkOutcome> outcome,
      Optional<Instant> retractedAt,
      Instant ttl) {}

  /** What was to be done to a chunk. Named as it is stored and shown. */
  public enum ChunkWork {
    deliver,
    redact
  }

  /** Recipients whose delivery or redaction failed for good. */
  public record DeadLetter(
      TenantId tenant,
      InboxId inbox,
      MessageId id,
      long chunk,
      ChunkWork work,
      List<UserId> uids,
      String reason,
      Instant at,
      Instant ttl) {
    public ChunkKey key() {
      return new ChunkKey(tenant, inbox, id, chunk);
    }
  }

  public static final Entity<SentMessage> SENT_MESSAGE =
      TABLE
          .entity(SentMessage.class, lookup())
          .partition(SENT)
          .sort(KeyTemplate.of("s#<id>", ID))
          .snakeCase()
          .epochSeconds(SentMessage::received)
          .named(SentMessage::expiresAt, "until")
          .epochSeconds(SentMessage::expiresAt)
          .expires(SentMessage::ttl)
          .maxBytes(64 * 1024)
          .population(Population.of(100_000, 5000).kept(Duration.ofDays(37)))
          .example(
              new SentMessage(
                  Examples.TENANT,
                  Examples.INBOX,
                  Examples.ID,
                  new AudienceSummary(AudienceSummary.Kind.users, Optional.of("Premium Users")),
                  Optional.empty(),
                  "notification",
                  "admin_user",
                  Optional.empty(),
                  100_000,
                  1000,
                  99_985,
                  120,
                  4,
                  5,
                  0,
                  6,
                  0,
                  false,
                  Examples.NOW,
                  Examples.LATER,
                  Examples.MUCH_LATER,
                  Content.text("New feature", "Have a look.")));

  public static final Entity<AudienceChunk> AUDIENCE_CHUNK =
      TABLE
          .entity(AudienceChunk.class, lookup())
          .partition(SENT)
          .sort(KeyTemplate.of("a#<id>#<chunk>", ID, CHUNK))
          .snakeCase()
          .expires(AudienceChunk::ttl)
          .maxBytes(60_000)
          .population(Population.of(1_000_000, 50_000).kept(Duration.ofDays(37)))
          .example(
              new AudienceChunk(
                  Examples.TENANT,
                  Examples.INBOX,
                  Examples.ID,
                  7,
                  IntStream.range(100, 200)
                      .mapToObj(number -> new UserId("user" + number))
                      .toList(),
                  Optional.of(new ChunkOutcome(100, List.of(), Examples.NOW)),
                  Optional.empty(),
                  Examples.MUCH_LATER));

  public static final Entity<DeadLetter> DEAD_LETTER =
      TABLE
          .entity(DeadLetter.class, lookup())
          .partition(SENT)
          .sort(KeyTemplate.of("d#<id>#<chunk>", ID, CHUNK))
          .snakeCase()
          .expires(DeadLetter::ttl)
          .maxBytes(30_000)
          .population(Population.of(100, 50).kept(Duration.ofDays(37)))
          .example(
              new DeadLetter(
                  Examples.TENANT,
                  Examples.INBOX,
                  Examples.ID,
                  7,
                  ChunkWork.deliver,
                  List.of(Examples.USER),
                  "throttled",
                  Examples.NOW,
                  Examples.MUCH_LATER));

  public static final Put<SentMessage, SentMessage> ADD =
      SENT_MESSAGE.put("sent.put", "a message is sent").ifAbsent().load(perSecond(0.2)).build();

  public static final Get<MessageKey, SentMessage> READ =
      SENT_MESSAGE
          .get("sent.get", "how far a delivery is", MessageKey.class)
          .consistent()
          .load(perSecond(5))
          .build();

  public static final Query<MessageKey, SentMessage> NEWEST_BELOW =
      SENT_MESSAGE
          .query("sent.latest", "messages sent last", MessageKey.class)
          .before(MessageKey::id)
          .descending()
          .page(25)
          .load(perSecond(0.5))
          .build();

  public static final BatchWrite<ChunkKey, AudienceChunk> ADD_CHUNKS =
      AUDIENCE_CHUNK
          .batchWrite("sent.chunks", "the audience of a message", ChunkKey.class)
          .typically(5)
          .load(perSecond(0.5))
          .build();

  /** A topic's audience is written chunk by chunk: whoever writes a chunk first decides. */
  public static final Put<AudienceChunk, AudienceChunk> ADD_CHUNK =
      AUDIENCE_CHUNK
          .put("sent.topic.chunk", "some subscribers of a topic, once")
          .ifAbsent()
          .load(perSecond(0.5))
          .build();

  /** The whole audience of a message to a topic. */
  public record GatheredAudience(
      TenantId tenant, InboxId inbox, MessageId id, long estimated, long chunks) {}

  public static final Update<GatheredAudience, SentMessage> SET_AUDIENCE =
      SENT_MESSAGE
          .update(
              "sent.topic.audience", "how many recipients there are, once", GatheredAudience.class)
          .set(SentMessage::estimated)
          .to(param(GatheredAudience::estimated))
          .set(SentMessage::chunks)
          .to(param(GatheredAudience::chunks))
          .when(field(SentMessage::chunks).is(0L))
          .load(perSecond(0.05))
          .build();

  public static final Get<ChunkKey, AudienceChunk> READ_CHUNK =
      AUDIENCE_CHUNK
          .get("sent.chunk", "one chunk of an audience", ChunkKey.class)
          .consistent()
          .load(perSecond(3))
          .build();

  public static final BatchGet<ChunkKey, AudienceChunk> READ_CHUNKS =
      AUDIENCE_CHUNK
          .batchGet("sent.some-chunks", "several chunks of an audience", ChunkKey.class)
          .consistent()
          .typically(2)
          .load(perSecond(0.1))
          .build();

  public static final Query<MessageKey, AudienceChunk> AUDIENCE =
      AUDIENCE_CHUNK
          .query("S3.audience", "recipients of a message", MessageKey.class)
          .consistent()
          .page(10)
          .load(perSecond(0.1))
          .build();

  public static final Update<MessageKey, SentMessage> MARK_REDACTED =
      SENT_MESSAGE
          .update(
              "S3.sent", "redact a sent message, which stops queued deliveries", MessageKey.class)
          .set(SentMessage::redacted)
          .to(true)
          .load(perSecond(0.02))
          .build();

  public static final Composite REDACT =
      Composite.of(
          "S3",
          "redact",
          "each recipient has an item of their own; the audience is found by its chunks",
          MARK_REDACTED,
          AUDIENCE,
          InboxWrites.REDACT);

  public static final Query<InboxKey, DeadLetter> DEAD_LETTERS =
      DEAD_LETTER
          .query("dead.list", "dead letters of an inbox", InboxKey.class)
          .consistent()
          .page(100)
          .typically(1)
          .load(perSecond(0.1))
          .build();

  public static final Put<DeadLetter, DeadLetter> ADD_DEAD_LETTER =
      DEAD_LETTER.put("dead.put", "a redaction failed for good").load(perSecond(0.001)).build();

  public static final Get<ChunkKey, DeadLetter> READ_DEAD_LETTER =
      DEAD_LETTER
          .get("dead.get", "one dead letter", ChunkKey.class)
          .consistent()
          .load(perSecond(0.01))
          .build();

  private SentMessages() {}
}
