package dev.trestle.messenger.history;

import java.util.Optional;
import java.util.Set;

/**
 * An entry of a chat's log, as a client received it.
 *
 * @param clientMessageId the sender's id for it
 * @param kind text, edit, delete, reaction; joined and left have a member
 * @param member the user who joined or left
 * @param target the entry that is edited, deleted or reacted to
 */
public record SeenEntry(
    long sequence,
    String messageId,
    String sender,
    String clientMessageId,
    String kind,
    Optional<String> member,
    Optional<Long> target,
    String content) {
  public static final String TEXT = "text";
  public static final String JOINED = "joined";
  public static final String LEFT = "left";
  public static final String EDIT = "edit";
  public static final String DELETE = "delete";
  public static final String REACTION = "reaction";
  private static final Set<String> SENT = Set.of(TEXT, EDIT, DELETE, REACTION);

  boolean isChange() {
    return kind.equals(JOINED) || kind.equals(LEFT);
  }

  /** Whether a client wrote it under a name of its own; the rest is the server's. */
  boolean isSent() {
    return SENT.contains(kind);
  }

  /** Returns whether it replaces its target's text. */
  boolean isRewriting() {
    return kind.equals(EDIT) || kind.equals(DELETE);
  }

  /** The same entry with other words. */
  SeenEntry saying(String words) {
    return new SeenEntry(sequence, messageId, sender, clientMessageId, kind, member, target, words);
  }

  /** The same entry, whatever it says. */
  SeenEntry silent() {
    return saying("");
  }

  @Override
  public String toString() {
    var what = isChange() ? kind + " " + member.orElse("?") : clientMessageId;
    return sequence + " (" + what + " by " + sender + ", " + messageId + ")";
  }
}
