package dev.trestle.messenger.chat;

import dev.trestle.accounts.UserId;
import dev.trestle.messenger.model.Messages.Message;

/**
 * What a member has not read in a chat.
 *
 * @param texts the number of messages
 * @param mentions how many of them mention the member
 */
public record Unread(long texts, long mentions) {
  static final Unread NONE = new Unread(0, 0);

  Unread plus(Message text, UserId member) {
    return new Unread(texts + 1, text.mentions(member) ? mentions + 1 : mentions);
  }

  /** With texts that were not looked at. */
  Unread plus(long more) {
    return new Unread(texts + more, mentions);
  }
}
