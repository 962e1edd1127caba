package dev.trestle.messenger.message;

import dev.trestle.accounts.UserId;
import dev.trestle.messenger.Refusal;
import dev.trestle.messenger.model.ChatId;
import dev.trestle.messenger.model.IdempotencyKeys;
import dev.trestle.messenger.model.Memberships.Membership;
import dev.trestle.messenger.model.MessageId;
import dev.trestle.messenger.model.Messages;
import dev.trestle.messenger.model.Messages.Message;
import dev.trestle.platform.system.Ids;
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

/** Appends the texts of several users in one transaction (M21). */
final class SendBatch {
  /**
   * The outcome of one attempt.
   *
   * @param left the texts that are neither sent nor refused
   */
  record BatchResult(
      AppendOutcome<Boolean> outcome,
      List<QueuedText> sent,
      List<Sent> results,
      List<QueuedText> left) {
    /** Completes the texts that are stored. */
    void succeed() {
      for (int i = 0; i < sent.size(); i++) sent.get(i).done().complete(results.get(i));
    }
  }

  private final Store store;
  private final ChatAccess access;
  private final Ids ids;
  private final InstantSource clock;

  SendBatch(Store store, ChatAccess access, Ids ids, InstantSource clock) {
    this.store = store;
    this.access = access;
    this.ids = ids;
    this.clock = clock;
  }

  /** Makes one attempt at this head. Texts that are refused are completed with their refusal. */
  BatchResult attempt(ChatId chat, LogHead head, List<QueuedText> waiting) {
    var admitted = admitted(chat, head, waiting);
    if (admitted.isEmpty()) {
      return new BatchResult(new AppendOutcome.Unneeded<>(true), List.of(), List.of(), List.of());
    }
    var now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
    var messages = new ArrayList<Message>();
    var keys = new ArrayList<IdempotencyKeys.FirstUse>();
    var results = new ArrayList<Sent>();
    for (var text : admitted) {
      int place = messages.size() + 1;
      var message = entry(chat, head.sequence() + place, head.ordinal() + place, text, now);
      messages.add(message);
      keys.add(IdempotencyKeys.FirstUse.of(message, text.bodyHash(), now));
      results.add(Sent.of(message));
    }
    return switch (store.run(Messages.SEND, new Messages.NewMessages(messages, keys))) {
      case TransactionOutcome.Done _ ->
          new BatchResult(
              new AppendOutcome.Appended<>(messages, true), admitted, results, List.of());
      case TransactionOutcome.Refused refused -> refused(refused, admitted);
    };
  }

  /** The texts of members, read once for each sender. The others are refused. */
  private List<QueuedText> admitted(ChatId chat, LogHead head, List<QueuedText> waiting) {
    Map<UserId, Optional<Membership>> members = new HashMap<>();
    var admitted = new ArrayList<QueuedText>();
    for (var text : waiting) {
      var member = members.computeIfAbsent(text.sender(), sender -> access.find(chat, sender));
      if (member.isEmpty()) {
        text.done().completeExceptionally(new Refusal.NotAMember());
      } else if (ChatAccess.barred(member.get()).isPresent()) {
        text.done().completeExceptionally(ChatAccess.barred(member.get()).get());
      } else if (repliesToNothing(text.draft(), head, member.get())) {
        text.done().completeExceptionally(noSuchReply());
      } else {
        admitted.add(text);
      }
    }
    return admitted;
  }

  /** The log is dense, so every number in between exists. */
  static boolean repliesToNothing(Draft draft, LogHead head, Membership member) {
    return draft
        .replyTo()
        .filter(to -> to < member.joinedSequence() || to > head.sequence())
        .isPresent();
  }

  static Refusal noSuchReply() {
    return new Refusal.InvalidField("reply_to", "There is no such message.");
  }

  /** Completes retries with their first result, even if the number was taken as well. */
  private static BatchResult refused(
      TransactionOutcome.Refused refused, List<QueuedText> admitted) {
    var completed = new HashSet<Integer>();
    for (var reason : refused.of(Messages.NewMessages::keys)) {
      if (reason.kind() != TransactionOutcome.Kind.CONDITION_FAILED) continue;
      int place = reason.element().orElseThrow();
      var first = reason.current(IdempotencyKeys.KEY);
      if (first.isEmpty()) continue;
      completed.add(place);
      var text = admitted.get(place);
      try {
        text.done().complete(Sent.replay(first.get(), text.sender(), text.bodyHash()));
      } catch (Refusal other) {
        text.done().completeExceptionally(other);
      }
    }
    var left = new ArrayList<QueuedText>();
    for (int i = 0; i < admitted.size(); i++) {
      if (!completed.contains(i)) left.add(admitted.get(i));
    }
    return new BatchResult(new AppendOutcome.Overtaken<>(), List.of(), List.of(), left);
  }

  private Message entry(ChatId chat, long sequence, long ordinal, QueuedText text, Instant now) {
    return text.draft().entry(chat, sequence, ordinal, MessageId.next(ids), text.sender(), now);
  }
}
