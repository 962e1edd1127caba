package dev.trestle.stak.inbox;

import dev.trestle.stak.Refusal;
import dev.trestle.stak.event.EventOutbox;
import dev.trestle.stak.event.InboxEvent;
import dev.trestle.stak.model.Broadcasts.Broadcast;
import dev.trestle.stak.model.InboxWrites;
import dev.trestle.stak.model.InboxWrites.Marking;
import dev.trestle.stak.model.InboxWrites.MessageState;
import dev.trestle.stak.model.InboxWrites.ReceiptsWithEvent;
import dev.trestle.stak.model.Inboxes;
import dev.trestle.stak.model.Inboxes.Counts;
import dev.trestle.stak.model.Inboxes.Message;
import dev.trestle.stak.model.Inboxes.Receipt;
import dev.trestle.stak.model.Inboxes.Snooze;
import dev.trestle.stak.model.MessageId;
import dev.trestle.stak.model.UserInboxKey;
import dev.trestle.stak.model.WebhookEvents.WebhookEvent;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One attempt to apply an action to messages: reads the counts and the messages, computes their new
 * state, and writes it on condition that the counts still have the version that was read. Every
 * change to a message changes that version, so the only other condition is that the message was not
 * redacted.
 */
final class ActionAttempt {
  /** Snoozes are stored in the counts, which every delivery writes. */
  private static final int SNOOZES_MAX = 50;

  /** Older than every seen generation: a user who acts on a message has seen it. */
  private static final long SEEN = -1;

  /** The webhook events of own messages and of broadcasts, which are two writes. */
  record Entries(EventOutbox.Entry own, EventOutbox.Entry broadcasts) {
    Entries(UserInboxes inboxes) {
      this(inboxes.newEntry(), inboxes.newEntry());
    }
  }

  private final UserInboxes inboxes;
  private final UserInboxKey key;
  private final Entries entries;
  private final InboxAction action;
  private final List<MessageId> ids;
  private final Instant now;
  private final Counts counts;
  private final InboxState state;
  private final UserBroadcasts broadcasts;
  private final CountsBuilder builder;
  private final List<MessageState> states = new ArrayList<>();
  private final List<Receipt> receipts = new ArrayList<>();
  private final List<MessageId> changed = new ArrayList<>();

  /** How many of the user's own messages become read, by category. */
  private final Map<String, Long> read = new HashMap<>();

  ActionAttempt(UserInbox inbox, Entries entries, InboxAction action, List<MessageId> ids) {
    if (ids.size() > InboxWrites.MARKED_MAX) throw new IllegalArgumentException("too many ids");
    this.inboxes = inbox.inboxes();
    this.key = inbox.key();
    this.entries = entries;
    this.action = action;
    this.ids = ids.stream().distinct().toList();
    this.counts = inbox.counts().settled();
    this.now = inboxes.now();
    this.state = InboxState.of(counts, now);
    this.broadcasts = inbox.broadcasts();
    this.builder = new CountsBuilder(counts);
  }

  /** The ids that were changed; none if somebody else changed the inbox in between. */
  Optional<List<MessageId>> run() {
    var own = inboxes.store().run(Inboxes.READ_MESSAGES, ids.stream().map(key::message).toList());
    own.forEach(this::apply);
    var rest = new ArrayList<>(ids);
    own.forEach(message -> rest.remove(message.id()));
    if (!rest.isEmpty()) {
      for (var broadcast : broadcasts.messages()) {
        if (rest.contains(broadcast.id())) apply(broadcast);
      }
    }
    if (changed.isEmpty()) return Optional.of(List.of());
    if (builder.snoozes().size() > SNOOZES_MAX) {
      throw new Refusal.LimitReached(Refusal.Limited.SNOOZED_MESSAGES);
    }
    if (!writeOwn()) return Optional.empty();
    inboxes.activity().read(key.shared(), read);
    writeReceipts();
    return Optional.of(List.copyOf(changed));
  }

  private boolean writeOwn() {
    var result = builder.build(now);
    if (!states.isEmpty()) {
      var event = event(entries.own, states.stream().map(MessageState::id).toList());
      return inboxes.store().run(InboxWrites.MARK, new Marking(states, result, event)).isDone();
    }
    if (result.snoozes().equals(counts.snoozes())) return true;
    return inboxes.store().run(Inboxes.REPLACE_COUNTS, result).isDone();
  }

  /** Receipts need no guard: if everything was marked read meanwhile, the mark covers them. */
  private void writeReceipts() {
    if (receipts.isEmpty()) return;
    var event = event(entries.broadcasts, receipts.stream().map(Receipt::id).toList());
    if (event.isEmpty()) {
      receipts.forEach(receipt -> inboxes.store().run(Inboxes.MARK_BROADCAST, receipt));
    } else {
      var write = new ReceiptsWithEvent(receipts, event.get());
      inboxes.retry(() ->
          inboxes.store().run(InboxWrites.MARK_BROADCASTS_WITH_EVENT, write).isDone()
              ? Optional.of(true)
              : Optional.empty());
    }
  }

  private Optional<WebhookEvent> event(EventOutbox.Entry entry, List<MessageId> messages) {
    return switch (action) {
      case InboxAction.Read _ -> entry.of(new InboxEvent.MessagesRead(key, messages, now));
      case InboxAction.MarkUnread _,
          InboxAction.Archive _,
          InboxAction.Unarchive _,
          InboxAction.Snooze _,
          InboxAction.Wake _ ->
          Optional.empty();
    };
  }

  private void apply(Message message) {
    state.view(message).filter(this::changes).ifPresent(view -> apply(message, view));
  }

  private void apply(Message message, InboxMessage view) {
    changed.add(message.id());
    boolean wasSnoozed = builder.snoozes().remove(message.id()) != null;
    if (!wasSnoozed && view.isUnread()) builder.subtract(view.category(), view.isUnseen());
    var readAt = view.readAt().or(() -> Optional.of(now));
    var written =
        switch (action) {
          case InboxAction.Read _ -> state(message, Optional.of(now), message.archived());
          case InboxAction.Archive _ -> state(message, readAt, true);
          case InboxAction.Unarchive _ -> state(message, readAt, false);
          case InboxAction.MarkUnread _, InboxAction.Wake _ -> {
            builder.add(view.category(), false);
            yield state(message, Optional.empty(), false);
          }
          case InboxAction.Snooze(var until) -> {
            builder.snoozes().put(message.id(), snooze(until, view, false));
            yield state(message, Optional.empty(), false);
          }
        };
    states.add(written);
    boolean isNewlyRead = view.readAt().isEmpty() && written.readAt().isPresent();
    if (isNewlyRead) read.merge(view.category(), 1L, Long::sum);
  }

  private MessageState state(Message message, Optional<Instant> readAt, boolean archived) {
    return new MessageState(
        key.tenant(),
        key.user(),
        key.inbox(),
        message.id(),
        readAt,
        archived,
        counts.generation(),
        SEEN);
  }

  private static Snooze snooze(Instant until, InboxMessage view, boolean isBroadcast) {
    return new Snooze(until, view.category(), view.expiresAt(), false, isBroadcast);
  }

  private void apply(Broadcast broadcast) {
    broadcasts
        .view(state, broadcast)
        .filter(this::changes)
        .ifPresent(view -> apply(broadcast, view));
  }

  private void apply(Broadcast broadcast, InboxMessage view) {
    changed.add(broadcast.id());
    builder.snoozes().remove(broadcast.id());
    var readAt = view.readAt().or(() -> Optional.of(now));
    receipts.add(
        switch (action) {
          case InboxAction.Read _ -> receipt(broadcast, Optional.of(now), view.archived());
          case InboxAction.Archive _ -> receipt(broadcast, readAt, true);
          case InboxAction.Unarchive _ -> receipt(broadcast, readAt, false);
          case InboxAction.MarkUnread _, InboxAction.Wake _ ->
              receipt(broadcast, Optional.empty(), false);
          case InboxAction.Snooze(var until) -> {
            builder.snoozes().put(broadcast.id(), snooze(until, view, true));
            yield receipt(broadcast, Optional.empty(), false);
          }
        });
  }

  private Receipt receipt(Broadcast broadcast, Optional<Instant> readAt, boolean archived) {
    return new Receipt(
        key.tenant(),
        key.user(),
        key.inbox(),
        broadcast.id(),
        readAt,
        archived,
        counts.generation(),
        broadcast.ttl());
  }

  /** Whether the action changes anything about a message. */
  private boolean changes(InboxMessage view) {
    return switch (action) {
      case InboxAction.Read _ -> view.readAt().isEmpty();
      case InboxAction.MarkUnread _ -> !view.isUnread();
      case InboxAction.Archive _ -> !view.archived();
      case InboxAction.Unarchive _ -> view.archived();
      case InboxAction.Snooze(var until) -> until.isAfter(now) && until.isBefore(view.expiresAt());
      case InboxAction.Wake _ -> view.snoozedUntil().isPresent();
    };
  }
}
