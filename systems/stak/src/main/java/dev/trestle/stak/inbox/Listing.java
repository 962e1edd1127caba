package dev.trestle.stak.inbox;

import java.util.List;
import java.util.Optional;

/**
 * A page of an inbox, newest first.
 *
 * @param next the id below which the next page begins
 */
public record Listing(List<Item> items, Optional<String> next) {

  /** Which messages are wanted. */
  public enum Folder {
    INBOX,
    ARCHIVE,
    SNOOZED
  }

  /** Which messages are wanted, of which folder. */
  public record Filter(Folder folder, Optional<String> category, boolean unreadOnly) {
    public static final Filter ALL = new Filter(Folder.INBOX, Optional.empty(), false);

    boolean takes(Item item) {
      return isIn(item)
          && (!unreadOnly || item.isUnread())
          && category.map(item.category()::equals).orElse(true);
    }

    private boolean isIn(Item item) {
      return switch (folder) {
        case INBOX -> !item.archived() && item.snoozedUntil().isEmpty();
        case ARCHIVE -> item.archived();
        case SNOOZED -> item.snoozedUntil().isPresent();
      };
    }
  }
}
