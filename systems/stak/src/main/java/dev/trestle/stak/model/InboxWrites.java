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
import dev.trestle.stak.model.Inboxes.Receipt;
import dev.trestle.stak.model.WebhookEvents.WebhookEvent;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** The writes that change a user's messages and counts: delivering, marking, redacting. */
public final class InboxWrites {
  /** One more message in the counts, if the generations are still those that were read. */
  public record Increment(
      TenantId tenant,
      UserId user,
      InboxId inbox,
      String category,
      long by,
      long generation,
      long seenGeneration,
      Instant expiry,
      Instant at) {}

  /**
   * The guard of every delivery: the user has neither marked everything read nor looked since the
   * counts were read, and the counts are not settled beyond the message's expiry.
   */
  private static Condition<Counts, Increment> guard() {
    return field(Counts::generation)
        .is(param(Increment::generation))
        .and(field(Counts::seenGeneration).is(param(Increment::seenGeneration)))
        .and(field(Counts::settledAt).lessThan(param(Increment::expiry)));
  }

  private static final Update<Increment, Counts> COUNT =
      COUNTS
          .update("S1.count", "the counts, if the generations are unchanged", Increment.class)
          .add(Counts::count)
          .of(param(Increment::by))
          .add(Counts::unseen)
          .of(param(Increment::by))
          .set(Counts::lastUpdated)
          .to(param(Increment::at))
          .set(entry(Counts::categories, param(Increment::category)))
          .to(
              entry(Counts::categories, param(Increment::category))
                  .orElse(0L)
                  .plus(param(Increment::by)))
          .when(guard())
          .build();

  private static final Put<Message, Message> PUT_MESSAGE =
      MESSAGE.put("S1.message", "the message, once").ifAbsent().build();

  public record Delivery(Message message, Increment increment) {}

  public static final Transaction<Delivery> DELIVER =
      Transaction.of("S1", "send to users: one recipient", Delivery.class, lookup())
          .step(PUT_MESSAGE, Delivery::message)
          .step(COUNT, Delivery::increment)
          .load(perSecond(300).hottestKey(0.001))
          .build();

  /** A delivery to a user who has no counts yet. */
  public record FirstDelivery(
      Message message, Counts counts, Broadcasts.KnownUser known, UserInboxKey counted) {}

  public static final Transaction<FirstDelivery> DELIVER_FIRST =
      Transaction.of("S1.first", "send to a new user", FirstDelivery.class, lookup())
          .step(PUT_MESSAGE, FirstDelivery::message)
          .step(COUNTS.put("S1.first.counts", "the first counts").build(), FirstDelivery::counts)
          .step(Broadcasts.ADD_KNOWN, FirstDelivery::known)
          .step(Broadcasts.COUNT_KNOWN, FirstDelivery::counted)
          .load(perSecond(1))
          .build();

  public static final BatchGet<UserInboxKey, Counts> COUNTS_OF_CHUNK =
      COUNTS
          .batchGet("S1.generations", "counts of a chunk's recipients", UserInboxKey.class)
          .consistent()
          .typically(100)
          .load(perSecond(3))
          .build();

  /** The new state of one message. */
  public record MessageState(
      TenantId tenant,
      UserId user,
      InboxId inbox,
      MessageId id,
      Optional<Instant> readAt,
      boolean archived,
      long generation,
      long seenGeneration) {}

  private static final Update<MessageState, Message> MARK_MESSAGE =
      MESSAGE
          .update("S5.message", "its new state, unless it was redacted", MessageState.class)
          .set(Message::readAt)
          .to(param(MessageState::readAt))
          .set(Message::archived)
          .to(param(MessageState::archived))
          .set(Message::generation)
          .to(param(MessageState::generation))
          .set(Message::seenGeneration)
          .to(param(MessageState::seenGeneration))
          .when(field(Message::redacted).is(false))
          .build();

  private static final Put<Counts, Counts> PUT_COUNTS =
      COUNTS.put("S5.counts", "new counts, if unchanged since read").build();

  /**
   * New states of messages of any categories, with the counts that result. The version of the
   * counts guards them all.
   *
   * @param event the webhook event to write with them
   */
  public record Marking(List<MessageState> messages, Counts counts, Optional<WebhookEvent> event) {}

  /** The most messages that one call may mark. */
  public static final int MARKED_MAX = 50;

  public static final Transaction<Marking> MARK =
      Transaction.of("S5", "mark some read (unread, archived, snoozed)", Marking.class, lookup())
          .each(MARK_MESSAGE, Marking::messages, MARKED_MAX, 2)
          .step(PUT_COUNTS, Marking::counts)
          .maybe(WebhookEvents.ADD_WITH_CHANGE, Marking::event)
          .load(perSecond(50).hottestKey(0.001))
          .build();

  public record ReceiptsWithEvent(List<Receipt> receipts, WebhookEvent event) {}

  public static final Transaction<ReceiptsWithEvent> MARK_BROADCASTS_WITH_EVENT =
      Transaction.of(
              "S5.receipts",
              "mark broadcasts, with a webhook event",
              ReceiptsWithEvent.class,
              lookup())
          .each(
              Inboxes.RECEIPT.put("S5.receipts.one", "mark a broadcast").build(),
              ReceiptsWithEvent::receipts,
              MARKED_MAX,
              1)
          .step(WebhookEvents.ADD_WITH_CHANGE, ReceiptsWithEvent::event)
          .load(perSecond(2))
          .build();

  public record CountsWithEvent(Counts counts, WebhookEvent event) {}

  public static final Transaction<CountsWithEvent> MARK_ALL_READ_WITH_EVENT =
      Transaction.of(
              "S6.told", "mark all read, with a webhook event", CountsWithEvent.class, lookup())
          .step(PUT_COUNTS, CountsWithEvent::counts)
          .step(WebhookEvents.ADD_WITH_CHANGE, CountsWithEvent::event)
          .load(perSecond(0.5))
          .build();

  private static final Update<UserMessageKey, Message> REDACT_MESSAGE =
      MESSAGE
          .update("S3.message", "redact it and remove its content", UserMessageKey.class)
          .set(Message::redacted)
          .to(true)
          .set(Message::message)
          .to(Content.NONE)
          .when(field(Message::redacted).is(false))
          .build();

  public record Redaction(UserMessageKey message, Counts counts) {}

  public static final Transaction<Redaction> REDACT =
      Transaction.of("S3.user", "redact for one recipient", Redaction.class, lookup())
          .step(REDACT_MESSAGE, Redaction::message)
          .step(
              COUNTS.put("S3.counts", "new counts, if unchanged since read").build(),
              Redaction::counts)
          .load(perSecond(1))
          .build();

  /** A message that was read counts nowhere, so it alone is written. */
  public static final Update<UserMessageKey, Message> REDACT_READ =
      MESSAGE
          .update("S3.read", "redact a message that was read", UserMessageKey.class)
          .set(Message::redacted)
          .to(true)
          .set(Message::message)
          .to(Content.NONE)
          .when(field(Message::redacted).is(false).and(present(Message::readAt)))
          .load(perSecond(1))
          .build();

  /** Redacts a message that was not delivered yet: the delivery's put finds this and fails. */
  public static final Put<Message, Message> PUT_TOMBSTONE =
      MESSAGE
          .put("S3.tombstone", "redact before the delivery")
          .ifAbsent()
          .load(perSecond(0.01))
          .build();

  private InboxWrites() {}
}
