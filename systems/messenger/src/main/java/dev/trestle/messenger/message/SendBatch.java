package dev.trestle.messenger.message;

import dev.trestle.messenger.Ids;
import dev.trestle.messenger.Refused;
import dev.trestle.messenger.model.ChatId;
import dev.trestle.messenger.model.IdempotencyKeys;
import dev.trestle.messenger.model.Memberships.Membership;
import dev.trestle.messenger.model.Messages;
import dev.trestle.messenger.model.Messages.Message;
import dev.trestle.messenger.model.UserId;
import dev.trestle.store.Store;
import dev.trestle.store.TransactionOutcome;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Appends texts of several people in one transaction (M21). */
final class SendBatch {
  /**
   * How a try went.
   *
   * @param left those that are neither sent nor refused
   */
  record Try(Attempt<Boolean> outcome, List<Sending> sent, List<Sent> results, List<Sending> left) {
    /** Tells those whose message is stored. */
    void succeed() {
      for (int i = 0; i < sent.size(); i++) sent.get(i).done().complete(results.get(i));
    }
  }

  private final Store store;
  private final Access access;
  private final Ids ids;
  private final InstantSource clock;

  SendBatch(Store store, Access access, Ids ids, InstantSource clock) {
    this.store = store;
    this.access = access;
    this.ids = ids;
    this.clock = clock;
  }

  /** One try at this head; refusals are told to those they concern. */
  Try attempt(ChatId chat, Position head, List<Sending> waiting) {
    var admitted = admitted(chat, head, waiting);
    if (admitted.isEmpty()) {
      return new Try(new Attempt.Unneeded<>(true), List.of(), List.of(), List.of());
    }
    var now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
    var messages = new ArrayList<Message>();
    var keys = new ArrayList<IdempotencyKeys.FirstUse>();
    var results = new ArrayList<Sent>();
    for (var sending : admitted) {
      int place = messages.size() + 1;
      var message = entry(chat, head.sequence() + place, head.ordinal() + place, sending, now);
      messages.add(message);
      keys.add(Keys.firstUse(message, sending.bodyHash(), now));
      results.add(Keys.sent(message));
    }
    return switch (store.run(Messages.M21, new Messages.Sending(messages, keys))) {
      case TransactionOutcome.Done _ ->
          new Try(new Attempt.Appended<>(messages, true), admitted, results, List.of());
      case TransactionOutcome.Refused refused -> answer(refused, admitted);
    };
  }

  /** Members only, asked once for each sender; the others are told. */
  private List<Sending> admitted(ChatId chat, Position head, List<Sending> waiting) {
    Map<UserId, Optional<Membership>> members = new HashMap<>();
    var admitted = new ArrayList<Sending>();
    for (var sending : waiting) {
      var member = members.computeIfAbsent(sending.sender(), sender -> access.find(chat, sender));
      if (member.isEmpty()) {
        sending.done().completeExceptionally(Refused.notAMember());
      } else if (repliesToNothing(sending.draft(), head, member.get())) {
        sending
            .done()
            .completeExceptionally(Refused.invalid("reply_to", "There is no such message."));
      } else {
        admitted.add(sending);
      }
    }
    return admitted;
  }

  /** The log is dense: what lies between is there. */
  private static boolean repliesToNothing(Draft draft, Position head, Membership member) {
    return draft
        .replyTo()
        .filter(to -> to < member.joinedSequence() || to > head.sequence())
        .isPresent();
  }

  /** A first use wins over a number that was taken: it is what a retry must hear. */
  private static Try answer(TransactionOutcome.Refused refused, List<Sending> admitted) {
    var answered = new HashSet<Integer>();
    for (var reason : refused.of(Messages.Sending::keys)) {
      if (reason.kind() != TransactionOutcome.Kind.CONDITION_FAILED) continue;
      int place = reason.element().orElseThrow();
      var first = reason.current(IdempotencyKeys.KEY);
      if (first.isEmpty()) continue;
      answered.add(place);
      var sending = admitted.get(place);
      try {
        sending.done().complete(Keys.replay(first.get(), sending.sender(), sending.bodyHash()));
      } catch (Refused other) {
        sending.done().completeExceptionally(other);
      }
    }
    var left = new ArrayList<Sending>();
    for (int i = 0; i < admitted.size(); i++) {
      if (!answered.contains(i)) left.add(admitted.get(i));
    }
    return new Try(new Attempt.Overtaken<>(), List.of(), List.of(), left);
  }

  private Message entry(ChatId chat, long sequence, long ordinal, Sending sending, Instant now) {
    var draft = sending.draft();
    return new Message(
        chat,
        sequence,
        ids.message(),
        sending.sender(),
        draft.clientMessageId(),
        draft.content(),
        draft.contentType(),
        now,
        draft.kind(),
        ordinal,
        Optional.empty(),
        draft.replyTo(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Map.of());
  }
}
