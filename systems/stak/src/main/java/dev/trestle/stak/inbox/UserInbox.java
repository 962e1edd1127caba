package dev.trestle.stak.inbox;

import dev.trestle.stak.Refusal;
import dev.trestle.stak.event.InboxEvent;
import dev.trestle.stak.model.InboxWrites;
import dev.trestle.stak.model.Inboxes;
import dev.trestle.stak.model.Inboxes.Counts;
import dev.trestle.stak.model.Inboxes.Message;
import dev.trestle.stak.model.Inboxes.Snooze;
import dev.trestle.stak.model.MessageId;
import dev.trestle.stak.model.UserInboxKey;
import dev.trestle.stak.model.WebhookEvents.WebhookEvent;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** One user's inbox. May be used by any number of threads, devices and servers at once. */
public final class UserInbox {
  /** Marks accumulate only if each covers less than the one before. */
  private static final int MARKS_MAX = 50;

  private final UserInboxes inboxes;
  private final UserInboxKey key;
  private final CountsStore counts;

  UserInbox(UserInboxes inboxes, UserInboxKey key) {
    this.inboxes = inboxes;
    this.key = key;
    this.counts = new CountsStore(inboxes, key);
  }

  UserInboxes inboxes() {
    return inboxes;
  }

  UserInboxKey key() {
    return key;
  }

  CountsStore counts() {
    return counts;
  }

  UserBroadcasts broadcasts() {
    return UserBroadcasts.read(inboxes, key);
  }

  private InboxState state() {
    return InboxState.of(counts.settled(), inboxes.now());
  }

  /** Makes the user known, so that they see broadcasts from now on. */
  public void register() {
    counts.settled();
  }

  public UnreadCounts unread() {
    var state = state();
    var stored = state.counts();
    var categories = new HashMap<>(stored.categories());
    long unseen = stored.unseen();
    long total = stored.count();
    for (var snooze : awake(state)) {
      total++;
      categories.merge(snooze.category(), 1L, Long::sum);
      if (!snooze.seen()) unseen++;
    }
    for (var message : broadcasts().views(state).filter(InboxMessage::isUnread).toList()) {
      total++;
      categories.merge(message.category(), 1L, Long::sum);
      if (!message.seen()) unseen++;
    }
    categories.values().removeIf(number -> number == 0);
    return new UnreadCounts(total, Map.copyOf(categories), unseen);
  }

  /** Snoozes of the user's own messages that are over. Broadcasts are counted by themselves. */
  private static List<Snooze> awake(InboxState state) {
    return state.counts().snoozes().values().stream()
        .filter(snooze -> !snooze.broadcast() && state.isAwake(snooze))
        .filter(snooze -> snooze.expiresAt().isAfter(state.now()))
        .toList();
  }

  /** Counts every message one by one; always equals {@link #unread}. */
  public UnreadCounts recount() {
    var state = state();
    var unread =
        Stream.concat(
                counts.messagesAfter(MessageId.FIRST).flatMap(own -> state.view(own).stream()),
                broadcasts().views(state))
            .filter(InboxMessage::isUnread)
            .iterator();
    var categories = new HashMap<String, Long>();
    long total = 0;
    long unseen = 0;
    while (unread.hasNext()) {
      var message = unread.next();
      total++;
      if (message.isUnseen()) unseen++;
      categories.merge(message.category(), 1L, Long::sum);
    }
    return new UnreadCounts(total, Map.copyOf(categories), unseen);
  }

  /** Lists messages with ids below this one, newest first. */
  public InboxPage list(MessageFilter filter, MessageId below, int limit) {
    var state = state();
    var broadcasts = broadcasts();
    int examined = InboxLister.EXAMINED_MAX + 1;
    try (var own = inboxes.store().stream(Inboxes.NEWEST_BELOW, key.message(below), examined)) {
      return new InboxLister(state, own.iterator(), broadcasts, below).page(filter, below, limit);
    }
  }

  /**
   * Applies an action to messages. Skips those that are not there or would not change.
   *
   * @return the ids that were changed
   */
  public List<MessageId> apply(InboxAction action, List<MessageId> ids) {
    var entries = new ActionAttempt.Entries(inboxes);
    var changed = inboxes.retry(() -> new ActionAttempt(this, entries, action, ids).run());
    if (changed.isEmpty()) return changed;
    inboxes.publish(
        action instanceof InboxAction.Read
            ? new InboxEvent.MessagesRead(key, changed, inboxes.now())
            : new InboxEvent.InboxChanged(key, changed));
    return changed;
  }

  /** Marks everything read that was received up to a second, in one write. */
  public void readAll(Instant upToSecond) {
    var upTo = MessageId.lastOf(upToSecond);
    var entry = inboxes.newEntry();
    var event = new InboxEvent.AllRead(key, upToSecond, inboxes.now());
    var read = inboxes.retry(() -> attemptReadAll(upTo, () -> entry.of(event)));
    inboxes.activity().read(key.shared(), read);
    inboxes.publish(event);
  }

  /** How many of the user's own messages became read, by category. */
  private Optional<Map<String, Long>> attemptReadAll(
      MessageId upTo, Supplier<Optional<WebhookEvent>> entry) {
    var stored = counts.settled();
    var now = inboxes.now();
    var state = InboxState.of(stored, now);
    long broadcasts = inboxes.broadcasts().count(key.shared());
    // As of the settlement: what expires after it will be subtracted from these counts.
    var settled = new InboxState(stored, stored.settledAt());
    var builder = CountsStore.count(settled, counts.messagesAfter(upTo));
    builder.mark(upTo, broadcasts, now);
    if (builder.marks().size() > MARKS_MAX) {
      throw new Refusal.LimitReached(Refusal.Limited.MARKS);
    }
    var read = new HashMap<>(stored.categories());
    var woken = new HashMap<>(builder.snoozes());
    woken
        .entrySet()
        .removeIf(each -> each.getKey().compareTo(upTo) > 0 || !state.isAwake(each.getValue()));
    builder.snoozes().keySet().removeAll(woken.keySet());
    woken.values().stream()
        .filter(snooze -> !snooze.broadcast() && snooze.expiresAt().isAfter(now))
        .forEach(snooze -> read.merge(snooze.category(), 1L, Long::sum));
    var result = builder.build(now);
    result.categories().forEach((category, left) -> read.merge(category, -left, Long::sum));
    var event = entry.get();
    boolean isDone =
        event.isEmpty()
            ? counts.replace(result).isPresent()
            : inboxes
                .store()
                .run(
                    InboxWrites.MARK_ALL_READ_WITH_EVENT,
                    new InboxWrites.CountsWithEvent(result, event.get()))
                .isDone();
    return isDone ? Optional.of(read) : Optional.empty();
  }

  /** The user has looked: nothing is new any more. */
  public void seen() {
    boolean isChanged = inboxes.retry(this::attemptSeen);
    if (isChanged) inboxes.publish(new InboxEvent.InboxChanged(key, List.of()));
  }

  private Optional<Boolean> attemptSeen() {
    var state = state();
    var stored = state.counts();
    long broadcasts = inboxes.broadcasts().count(key.shared());
    var builder = new CountsBuilder(stored).seen(broadcasts);
    boolean isWoken = false;
    for (var entry : builder.snoozes().entrySet()) {
      var snooze = entry.getValue();
      if (snooze.seen() || !state.isAwake(snooze)) continue;
      isWoken = true;
      entry.setValue(
          new Snooze(
              snooze.until(), snooze.category(), snooze.expiresAt(), true, snooze.broadcast()));
    }
    if (stored.unseen() == 0 && broadcasts <= stored.broadcastsSeen() && !isWoken) {
      return Optional.of(false);
    }
    return counts.replace(builder.build(inboxes.now())).map(_ -> true);
  }

  /** The categories that this user does not want. */
  public Set<String> muted() {
    return counts.settled().muted();
  }

  /**
   * Mutes these categories and no others: their messages are not delivered, their broadcasts not
   * shown.
   */
  public void mute(Set<String> categories) {
    inboxes.retry(() -> {
      var builder = new CountsBuilder(counts.settled()).muted(Set.copyOf(categories));
      return counts.replace(builder.build(inboxes.now()));
    });
    inboxes.publish(new InboxEvent.InboxChanged(key, List.of()));
  }

  /** One message as the user sees it. */
  public Optional<InboxMessage> message(MessageId id) {
    return message(state(), id);
  }

  private Optional<InboxMessage> message(InboxState state, MessageId id) {
    var own = stored(id).flatMap(state::view);
    if (own.isPresent()) return own;
    var broadcasts = broadcasts();
    return broadcasts.messages().stream()
        .filter(broadcast -> broadcast.id().equals(id))
        .findFirst()
        .flatMap(broadcast -> broadcasts.view(state, broadcast));
  }

  private Optional<Message> stored(MessageId id) {
    return inboxes.store().run(Inboxes.READ_MESSAGE, key.message(id));
  }

  /**
   * What an administrator sees of one message in this inbox.
   *
   * @param counts none if the user is not known
   * @param stored the user's own copy, even if it is redacted or expired
   * @param view the message as the user sees it, if at all
   */
  public record Inspection(
      Optional<Counts> counts, Optional<Message> stored, Optional<InboxMessage> view) {}

  /** Looks for a message without making the user known. */
  public Inspection inspect(MessageId id) {
    var known = inboxes.store().run(Inboxes.READ_COUNTS, key);
    var view = known.flatMap(found -> message(InboxState.of(found, inboxes.now()), id));
    return new Inspection(known, stored(id), view);
  }
}
