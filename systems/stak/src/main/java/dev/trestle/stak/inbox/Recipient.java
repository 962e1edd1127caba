package dev.trestle.stak.inbox;

import dev.trestle.stak.Refusal;
import dev.trestle.stak.model.Broadcasts;
import dev.trestle.stak.model.Broadcasts.KnownUser;
import dev.trestle.stak.model.InboxWrites;
import dev.trestle.stak.model.InboxWrites.Delivery;
import dev.trestle.stak.model.InboxWrites.FirstDelivery;
import dev.trestle.stak.model.InboxWrites.Increment;
import dev.trestle.stak.model.InboxWrites.Redaction;
import dev.trestle.stak.model.Inboxes;
import dev.trestle.stak.model.Inboxes.Counts;
import dev.trestle.stak.model.Inboxes.Message;
import dev.trestle.stak.model.UserInboxKey;
import dev.trestle.store.TransactionOutcome;
import dev.trestle.store.TransactionOutcome.Kind;
import java.util.Optional;
import java.util.function.Function;

/** One user a message is delivered to or redacted for. Doing either twice changes nothing. */
public final class Recipient {
  /** How a delivery ended. */
  public enum Outcome {
    DELIVERED,
    /** Delivered, by this or an earlier attempt, to a user who was not known before. */
    DELIVERED_TO_NEW,
    /** The message was already there. */
    REPEATED,
    /** The message was redacted before it was delivered. */
    REDACTED,
    /** The user does not want its category. */
    MUTED,
    /** The message expired before it was delivered. */
    EXPIRED
  }

  private final UserInboxes inboxes;
  private final UserInboxKey key;

  public Recipient(UserInboxes inboxes, UserInboxKey key) {
    this.inboxes = inboxes;
    this.key = key;
  }

  /** The state of an inbox that a delivered message belongs to. */
  public record Generations(long generation, long seenGeneration) {}

  /**
   * Delivers a message.
   *
   * @param counts the user's counts as read a moment ago; none if there are none
   * @param broadcasts how many broadcasts there were then
   * @param isRequired whether it is delivered even if its category is muted
   * @param message makes the message for the generations of the inbox
   */
  public Outcome deliver(
      Optional<Counts> counts,
      long broadcasts,
      boolean isRequired,
      Function<Generations, Message> message) {
    var read =
        new Object() {
          Optional<Counts> counts = Optional.empty();
        };
    read.counts = counts;
    return inboxes.retry(() -> {
      var outcome =
          read.counts.isPresent()
              ? deliver(read.counts.get(), isRequired, message)
              : deliverFirst(broadcasts, message);
      if (outcome.isEmpty()) read.counts = inboxes.store().run(Inboxes.READ_COUNTS, key);
      return outcome;
    });
  }

  private Optional<Outcome> deliver(
      Counts counts, boolean isRequired, Function<Generations, Message> making) {
    var message = making.apply(new Generations(counts.generation(), counts.seenGeneration()));
    if (!isRequired && counts.muted().contains(message.category())) {
      return Optional.of(Outcome.MUTED);
    }
    if (!message.expiresAt().isAfter(inboxes.now())
        || !message.expiresAt().isAfter(counts.settledAt())) {
      return Optional.of(Outcome.EXPIRED);
    }
    var increment =
        new Increment(
            key.tenant(),
            key.user(),
            key.inbox(),
            message.category(),
            1,
            counts.generation(),
            counts.seenGeneration(),
            message.expiresAt(),
            message.delivered());
    return switch (inboxes.store().run(InboxWrites.DELIVER, new Delivery(message, increment))) {
      case TransactionOutcome.Done _ -> Optional.of(Outcome.DELIVERED);
      case TransactionOutcome.Refused refused ->
          refused.one(Delivery::message).flatMap(this::present).or(() -> checkFull(refused));
    };
  }

  private Optional<Outcome> deliverFirst(long broadcasts, Function<Generations, Message> making) {
    var message = making.apply(new Generations(0, 0));
    var now = inboxes.now();
    if (!message.expiresAt().isAfter(now)) return Optional.of(Outcome.EXPIRED);
    var newcomer = CountsStore.newcomer(key, broadcasts, now, Optional.of(message.id()));
    var builder = new CountsBuilder(newcomer.counts());
    builder.add(message.category(), true);
    var delivery =
        new FirstDelivery(message, builder.build(now), newcomer.known(), newcomer.counted());
    return switch (inboxes.store().run(InboxWrites.DELIVER_FIRST, delivery)) {
      case TransactionOutcome.Done _ -> Optional.of(Outcome.DELIVERED_TO_NEW);
      case TransactionOutcome.Refused refused ->
          refused.one(FirstDelivery::message).flatMap(this::present).or(() -> checkFull(refused));
    };
  }

  /** The outcome where the message or its tombstone is already there. */
  private Optional<Outcome> present(TransactionOutcome.Reason reason) {
    return reason.current(Inboxes.MESSAGE).map(this::repeated);
  }

  private Outcome repeated(Message there) {
    if (there.redacted()) return Outcome.REDACTED;
    boolean isFirst =
        inboxes
            .store()
            .run(Broadcasts.READ_KNOWN, key)
            .flatMap(KnownUser::firstMessage)
            .filter(there.id()::equals)
            .isPresent();
    return isFirst ? Outcome.DELIVERED_TO_NEW : Outcome.REPEATED;
  }

  private static Optional<Outcome> checkFull(TransactionOutcome.Refused refused) {
    if (refused.reasons().stream().anyMatch(reason -> reason.kind() == Kind.COLLECTION_FULL)) {
      throw new Refusal.InboxFull();
    }
    return Optional.empty();
  }

  /**
   * Redacts a message. If it was not delivered yet, a tombstone keeps it out.
   *
   * @param tombstone the redacted message, for that case
   */
  public void redact(Message tombstone) {
    inboxes.retry(() -> attemptRedaction(tombstone));
  }

  private Optional<Boolean> attemptRedaction(Message tombstone) {
    var store = inboxes.store();
    var messageKey = key.message(tombstone.id());
    var there = store.run(Inboxes.READ_MESSAGE, messageKey);
    if (there.isEmpty()) return done(store.run(InboxWrites.PUT_TOMBSTONE, tombstone).isDone());
    var message = there.get();
    if (message.redacted()) return Optional.of(true);
    if (message.readAt().isPresent()) {
      return done(store.run(InboxWrites.REDACT_READ, messageKey).isDone());
    }
    // Read again after the counts: the first read may belong to older counts.
    var counts = new CountsStore(inboxes, key).settled();
    message = store.run(Inboxes.READ_MESSAGE, messageKey).orElse(message);
    var builder = new CountsBuilder(counts);
    boolean wasSnoozed = builder.snoozes().remove(message.id()) != null;
    // As of the settlement: what expires after it is still in these counts.
    var view = new InboxState(counts, counts.settledAt()).view(message);
    if (!wasSnoozed && view.isPresent() && view.get().isUnread()) {
      builder.subtract(message.category(), view.get().isUnseen());
    }
    var redaction = new Redaction(messageKey, builder.build(inboxes.now()));
    return done(store.run(InboxWrites.REDACT, redaction).isDone());
  }

  private static Optional<Boolean> done(boolean isDone) {
    return isDone ? Optional.of(true) : Optional.empty();
  }
}
