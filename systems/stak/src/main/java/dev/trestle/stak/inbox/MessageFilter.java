package dev.trestle.stak.inbox;

import java.util.Optional;

/** Which messages of an inbox are listed. */
public record MessageFilter(Folder folder, Optional<String> category, boolean unreadOnly) {
  public static final MessageFilter ALL = new MessageFilter(Folder.INBOX, Optional.empty(), false);

  /** Where a message is. */
  public enum Folder {
    INBOX,
    ARCHIVE,
    SNOOZED
  }

  boolean accepts(InboxMessage message) {
    return isInFolder(message)
        && (!unreadOnly || message.isUnread())
        && category.map(message.category()::equals).orElse(true);
  }

  private boolean isInFolder(InboxMessage message) {
    return switch (folder) {
      case INBOX -> !message.archived() && message.snoozedUntil().isEmpty();
      case ARCHIVE -> message.archived();
      case SNOOZED -> message.snoozedUntil().isPresent();
    };
  }
}
