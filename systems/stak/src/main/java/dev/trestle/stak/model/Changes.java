package dev.trestle.stak.model;

import static dev.trestle.model.Conditions.entry;
import static dev.trestle.model.Conditions.field;
import static dev.trestle.model.Conditions.param;
import static dev.trestle.model.Conditions.present;
import static dev.trestle.model.Load.perSecond;
import static dev.trestle.stak.model.Inboxes.COUNTS;
import static dev.trestle.stak.model.Inboxes.MESSAGE;
import static java.lang.invoke.MethodHandles.lookup;

import dev.trestle.model.BatchGet;
import dev.trestle.model.Condition;
import dev.trestle.model.Put;
import dev.trestle.model.Transaction;
import dev.trestle.model.Update;
import dev.trestle.stak.model.Inboxes.Content;
import dev.trestle.stak.model.Inboxes.Counts;
import dev.trestle.stak.model.Inboxes.Message;
import dev.trestle.stak.model.Inboxes.OfInbox;
import dev.trestle.stak.model.Inboxes.OfMessage;
import dev.trestle.stak.model.Inboxes.Receipt;
import dev.trestle.stak.model.Tenants.WebhookEvent;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** What changes a user's messages and counts: delivery, reading, redaction. */
public final class Changes {
  /** One message more in the counts, as seen at some generations. */
  public record Tally(
      String tenant,
      String user,
      String inbox,
      String category,
      long by,
      long generation,
      long seenGeneration,
      Instant expiry,
      Instant at) {}

  /**
   * The guard of every delivery: nobody has marked everything read or looked since, and expiry has
   * not passed it.
   */
  private static Condition guard() {
    return field(Counts::generation)
        .is(param(Tally::generation))
        .and(field(Counts::seenGeneration).is(param(Tally::seenGeneration)))
        .and(field(Counts::settled).lessThan(param(Tally::expiry)));
  }

  static final Update<Tally, Counts> COUNT =
      COUNTS
          .update("S1.count", "its counts, if the generations are as seen", Tally.class)
          .add(Counts::count)
          .of(param(Tally::by))
          .add(Counts::unseen)
          .of(param(Tally::by))
          .set(Counts::lastUpdated)
          .to(param(Tally::at))
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

  /** To someone who has no counts yet. */
  public record FirstDelivery(
      Message message, Counts counts, Broadcasts.KnownUser known, Broadcasts.OfShard shard) {}

  public static final Transaction<FirstDelivery> S1_FIRST =
      Transaction.of("S1.first", "send to a newcomer", FirstDelivery.class, lookup())
          .step(DELIVER, FirstDelivery::message)
          .step(COUNTS.put("S1.first.counts", "their first counts").build(), FirstDelivery::counts)
          .step(Broadcasts.REGISTER, FirstDelivery::known)
          .step(Broadcasts.ONE_MORE, FirstDelivery::shard)
          .load(perSecond(1))
          .build();

  public static final BatchGet<OfInbox, Counts> GENERATIONS =
      COUNTS
          .batchGet("S1.generations", "generations of a chunk's recipients", OfInbox.class)
          .consistent()
          .typically(100)
          .load(perSecond(3))
          .build();

  /** What a user made of a message. */
  public record Marked(
      String tenant,
      String user,
      String inbox,
      String id,
      Optional<Instant> readat,
      boolean archived,
      long g,
      long sg) {}

  static final Update<Marked, Message> MARK_ONE =
      MESSAGE
          .update("S5.message", "its new state, unless it was redacted", Marked.class)
          .set(Message::readat)
          .to(param(Marked::readat))
          .set(Message::archived)
          .to(param(Marked::archived))
          .set(Message::g)
          .to(param(Marked::g))
          .set(Message::sg)
          .to(param(Marked::sg))
          .when(field(Message::redacted).is(false))
          .build();

  static final Put<Counts, Counts> NEW_COUNTS =
      COUNTS.put("S5.counts", "new counts, if they are as seen").build();

  /**
   * Messages of any categories, with the counts that result: their version guards them.
   *
   * @param told what the tenant is told of it
   */
  public record Marking(List<Marked> messages, Counts counts, Optional<WebhookEvent> told) {}

  public static final int MARKED_AT_ONCE = 50;

  public static final Transaction<Marking> S5 =
      Transaction.of("S5", "mark some read (unread, archived, snoozed)", Marking.class, lookup())
          .each(MARK_ONE, Marking::messages, MARKED_AT_ONCE, 2)
          .step(NEW_COUNTS, Marking::counts)
          .maybe(Tenants.TELL_READ, Marking::told)
          .load(perSecond(50).hottestKey(0.001))
          .build();

  public record ToldReceipts(List<Receipt> receipts, WebhookEvent told) {}

  public static final Transaction<ToldReceipts> RECEIPTS_TOLD =
      Transaction.of(
              "S5.receipts", "mark public messages, and tell of it", ToldReceipts.class, lookup())
          .each(
              Inboxes.RECEIPT.put("S5.receipts.one", "mark a public message").build(),
              ToldReceipts::receipts,
              MARKED_AT_ONCE,
              1)
          .step(Tenants.TELL_READ, ToldReceipts::told)
          .load(perSecond(2))
          .build();

  public record ToldCounts(Counts counts, WebhookEvent told) {}

  public static final Transaction<ToldCounts> COUNTS_TOLD =
      Transaction.of("S6.told", "mark all read, and tell of it", ToldCounts.class, lookup())
          .step(NEW_COUNTS, ToldCounts::counts)
          .step(Tenants.TELL_READ, ToldCounts::told)
          .load(perSecond(0.5))
          .build();

  static final Update<OfMessage, Message> REDACT_ONE =
      MESSAGE
          .update("S3.message", "redact it, and what it says", OfMessage.class)
          .set(Message::redacted)
          .to(true)
          .set(Message::message)
          .to(Content.NONE)
          .when(field(Message::redacted).is(false))
          .build();

  public record Redacting(OfMessage message, Counts counts) {}

  public static final Transaction<Redacting> REDACT =
      Transaction.of("S3.user", "redact for one recipient", Redacting.class, lookup())
          .step(REDACT_ONE, Redacting::message)
          .step(
              COUNTS.put("S3.counts", "new counts, if they are as seen").build(), Redacting::counts)
          .load(perSecond(1))
          .build();

  /** One that its reader marked: no count changes, so the message alone is written. */
  public static final Update<OfMessage, Message> REDACT_READ =
      MESSAGE
          .update("S3.read", "redact one that was read", OfMessage.class)
          .set(Message::redacted)
          .to(true)
          .set(Message::message)
          .to(Content.NONE)
          .when(field(Message::redacted).is(false).and(present(Message::readat)))
          .load(perSecond(1))
          .build();

  /** Where a delivery has not come yet: its put will find this and be refused. */
  public static final Put<Message, Message> REDACT_EARLY =
      MESSAGE
          .put("S3.tombstone", "redact before the delivery")
          .ifAbsent()
          .load(perSecond(0.01))
          .build();

  private Changes() {}
}
