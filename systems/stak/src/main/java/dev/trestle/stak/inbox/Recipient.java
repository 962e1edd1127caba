package dev.trestle.stak.inbox;

import dev.trestle.stak.model.Changes;
import dev.trestle.stak.model.Changes.Delivery;
import dev.trestle.stak.model.Changes.FirstDelivery;
import dev.trestle.stak.model.Changes.Redacting;
import dev.trestle.stak.model.Changes.Tally;
import dev.trestle.stak.model.Inboxes;
import dev.trestle.stak.model.Inboxes.Counts;
import dev.trestle.stak.model.Inboxes.Message;
import dev.trestle.stak.model.Inboxes.OfInbox;
import dev.trestle.stak.model.Inboxes.OfMessage;
import dev.trestle.store.TransactionOutcome;
import dev.trestle.store.TransactionOutcome.Kind;
import java.util.Optional;
import java.util.function.Function;

/** One user to whom a message goes, or from whom it is taken back. Doing either twice is once. */
public final class Recipient {
  /** How a delivery ended. */
  public enum Outcome {
    DELIVERED,
    /** It was there before: this delivery is a repetition. */
    REPEATED,
    /** It was redacted before it came. */
    REDACTED,
    /** The user does not want its category. */
    MUTED,
    /** Its time was over. */
    EXPIRED
  }

  /** An inbox has reached what DynamoDB keeps under one key. */
  public static final class FullException extends RuntimeException {
    FullException() {
      super("the inbox is full");
    }
  }

  private final Mailroom room;
  private final OfInbox of;

  public Recipient(Mailroom room, OfInbox of) {
    this.room = room;
    this.of = of;
  }

  /**
   * Delivers a message.
   *
   * @param seen the user's counts as read a moment ago; none if there are none
   * @param publicSeen how many public messages there were then
   * @param message makes the message for the generations of the inbox
   */
  public Outcome deliver(
      Optional<Counts> seen, long publicSeen, Function<Generations, Message> message) {
    var known =
        new Object() {
          Optional<Counts> counts = seen;
        };
    return Mailroom.insist(() -> {
      var outcome =
          known.counts.isPresent()
              ? attempt(known.counts.get(), message)
              : first(publicSeen, message);
      if (outcome.isEmpty()) known.counts = room.store().run(Inboxes.READ_COUNTS, of);
      return outcome;
    });
  }

  /** What an inbox stands at: a message that comes now belongs to them. */
  public record Generations(long generation, long seenGeneration) {}

  private Optional<Outcome> attempt(Counts counts, Function<Generations, Message> making) {
    var message = making.apply(new Generations(counts.generation(), counts.seenGeneration()));
    if (counts.muted().contains(message.category())) return Optional.of(Outcome.MUTED);
    if (!message.expiredat().isAfter(room.now())
        || !message.expiredat().isAfter(counts.settled())) {
      return Optional.of(Outcome.EXPIRED);
    }
    var tally =
        new Tally(
            of.tenant(),
            of.user(),
            of.inbox(),
            message.category(),
            1,
            counts.generation(),
            counts.seenGeneration(),
            message.expiredat(),
            message.delivered());
    return switch (room.store().run(Changes.S1, new Delivery(message, tally))) {
      case TransactionOutcome.Done _ -> Optional.of(Outcome.DELIVERED);
      case TransactionOutcome.Refused refused ->
          refused.one(Delivery::message).flatMap(this::standing).or(() -> orFull(refused));
    };
  }

  private Optional<Outcome> first(long publicSeen, Function<Generations, Message> making) {
    var message = making.apply(new Generations(0, 0));
    if (!message.expiredat().isAfter(room.now())) return Optional.of(Outcome.EXPIRED);
    var newcomer = Ledger.newcomer(of, publicSeen, room.now());
    var sheet = new Sheet(newcomer.counts());
    sheet.add(message.category(), true);
    var delivery =
        new FirstDelivery(message, sheet.counts(room.now()), newcomer.known(), newcomer.shard());
    return switch (room.store().run(Changes.S1_FIRST, delivery)) {
      case TransactionOutcome.Done _ -> Optional.of(Outcome.DELIVERED);
      case TransactionOutcome.Refused refused ->
          refused.one(FirstDelivery::message).flatMap(this::standing).or(() -> orFull(refused));
    };
  }

  /** What stands where the message should have been put. */
  private Optional<Outcome> standing(TransactionOutcome.Reason reason) {
    return reason
        .current(Inboxes.MESSAGE)
        .map(there -> there.redacted() ? Outcome.REDACTED : Outcome.REPEATED);
  }

  private static Optional<Outcome> orFull(TransactionOutcome.Refused refused) {
    if (refused.reasons().stream().anyMatch(reason -> reason.kind() == Kind.COLLECTION_FULL)) {
      throw new FullException();
    }
    return Optional.empty();
  }

  /**
   * Takes a message back. Where it has not come yet, a tombstone keeps it out.
   *
   * @param tombstone the message, redacted, for that case
   */
  public void redact(Message tombstone) {
    Mailroom.insist(() -> attemptRedaction(tombstone));
  }

  private Optional<Boolean> attemptRedaction(Message tombstone) {
    var id = new OfMessage(of, tombstone.id());
    var there = room.store().run(Inboxes.ONE, id);
    if (there.isEmpty()) {
      return done(room.store().run(Changes.REDACT_EARLY, tombstone).isDone());
    }
    var message = there.get();
    if (message.redacted()) return Optional.of(true);
    if (message.readat().isPresent()) {
      return done(room.store().run(Changes.REDACT_READ, id).isDone());
    }
    // The message once more, behind the counts: what it was before belongs to other counts.
    var counts = new Ledger(room, of).settled();
    message = room.store().run(Inboxes.ONE, id).orElse(message);
    var sheet = new Sheet(counts);
    boolean wasSnoozed = sheet.snoozes().remove(message.id()) != null;
    // As of the settlement: what expires from now on is still in these counts.
    var item = new Standing(counts, counts.settled()).of(message);
    if (!wasSnoozed && item.isPresent() && item.get().isUnread()) {
      sheet.take(message.category(), item.get().isUnseen());
    }
    return done(
        room.store().run(Changes.REDACT, new Redacting(id, sheet.counts(room.now()))).isDone());
  }

  private static Optional<Boolean> done(boolean isDone) {
    return isDone ? Optional.of(true) : Optional.empty();
  }
}
