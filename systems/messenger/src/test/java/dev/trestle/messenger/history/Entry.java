package dev.trestle.messenger.history;

import java.util.Optional;

/**
 * An entry of a chat's log as somebody was given it.
 *
 * @param clientMessageId the sender's own name for it; empty for what the server writes
 * @param kind text, edit, delete, reaction; joined and left have a member
 * @param member who joined or left
 */
record Entry(
    long sequence,
    String messageId,
    String sender,
    String clientMessageId,
    String kind,
    Optional<String> member,
    String content) {
  static final String TEXT = "text";
  static final String JOINED = "joined";
  static final String LEFT = "left";

  boolean isChange() {
    return kind.equals(JOINED) || kind.equals(LEFT);
  }

  /** Whether a client wrote it under a name of its own. */
  boolean isSent() {
    return !clientMessageId.isEmpty() && !isChange();
  }

  @Override
  public String toString() {
    var what = isChange() ? kind + " " + member.orElse("?") : clientMessageId;
    return sequence + " (" + what + " by " + sender + ", " + messageId + ")";
  }
}
