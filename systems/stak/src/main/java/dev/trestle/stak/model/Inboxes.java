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
 * One user's inbox: the messages, and beside them the counts, which are exact at all times.
 *
 * <p>A message is read if it says so or if a mark of the inbox covers it, so marking everything
 * read is one write. Every write that changes a count is one transaction with the counts. It is
 * guarded by the generations that the writer saw, or by the version of the counts.
 */
public final class Inboxes {
  static final KeyTemplate USER_INBOX =
      KeyTemplate.of("t#<tenant>U#<user>#<inbox>", TENANT, USER, INBOX);

  /** How a body is stored. Named as it is stored. */
  public enum BodyType {
    text,
    json
  }

  /** The content of a message. */
  public record Content(String title, String body, BodyType bodyType, Optional<String> ctaUri) {
    /** What is left of a redacted message. */
    public static final Content NONE = text("", "");

    public static Content text(String title, String body) {
      return new Content(title, body, BodyType.text, Optional.empty());
    }
  }

  /**
   * A delivered message.
   *
   * @param archived archived messages are read
   * @param generation the inbox's generation when the message was delivered or marked unread
   * @param seenGeneration the inbox's seen generation at delivery; a message of an older one is
   *     seen
   * @param expiresAt when it expires; time to live removes it only some days later
   */
  public record Message(
      TenantId tenant,
      UserId user,
      InboxId inbox,
      MessageId id,
      Optional<String> hostSystemId,
      String category,
      String sender,
      AudienceSummary audiences,
      Instant received,
      Instant delivered,
      Optional<Instant> readAt,
      boolean redacted,
      boolean archived,
      long generation,
      long seenGeneration,
      Instant expiresAt,
      Instant ttl,
      Content message) {}

  /**
   * Everything up to an id was marked read. The mark covers messages of older generations, and
   * broadcasts up to a number, whose id is not above {@code upTo}.
   */
  public record Mark(long generation, MessageId upTo, long broadcasts, Instant at) {}

  /**
   * A message that is hidden until a time and then comes back unread. It is part of no stored
   * count.
   *
   * @param broadcast whether the message is a broadcast
   */
  public record Snooze(
      Instant until, String category, Instant expiresAt, boolean seen, boolean broadcast) {}

  /**
   * The unread counts, and the state they depend on.
   *
   * @param count all unread messages; {@code categories} has those of each category
   * @param unseen unread messages that came since the user last looked
   * @param generation grows when everything is marked read
   * @param marks what was marked read; a mark that a later one includes is dropped
   * @param seenGeneration grows when the user looks
   * @param broadcastsMissed the number of broadcasts that were sent before the user was known
   * @param broadcastsSeen broadcasts up to this number are seen
   * @param settledAt expiry is counted up to this second
   * @param snoozes by message id, broadcasts included
   * @param muted categories that the user does not want
   */
  public record Counts(
      TenantId tenant,
      UserId user,
      InboxId inbox,
      long count,
      Map<String, Long> categories,
      long unseen,
      Instant lastUpdated,
      long generation,
      List<Mark> marks,
      long seenGeneration,
      long broadcastsMissed,
      long broadcastsSeen,
      Instant settledAt,
      Map<MessageId, Snooze> snoozes,
      Set<String> muted,
      long version) {
    /** The counts of a user who has nothing yet and will not see the broadcasts so far. */
    public static Counts empty(UserInboxKey key, long broadcasts, Instant now) {
      return new Counts(
          key.tenant(),
          key.user(),
          key.inbox(),
          0,
          Map.of(),
          0,
          now,
          0,
          List.of(),
          0,
          broadcasts,
          broadcasts,
          now,
          Map.of(),
          Set.of(),
          0);
    }
  }

  /** What a user did with a broadcast. */
  public record Receipt(
      TenantId tenant,
      UserId user,
      InboxId inbox,
      MessageId id,
      Optional<Instant> readAt,
      boolean archived,
      long generation,
      Instant ttl) {}

  public static final Entity<Message> MESSAGE =
      TABLE
          .entity(Message.class, lookup())
          .partition(USER_INBOX)
          .sort(KeyTemplate.of("m#<id>", ID))
          .inLocal(BY_EXPIRY, EXPIRY)
          .snakeCase()
          .named(Message::readAt, "readat")
          .named(Message::generation, "g")
          .named(Message::seenGeneration, "sg")
          .epochSeconds(Message::received)
          .epochSeconds(Message::delivered)
          .epochSecondsIfAny(Message::readAt)
          .expires(Message::ttl)
          .maxBytes(64 * 1024)
          .population(Population.of(10_000_000, 5000).kept(Duration.ofDays(37)))
          .example(
              new Message(
                  Examples.TENANT,
                  Examples.USER,
                  Examples.INBOX,
                  Examples.ID,
                  Optional.of("external_id_123"),
                  "notification",
                  "admin_user",
                  new AudienceSummary(AudienceSummary.Kind.users, Optional.of("Premium Users")),
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
                      BodyType.text,
                      Optional.of("myapp://features/new"))));

  public static final Entity<Counts> COUNTS =
      TABLE
          .entity(Counts.class, lookup())
          .partition(USER_INBOX)
          .sort(KeyTemplate.of("c#*"))
          .snakeCase()
          .epochSeconds(Counts::lastUpdated)
          .epochSeconds(Counts::settledAt)
          .version(Counts::version)
          .maxBytes(16 * 1024)
          .population(Population.of(1_000_000, 1))
          .example(
              new Counts(
                  Examples.TENANT,
                  Examples.USER,
                  Examples.INBOX,
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
          .partition(USER_INBOX)
          .sort(KeyTemplate.of("c#r#<id>", ID))
          .snakeCase()
          .named(Receipt::generation, "g")
          .epochSecondsIfAny(Receipt::readAt)
          .expires(Receipt::ttl)
          .population(Population.of(3_000_000, 500).kept(Duration.ofDays(37)))
          .example(
              new Receipt(
                  Examples.TENANT,
                  Examples.USER,
                  Examples.INBOX,
                  Examples.ID,
                  Optional.of(Examples.NOW),
                  false,
                  3,
                  Examples.MUCH_LATER));

  /** What expires between two times, both included. */
  public record ExpiryRange(
      TenantId tenant, UserId user, InboxId inbox, Instant from, Instant to) {}

  /** The receipts of broadcasts between two ids, both included. */
  public record ReceiptRange(
      TenantId tenant, UserId user, InboxId inbox, MessageId oldest, MessageId newest) {}

  /** Consistent: the list must agree with the counts. */
  public static final Query<UserMessageKey, Message> NEWEST_BELOW =
      MESSAGE
          .query("S4.user", "newest messages of an inbox", UserMessageKey.class)
          .before(UserMessageKey::id)
          .descending()
          .consistent()
          .page(25)
          .typically(20)
          .load(perSecond(200).hottestKey(0.001))
          .build();

  public static final Get<UserMessageKey, Message> READ_MESSAGE =
      MESSAGE
          .get("inbox.message", "one message of a user", UserMessageKey.class)
          .consistent()
          .load(perSecond(1))
          .build();

  public static final BatchGet<UserMessageKey, Message> READ_MESSAGES =
      MESSAGE
          .batchGet("S5.messages", "the messages to mark", UserMessageKey.class)
          .consistent()
          .typically(2)
          .load(perSecond(50).hottestKey(0.001))
          .build();

  public static final Get<UserInboxKey, Counts> READ_COUNTS =
      COUNTS
          .get("S7.counts", "unread counts as stored", UserInboxKey.class)
          .consistent()
          .load(perSecond(300))
          .build();

  public static final Query<UserMessageKey, Message> OLDEST_ABOVE =
      MESSAGE
          .query("S6.after", "messages newer than the mark", UserMessageKey.class)
          .after(UserMessageKey::id)
          .consistent()
          .page(100)
          .typically(1)
          .load(perSecond(5))
          .build();

  public static final Put<Counts, Counts> REPLACE_COUNTS =
      COUNTS.put("S6.counts", "new counts, if unchanged since read").load(perSecond(5)).build();

  public static final Composite MARK_ALL_READ =
      Composite.of(
          "S6",
          "mark all read up to a time",
          "what stays unread must be known before one write can settle the rest",
          READ_COUNTS,
          OLDEST_ABOVE,
          REPLACE_COUNTS);

  /** A message as the index by expiry has it. */
  public record ExpiringMessage(
      TenantId tenant,
      UserId user,
      InboxId inbox,
      MessageId id,
      Instant expiresAt,
      String category,
      long generation,
      long seenGeneration,
      Optional<Instant> readAt,
      boolean redacted) {}

  public static final Query<ExpiryRange, ExpiringMessage> EXPIRED =
      MESSAGE
          .index(BY_EXPIRY)
          .query("S7.expired", "what expired since the counts were settled", ExpiryRange.class)
          .as(ExpiringMessage.class)
          .between(ExpiryRange::from, ExpiryRange::to)
          .consistent()
          .withExpired()
          .page(100)
          .typically(0)
          .load(perSecond(300))
          .build();

  public static final Put<Receipt, Receipt> MARK_BROADCAST =
      RECEIPT.put("S5.receipt", "mark a broadcast").load(perSecond(20)).build();

  public static final Query<ReceiptRange, Receipt> RECEIPTS =
      RECEIPT
          .query("S7.receipts", "receipts of broadcasts", ReceiptRange.class)
          .between(ReceiptRange::oldest, ReceiptRange::newest)
          .consistent()
          .page(100)
          .typically(5)
          .load(perSecond(100))
          .build();

  private Inboxes() {}
}
