package dev.trestle.stak.inbox;

import dev.trestle.stak.inbox.MessageFilter.Folder;
import dev.trestle.stak.model.MessageId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The expected inbox, as simple as possible: a list of messages with their states. */
final class InboxOracle {
  /** One message. */
  static final class Held {
    final MessageId id;
    final String category;
    final Instant expiry;
    final boolean isBroadcast;
    boolean read;
    boolean seen;
    boolean archived;
    boolean redacted;
    Optional<Instant> snoozedUntil = Optional.empty();
    boolean snoozeSeen;

    Held(MessageId id, String category, Instant expiry, boolean isBroadcast) {
      this.id = id;
      this.category = category;
      this.expiry = expiry;
      this.isBroadcast = isBroadcast;
    }
  }

  final List<Held> messages = new ArrayList<>();
  Set<String> muted = new HashSet<>();
  Instant now = Instant.EPOCH;

  private boolean isShown(Held held) {
    return !held.redacted
        && held.expiry.isAfter(now)
        && !(held.isBroadcast && muted.contains(held.category));
  }

  private boolean isHidden(Held held) {
    return held.snoozedUntil.filter(until -> until.isAfter(now)).isPresent();
  }

  private boolean isUnread(Held held) {
    return held.snoozedUntil.isPresent() ? !isHidden(held) : !held.read;
  }

  UnreadCounts unread() {
    var categories = new HashMap<String, Long>();
    long unseen = 0;
    long total = 0;
    for (var held : messages) {
      if (!isShown(held) || !isUnread(held)) continue;
      total++;
      categories.merge(held.category, 1L, Long::sum);
      boolean seen = held.snoozedUntil.isPresent() ? held.snoozeSeen : held.seen;
      if (!seen) unseen++;
    }
    return new UnreadCounts(total, Map.copyOf(categories), unseen);
  }

  List<MessageId> ids(Folder folder, boolean unreadOnly) {
    return messages.stream()
        .filter(this::isShown)
        .filter(held ->
            switch (folder) {
              case INBOX -> !held.archived && !isHidden(held);
              case ARCHIVE -> held.archived;
              case SNOOZED -> isHidden(held);
            })
        .filter(held -> !unreadOnly || isUnread(held))
        .map(held -> held.id)
        .sorted(Comparator.reverseOrder())
        .toList();
  }

  void apply(InboxAction action, Held held) {
    if (!isShown(held)) return;
    switch (action) {
      case InboxAction.Read _ -> {
        if (isUnread(held) || isHidden(held)) settle(held, true);
      }
      case InboxAction.MarkUnread _ -> {
        if (!isUnread(held)) {
          settle(held, false);
          held.archived = false;
        }
      }
      case InboxAction.Archive _ -> {
        if (!held.archived) {
          settle(held, true);
          held.archived = true;
        }
      }
      case InboxAction.Unarchive _ -> held.archived = false;
      case InboxAction.Snooze(var until) -> {
        if (until.isAfter(now) && until.isBefore(held.expiry)) {
          settle(held, false);
          held.archived = false;
          held.snoozedUntil = Optional.of(until);
          held.snoozeSeen = false;
        }
      }
      case InboxAction.Wake _ -> {
        if (isHidden(held)) settle(held, false);
      }
    }
  }

  private static void settle(Held held, boolean read) {
    held.snoozedUntil = Optional.empty();
    held.read = read;
    held.seen = true;
  }

  void readAll(Instant upTo) {
    for (var held : messages) {
      if (held.id.time().isAfter(upTo) || isHidden(held)) continue;
      settle(held, true);
    }
  }

  void look() {
    for (var held : messages) {
      if (held.snoozedUntil.isEmpty() || isHidden(held)) held.seen = true;
      if (held.snoozedUntil.isPresent() && !isHidden(held)) held.snoozeSeen = true;
    }
  }
}
