package dev.trestle.stak.user;

import dev.trestle.stak.inbox.UnreadCounts;
import dev.trestle.stak.inbox.UserInboxes;
import dev.trestle.stak.model.Broadcasts;
import dev.trestle.stak.model.Broadcasts.KnownUser;
import dev.trestle.stak.model.Erasures;
import dev.trestle.stak.model.Erasures.UserRange;
import dev.trestle.stak.model.InboxKey;
import dev.trestle.stak.model.UserId;
import dev.trestle.stak.model.UserInboxKey;
import dev.trestle.store.Store;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The known users of an inbox. */
public final class KnownUsers {
  private final Store store;
  private final UserInboxes inboxes;

  public KnownUsers(Store store, UserInboxes inboxes) {
    this.store = store;
    this.inboxes = inboxes;
  }

  /**
   * Lists users by id.
   *
   * @param prefix how their ids begin; may be empty
   * @param after the id after which the list begins
   */
  public List<KnownUser> list(InboxKey inbox, String prefix, Optional<UserId> after, int limit) {
    var lowest = UserId.lowest(prefix);
    var highest = UserId.highest(prefix);
    if (lowest.isEmpty() || highest.isEmpty()) return List.of();
    var from = after.filter(id -> id.compareTo(lowest.get()) > 0).orElse(lowest.get());
    var range = new UserRange(inbox.tenant(), inbox.inbox(), from, highest.get());
    // One more, because the range includes the id it begins after.
    return store.stream(Erasures.LIST_USERS, range, limit + 1)
        .filter(user -> !after.map(user.user()::equals).orElse(false))
        .limit(limit)
        .toList();
  }

  /** A user with what is in their inbox. */
  public record Details(KnownUser user, UnreadCounts unread, Set<String> muted) {}

  /** Looks a user up without making them known. */
  public Optional<Details> details(UserInboxKey key) {
    return store
        .run(Broadcasts.READ_KNOWN, key)
        .map(user -> {
          var inbox = inboxes.of(key);
          return new Details(user, inbox.unread(), inbox.muted());
        });
  }
}
