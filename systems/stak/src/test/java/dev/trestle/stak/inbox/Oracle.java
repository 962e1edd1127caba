package dev.trestle.stak.inbox;

import dev.trestle.stak.inbox.Listing.Folder;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What an inbox should be, in the plainest way: a list of messages, each with its own state. */
final class Oracle {
  /** One message. */
  static final class Held {
    final String id;
    final String category;
    final Instant expiry;
    final boolean everyones;
    boolean read;
    boolean seen;
    boolean archived;
    boolean redacted;
    Optional<Instant> snoozedUntil = Optional.empty();
    boolean snoozeSeen;

    Held(String id, String category, Instant expiry, boolean everyones) {
      this.id = id;
      this.category = category;
      this.expiry = expiry;
      this.everyones = everyones;
    }
  }

  final List<Held> messages = new ArrayList<>();
  Set<String> muted = new HashSet<>();
  Instant now = Instant.EPOCH;

  private boolean isThere(Held held) {
    return !held.redacted
        && held.expiry.isAfter(now)
        && !(held.everyones && muted.contains(held.category));
  }

  private boolean isHidden(Held held) {
    return held.snoozedUntil.filter(until -> until.isAfter(now)).isPresent();
  }

  private boolean isUnread(Held held) {
    return held.snoozedUntil.isPresent() ? !isHidden(held) : !held.read;
  }

  Unread unread() {
    var categories = new HashMap<String, Long>();
    long unseen = 0;
    long total = 0;
    for (var held : messages) {
      if (!isThere(held) || !isUnread(held)) continue;
      total++;
      categories.merge(held.category, 1L, Long::sum);
      boolean seen = held.snoozedUntil.isPresent() ? held.snoozeSeen : held.seen;
      if (!seen) unseen++;
    }
    return new Unread(total, Map.copyOf(categories), unseen);
  }

  List<String> ids(Folder folder, boolean unreadOnly) {
    return messages.stream()
        .filter(this::isThere)
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

  void apply(Act act, Held held) {
    if (!isThere(held)) return;
    switch (act) {
      case Act.Read _ -> {
        if (isUnread(held) || isHidden(held)) settle(held, true);
      }
      case Act.MarkUnread _ -> {
        if (!isUnread(held)) {
          settle(held, false);
          held.archived = false;
        }
      }
      case Act.Archive _ -> {
        if (!held.archived) {
          settle(held, true);
          held.archived = true;
        }
      }
      case Act.Unarchive _ -> held.archived = false;
      case Act.Snooze(var until) -> {
        if (until.isAfter(now) && until.isBefore(held.expiry)) {
          settle(held, false);
          held.archived = false;
          held.snoozedUntil = Optional.of(until);
          held.snoozeSeen = false;
        }
      }
      case Act.Wake _ -> {
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
      if (MessageIds.timeOf(held.id).isAfter(upTo) || isHidden(held)) continue;
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
