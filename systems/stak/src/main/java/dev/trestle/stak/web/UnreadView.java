package dev.trestle.stak.web;

import dev.trestle.stak.inbox.UnreadCounts;
import dev.trestle.stak.model.MessageId;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Unread counts, in JSON.
 *
 * @param changed the messages that the call has changed, if it was to change any
 */
record UnreadView(
    boolean success,
    long total,
    long unseen,
    Map<String, Long> categories,
    Optional<List<MessageId>> changed) {
  static UnreadView of(UnreadCounts unread) {
    return of(unread, Optional.empty());
  }

  static UnreadView of(UnreadCounts unread, List<MessageId> changed) {
    return of(unread, Optional.of(changed));
  }

  private static UnreadView of(UnreadCounts unread, Optional<List<MessageId>> changed) {
    return new UnreadView(
        true, unread.total(), unread.unseen(), new TreeMap<>(unread.categories()), changed);
  }
}
