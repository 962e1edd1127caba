package dev.trestle.stak.model;

import static dev.trestle.model.Load.perSecond;
import static dev.trestle.stak.model.StakTable.CHUNK;
import static dev.trestle.stak.model.StakTable.ID;
import static dev.trestle.stak.model.StakTable.INBOX;
import static dev.trestle.stak.model.StakTable.TABLE;
import static dev.trestle.stak.model.StakTable.TENANT;
import static java.lang.invoke.MethodHandles.lookup;

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

/** What was sent, with the audience that a redaction needs and how far its delivery is. */
public final class Sends {
  private static final KeyTemplate SENT = KeyTemplate.of("t#<tenant>S#<inbox>", TENANT, INBOX);

  /** The most uids of a chunk. */
  public static final int CHUNK_UIDS = 100;

  /**
   * A message as its sender sees it.
   *
   * @param kind users or everyone
   * @param chunks how many chunks its audience has
   * @param delivered recipients who have it, or had it before it was redacted
   * @param muted recipients who do not want its category
   * @param failed recipients whose delivery was given up; they are in a dead letter
   * @param retracted recipients for whom it was redacted
   */
  public record SentMessage(
      String tenant,
      String inbox,
      String id,
      String kind,
      Optional<String> label,
      Optional<String> hostSystemId,
      String category,
      String sender,
      long estimated,
      long chunks,
      long delivered,
      long muted,
      long failed,
      long retracted,
      boolean redacted,
      Instant received,
      Instant expiredat,
      Instant ttl,
      Content message) {}

  /** Someone of a chunk who did not get the message, and why. */
  public record Missed(String uid, String why) {}

  /** What became of a chunk. */
  public record Outcome(long delivered, List<Missed> missed, Instant at) {}

  /** A hundred recipients. */
  public record AudienceChunk(
      String tenant,
      String inbox,
      String id,
      long chunk,
      List<String> uids,
      Optional<Outcome> outcome,
      Optional<Instant> retractedAt,
      Instant ttl) {}

  /**
   * Recipients whose delivery was given up.
   *
   * @param work deliver or redact
   */
  public record DeadLetter(
      String tenant,
      String inbox,
      String id,
      long chunk,
      String work,
      List<String> uids,
      String reason,
      Instant at,
      Instant ttl) {}

  public static final Entity<SentMessage> SENT_MESSAGE =
      TABLE
          .entity(SentMessage.class, lookup())
          .partition(SENT)
          .sort(KeyTemplate.of("s#<id>", ID))
          .snakeCase()
          .epochSeconds(SentMessage::received)
          .named(SentMessage::expiredat, "until")
          .epochSeconds(SentMessage::expiredat)
          .expires(SentMessage::ttl)
          .maxBytes(64 * 1024)
          .population(Population.of(100_000, 5000).kept(Duration.ofDays(37)))
          .example(
              new SentMessage(
                  "acme",
                  "DEFAULT",
                  Examples.ID,
                  "users",
                  Optional.of("Premium Users"),
                  Optional.empty(),
                  "notification",
                  "admin_user",
                  100_000,
                  1000,
                  99_990,
                  4,
                  6,
                  0,
                  false,
                  Examples.NOW,
                  Examples.LATER,
                  Examples.MUCH_LATER,
                  Content.text("New feature", "Have a look.")));

  public static final Entity<AudienceChunk> CHUNK_OF =
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
                  "acme",
                  "DEFAULT",
                  Examples.ID,
                  7,
                  IntStream.range(100, 200).mapToObj(number -> "user" + number).toList(),
                  Optional.of(new Outcome(100, List.of(), Examples.NOW)),
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
                  "acme",
                  "DEFAULT",
                  Examples.ID,
                  7,
                  "deliver",
                  List.of("user101"),
                  "throttled",
                  Examples.NOW,
                  Examples.MUCH_LATER));

  public record OfInbox(String tenant, String inbox) {}

  public record OfMessage(String tenant, String inbox, String id) {}

  public record OfChunk(String tenant, String inbox, String id, long chunk) {
    public OfChunk(OfMessage message, long chunk) {
      this(message.tenant(), message.inbox(), message.id(), chunk);
    }
  }

  public record Before(String tenant, String inbox, String id) {}

  public static final Put<SentMessage, SentMessage> SEND =
      SENT_MESSAGE.put("sent.put", "keep what is sent").ifAbsent().load(perSecond(0.2)).build();

  public static final Get<OfMessage, SentMessage> PROGRESS =
      SENT_MESSAGE
          .get("sent.get", "how far a delivery is", OfMessage.class)
          .consistent()
          .load(perSecond(5))
          .build();

  public static final Query<Before, SentMessage> SENT_LATEST =
      SENT_MESSAGE
          .query("sent.latest", "what was sent last", Before.class)
          .before(Before::id)
          .descending()
          .page(25)
          .load(perSecond(0.5))
          .build();

  public static final BatchWrite<OfChunk, AudienceChunk> KEEP_CHUNKS =
      CHUNK_OF
          .batchWrite("sent.chunks", "keep the audience", OfChunk.class)
          .typically(5)
          .load(perSecond(0.5))
          .build();

  public static final Get<OfChunk, AudienceChunk> ONE_CHUNK =
      CHUNK_OF
          .get("sent.chunk", "one chunk of an audience", OfChunk.class)
          .consistent()
          .load(perSecond(3))
          .build();

  public static final Query<OfMessage, AudienceChunk> AUDIENCE =
      CHUNK_OF
          .query("S3.audience", "recipients of a message", OfMessage.class)
          .consistent()
          .page(10)
          .load(perSecond(0.1))
          .build();

  public static final Update<OfMessage, SentMessage> RECALL =
      SENT_MESSAGE
          .update("S3.sent", "redact what is kept and what is queued", OfMessage.class)
          .set(SentMessage::redacted)
          .to(true)
          .ifExists()
          .load(perSecond(0.02))
          .build();

  public static final Composite S3 =
      Composite.of(
          "S3",
          "redact",
          "each recipient has an item of their own; the audience is found by its chunks",
          RECALL,
          AUDIENCE,
          Changes.REDACT);

  public static final Query<OfInbox, DeadLetter> DEAD_LETTERS =
      DEAD_LETTER
          .query("dead.list", "deliveries that were given up", OfInbox.class)
          .consistent()
          .page(100)
          .typically(1)
          .load(perSecond(0.1))
          .build();

  public static final Put<DeadLetter, DeadLetter> BURY =
      DEAD_LETTER.put("dead.put", "a redaction is given up").load(perSecond(0.001)).build();

  public static final Get<OfChunk, DeadLetter> ONE_DEAD =
      DEAD_LETTER
          .get("dead.get", "one that was given up", OfChunk.class)
          .consistent()
          .load(perSecond(0.01))
          .build();

  private Sends() {}
}
