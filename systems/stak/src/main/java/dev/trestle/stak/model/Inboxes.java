package dev.trestle.stak.model;

import static dev.trestle.model.Conditions.absent;
import static dev.trestle.model.Conditions.entry;
import static dev.trestle.model.Conditions.field;
import static dev.trestle.model.Conditions.optional;
import static dev.trestle.model.Conditions.param;
import static dev.trestle.model.Load.perSecond;
import static dev.trestle.stak.model.StakTable.BY_EXPIRY;
import static dev.trestle.stak.model.StakTable.EXPIRY;
import static dev.trestle.stak.model.StakTable.ID;
import static dev.trestle.stak.model.StakTable.INBOX;
import static dev.trestle.stak.model.StakTable.TABLE;
import static dev.trestle.stak.model.StakTable.TENANT;
import static dev.trestle.stak.model.StakTable.USER;
import static java.lang.invoke.MethodHandles.lookup;

import dev.trestle.model.BatchGet;
import dev.trestle.model.Composite;
import dev.trestle.model.Condition;
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
import java.util.Map;
import java.util.Optional;

/**
 * One user's inbox: the messages, and beside them the counts that are exact at all times.
 *
 * <p>A message is read if it says so, or if its generation is older than the inbox's and it is not
 * newer than the watermark: so marking everything read is one write. Every write that changes a
 * count is one transaction with the counts, guarded by the generation that the writer saw.
 */
public final class Inboxes {
  private static final KeyTemplate OF_INBOX =
      KeyTemplate.of("t#<tenant>U#<user>#<inbox>", TENANT, USER, INBOX);

  /** What the message says. */
  public record Content(String title, String body, Optional<String> ctaUri) {}

  /** To whom it went, as recipients may know it. */
  public record Audience(String kind, Optional<String> label) {}

  /**
   * A delivered message.
   *
   * @param g the inbox's generation when it was delivered or marked unread
   * @param x when it expires, in seconds; time to live removes it only some days after
   */
  public record Message(
      String tenant,
      String user,
      String inbox,
      String id,
      Optional<String> hostSystemId,
      String category,
      String sender,
      Audience audiences,
      Instant received,
      Instant delivered,
      Optional<Instant> readat,
      boolean redacted,
      long g,
      long x,
      Instant ttl,
      Content message) {}

  /**
   * The unread counts and what they stand for.
   *
   * @param generation G: grows when everything is marked read
   * @param watermark W: ids up to it, of older generations, are read
   * @param publicSeen Np: public messages up to this number are read
   * @param settled S: expiry is counted up to this second
   */
  public record Counts(
      String tenant,
      String user,
      String inbox,
      long total,
      Map<String, Long> categories,
      long generation,
      Optional<String> watermark,
      long publicSeen,
      long settled,
      long version) {}

  /** That a user has read a public message, or marked it unread. */
  public record Receipt(
      String tenant, String user, String inbox, String id, boolean read, long g, Instant ttl) {}

  public static final Entity<Message> MESSAGE =
      TABLE
          .entity(Message.class, lookup())
          .partition(OF_INBOX)
          .sort(KeyTemplate.of("m#<id>", ID))
          .inLocal(BY_EXPIRY, EXPIRY)
          .expires(Message::ttl)
          .maxBytes(64 * 1024)
          .population(Population.of(10_000_000, 5000).kept(Duration.ofDays(37)))
          .example(
              new Message(
                  "acme",
                  "user456",
                  "DEFAULT",
                  Examples.ID,
                  Optional.of("external_id_123"),
                  "notification",
                  "admin_user",
                  new Audience("users", Optional.of("Premium Users")),
                  Examples.NOW,
                  Examples.NOW,
                  Optional.empty(),
                  false,
                  3,
                  Examples.LATER.getEpochSecond(),
                  Examples.MUCH_LATER,
                  new Content(
                      "New feature available",
                      "Have a look at our latest feature, made for you.",
                      Optional.of("myapp://features/new"))));

  public static final Entity<Counts> COUNTS =
      TABLE
          .entity(Counts.class, lookup())
          .partition(OF_INBOX)
          .sort(KeyTemplate.of("c#*"))
          .version(Counts::version)
          .maxBytes(16 * 1024)
          .population(Population.of(1_000_000, 1))
          .example(
              new Counts(
                  "acme",
                  "user456",
                  "DEFAULT",
                  15,
                  Map.of("notification", 12L, "receipt", 3L),
                  3,
                  Optional.of(Examples.ID),
                  17,
                  Examples.NOW.getEpochSecond(),
                  41));

  public static final Entity<Receipt> RECEIPT =
      TABLE
          .entity(Receipt.class, lookup())
          .partition(OF_INBOX)
          .sort(KeyTemplate.of("c#r#<id>", ID))
          .expires(Receipt::ttl)
          .population(Population.of(3_000_000, 500).kept(Duration.ofDays(37)))
          .example(
              new Receipt("acme", "user456", "DEFAULT", Examples.ID, true, 3, Examples.MUCH_LATER));

  public record OfInbox(String tenant, String user, String inbox) {}

  public record OfMessage(String tenant, String user, String inbox, String id) {}

  /** Ids above one: what a mark-all leaves unread. */
  public record After(String tenant, String user, String inbox, String id) {}

  /** What expired between two settlements, in seconds. */
  public record Expired(String tenant, String user, String inbox, long from, long to) {}

  /** A change of the counts by one message of a category, seen at a generation. */
  public record Tally(
      String tenant,
      String user,
      String inbox,
      String category,
      long by,
      long generation,
      long expiry) {}

  /** The guard of every change: nobody marked everything read and expiry has not passed it. */
  private static Condition guard() {
    return field(Counts::generation)
        .is(param(Tally::generation))
        .and(field(Counts::settled).lessThan(param(Tally::expiry)));
  }

  static final Update<Tally, Counts> COUNT =
      COUNTS
          .update("S1.count", "its counts, if the generation is as seen", Tally.class)
          .add(Counts::total)
          .of(param(Tally::by))
          .set(entry(Counts::categories, param(Tally::category)))
          .to(entry(Counts::categories, param(Tally::category)).orElse(0L).plus(param(Tally::by)))
          .when(guard())
          .build();

  static final Put<Message, Message> DELIVER =
      MESSAGE.put("S1.message", "the message, once").ifAbsent().build();

  public record Delivery(Message message, Tally tally) {}

  public static final Transaction<Delivery> S1 =
      Transaction.of("S1", "send to users: one recipient", Delivery.class, lookup())
          .step(DELIVER, Delivery::message)
          .step(COUNT, Delivery::tally)
          .load(perSecond(300).hottestKey(0.001))
          .build();

  public static final Put<Counts, Counts> OPEN =
      COUNTS.put("inbox.open", "the counts of a user's first message").load(perSecond(1)).build();

  public static final BatchGet<OfInbox, Counts> GENERATIONS =
      COUNTS
          .batchGet("S1.generations", "generations of a chunk's recipients", OfInbox.class)
          .consistent()
          .typically(100)
          .load(perSecond(3))
          .build();

  public record Redaction(
      String tenant, String user, String inbox, String id, long g, boolean wasRead) {}

  static final Update<Redaction, Message> REDACT_ONE =
      MESSAGE
          .update("S3.message", "redact it, if its state is as seen", Redaction.class)
          .set(Message::redacted)
          .to(true)
          .when(field(Message::redacted).is(false).and(field(Message::g).is(param(Redaction::g))))
          .build();

  public record Redacting(Redaction message, Optional<Tally> tally) {}

  public static final Transaction<Redacting> REDACT =
      Transaction.of("S3.user", "redact for one recipient", Redacting.class, lookup())
          .step(REDACT_ONE, Redacting::message)
          .maybe(COUNT, Redacting::tally)
          .load(perSecond(1))
          .build();

  public static final Query<OfInbox, Message> LATEST =
      MESSAGE
          .query("S4.user", "newest messages of an inbox", OfInbox.class)
          .descending()
          .page(100)
          .typically(20)
          .load(perSecond(200).hottestKey(0.001))
          .build();

  public record Reading(String tenant, String user, String inbox, String id, long g, Instant at) {}

  static final Update<Reading, Message> READ_ONE =
      MESSAGE
          .update("S5.message", "read it, if it is unread as seen", Reading.class)
          .set(optional(Message::readat))
          .to(param(Reading::at))
          .when(
              absent(Message::readat)
                  .and(field(Message::g).is(param(Reading::g)))
                  .and(field(Message::redacted).is(false)))
          .build();

  /** Counts of several messages at once: one change per category. */
  public record Marking(List<Reading> messages, Tally tally) {}

  public static final int MARKED_AT_ONCE = 50;

  public static final Transaction<Marking> S5 =
      Transaction.of("S5", "mark some read", Marking.class, lookup())
          .each(READ_ONE, Marking::messages, MARKED_AT_ONCE)
          .step(COUNT, Marking::tally)
          .load(perSecond(50).hottestKey(0.001))
          .build();

  public static final Get<OfInbox, Counts> READ_COUNTS =
      COUNTS
          .get("S7.counts", "unread counts as stored", OfInbox.class)
          .consistent()
          .load(perSecond(300))
          .build();

  public static final Query<After, Message> STILL_UNREAD =
      MESSAGE
          .query("S6.after", "messages newer than the mark", After.class)
          .after(After::id)
          .consistent()
          .page(100)
          .typically(1)
          .load(perSecond(5))
          .build();

  public static final Put<Counts, Counts> REPLACE_COUNTS =
      COUNTS.put("S6.counts", "new counts, if they are as seen").load(perSecond(5)).build();

  public static final Composite S6 =
      Composite.of(
          "S6",
          "mark all read up to a time",
          "what stays unread must be known before one write can settle all the rest",
          READ_COUNTS,
          STILL_UNREAD,
          REPLACE_COUNTS);

  /** A message as the index by expiry shows it. */
  public record Expiring(
      String tenant,
      String user,
      String inbox,
      String id,
      long x,
      String category,
      long g,
      Optional<Instant> readat,
      boolean redacted) {}

  public static final Query<Expired, Expiring> EXPIRED =
      MESSAGE
          .index(BY_EXPIRY)
          .query("S7.expired", "what expired since the counts were settled", Expired.class)
          .as(Expiring.class)
          .between(Expired::from, Expired::to)
          .consistent()
          .withExpired()
          .page(100)
          .typically(0)
          .load(perSecond(300))
          .build();

  public static final Composite S7 =
      Composite.of(
          "S7",
          "unread counts",
          "what expires needs no write at its moment: it is taken off when counts are read",
          READ_COUNTS,
          EXPIRED);

  public static final Put<Receipt, Receipt> MARK_PUBLIC =
      RECEIPT.put("S5.receipt", "mark a public message").load(perSecond(20)).build();

  public static final Query<OfInbox, Receipt> RECEIPTS =
      RECEIPT
          .query("S7.receipts", "receipts of public messages", OfInbox.class)
          .consistent()
          .page(100)
          .typically(5)
          .load(perSecond(100))
          .build();

  private Inboxes() {}
}
