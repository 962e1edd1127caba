package dev.trestle.stak.model;

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
import dev.trestle.model.Entity;
import dev.trestle.model.Get;
import dev.trestle.model.Population;
import dev.trestle.model.Put;
import dev.trestle.model.Query;
import dev.trestle.model.key.KeyTemplate;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * One user's inbox: the messages, and beside them the counts that are exact at all times.
 *
 * <p>A message is read if it says so, or if a mark of the inbox covers it: so marking everything
 * read is one write. Every write that changes a count is one transaction with the counts, guarded
 * by the generations that the writer saw, or by the counts' version.
 */
public final class Inboxes {
  static final KeyTemplate OF_INBOX =
      KeyTemplate.of("t#<tenant>U#<user>#<inbox>", TENANT, USER, INBOX);

  /**
   * What the message says.
   *
   * @param bodyType {@code json} where the body is JSON and not plain text
   */
  public record Content(
      String title, String body, Optional<String> bodyType, Optional<String> ctaUri) {
    /** What is left of a redacted message. */
    public static final Content NONE = new Content("", "", Optional.empty(), Optional.empty());

    public static Content text(String title, String body) {
      return new Content(title, body, Optional.empty(), Optional.empty());
    }
  }

  /** To whom it went, as recipients may know it. */
  public record Audience(String kind, Optional<String> label) {}

  /**
   * A delivered message.
   *
   * @param archived put away; what is archived is read
   * @param g the inbox's generation when it was delivered or marked unread
   * @param sg the inbox's generation of seeing when it was delivered; older ones are seen
   * @param expiredat when it expires; time to live removes it only some days after
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
      boolean archived,
      long g,
      long sg,
      Instant expiredat,
      Instant ttl,
      Content message) {}

  /**
   * All was marked read up to an id: covered are messages of older generations, and public ones up
   * to a number, whose id is not above it.
   */
  public record Mark(long generation, String upTo, long publicUpTo, Instant at) {}

  /**
   * A message that is hidden until a time, then comes back unread; it stands in no stored count.
   *
   * @param everyones it is a public one
   */
  public record Snooze(
      Instant until, String category, Instant expiredat, boolean seen, boolean everyones) {}

  /**
   * The unread counts and what they stand for.
   *
   * @param count what is unread in all; of each category in {@code categories}
   * @param unseen what of it came since the user last looked
   * @param generation grows when everything is marked read
   * @param marks what was marked read; a mark that a later one includes is dropped
   * @param seenGeneration grows when the user looks
   * @param publicFrom public messages up to this number came before the user was known
   * @param publicShown public messages up to this number are seen
   * @param settled expiry is counted up to this second
   * @param snoozes by the message's id, public ones too
   * @param muted categories that this user does not want
   */
  public record Counts(
      String tenant,
      String user,
      String inbox,
      long count,
      Map<String, Long> categories,
      long unseen,
      Instant lastUpdated,
      long generation,
      List<Mark> marks,
      long seenGeneration,
      long publicFrom,
      long publicShown,
      Instant settled,
      Map<String, Snooze> snoozes,
      Set<String> muted,
      long version) {}

  /** What a user did to a public message. */
  public record Receipt(
      String tenant,
      String user,
      String inbox,
      String id,
      Optional<Instant> readAt,
      boolean archived,
      long g,
      Instant ttl) {}

  public static final Entity<Message> MESSAGE =
      TABLE
          .entity(Message.class, lookup())
          .partition(OF_INBOX)
          .sort(KeyTemplate.of("m#<id>", ID))
          .inLocal(BY_EXPIRY, EXPIRY)
          .snakeCase()
          .epochSeconds(Message::received)
          .epochSeconds(Message::delivered)
          .epochSecondsIfAny(Message::readat)
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
                  false,
                  3,
                  7,
                  Examples.LATER,
                  Examples.MUCH_LATER,
                  new Content(
                      "New feature available",
                      "Have a look at our latest feature, made for you.",
                      Optional.empty(),
                      Optional.of("myapp://features/new"))));

  public static final Entity<Counts> COUNTS =
      TABLE
          .entity(Counts.class, lookup())
          .partition(OF_INBOX)
          .sort(KeyTemplate.of("c#*"))
          .snakeCase()
          .epochSeconds(Counts::lastUpdated)
          .epochSeconds(Counts::settled)
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
                  2,
                  Examples.NOW,
                  3,
                  List.of(new Mark(3, Examples.ID, 17, Examples.NOW)),
                  7,
                  4,
                  17,
                  Examples.NOW,
                  Map.of(),
                  Set.of(),
                  41));

  public static final Entity<Receipt> RECEIPT =
      TABLE
          .entity(Receipt.class, lookup())
          .partition(OF_INBOX)
          .sort(KeyTemplate.of("c#r#<id>", ID))
          .snakeCase()
          .epochSecondsIfAny(Receipt::readAt)
          .expires(Receipt::ttl)
          .population(Population.of(3_000_000, 500).kept(Duration.ofDays(37)))
          .example(
              new Receipt(
                  "acme",
                  "user456",
                  "DEFAULT",
                  Examples.ID,
                  Optional.of(Examples.NOW),
                  false,
                  3,
                  Examples.MUCH_LATER));

  public record OfInbox(String tenant, String user, String inbox) {}

  public record OfMessage(String tenant, String user, String inbox, String id) {
    public OfMessage(OfInbox inbox, String id) {
      this(inbox.tenant(), inbox.user(), inbox.inbox(), id);
    }
  }

  /** Ids below one: how a list goes on. */
  public record Before(String tenant, String user, String inbox, String id) {}

  /** Ids above one: what a mark-all leaves unread. */
  public record After(String tenant, String user, String inbox, String id) {}

  /** What expired between two settlements. */
  public record Expired(String tenant, String user, String inbox, Instant from, Instant to) {}

  /** The public messages that are shown. */
  public record Shown(String tenant, String user, String inbox, String oldest, String newest) {}

  /** Consistent: what is listed must be what is counted. */
  public static final Query<Before, Message> LATEST =
      MESSAGE
          .query("S4.user", "newest messages of an inbox", Before.class)
          .before(Before::id)
          .descending()
          .consistent()
          .page(25)
          .typically(20)
          .load(perSecond(200).hottestKey(0.001))
          .build();

  public static final Get<OfMessage, Message> ONE =
      MESSAGE
          .get("inbox.message", "one message of a user", OfMessage.class)
          .consistent()
          .load(perSecond(1))
          .build();

  public static final BatchGet<OfMessage, Message> SOME =
      MESSAGE
          .batchGet("S5.messages", "the messages to be marked", OfMessage.class)
          .consistent()
          .typically(2)
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
      Instant expiredat,
      String category,
      long g,
      long sg,
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

  public static final Query<Shown, Receipt> RECEIPTS =
      RECEIPT
          .query("S7.receipts", "receipts of public messages", Shown.class)
          .between(Shown::oldest, Shown::newest)
          .consistent()
          .page(100)
          .typically(5)
          .load(perSecond(100))
          .build();

  private Inboxes() {}
}
