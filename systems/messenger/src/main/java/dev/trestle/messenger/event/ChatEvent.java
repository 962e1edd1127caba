package dev.trestle.messenger.event;

import java.util.List;
import java.util.Optional;

/**
 * An entry of a chat's log, for the event log. It has no text: neither messages and captions nor
 * names of chats and files nor reactions. Its key is the chat, and {@code number} its place there,
 * without gaps.
 */
public sealed interface ChatEvent {
  long number();

  /** Who did it. */
  String userId();

  /**
   * A message was sent.
   *
   * @param replyTo the number of the message that it replies to
   * @param mentions the users whom it names
   * @param hasFile whether it shows a photo or a file
   */
  record MessageSent(
      long number,
      String userId,
      String messageId,
      Optional<Long> replyTo,
      List<String> mentions,
      boolean hasFile)
      implements ChatEvent {}

  /** The message with the number {@code target} was edited. */
  record MessageEdited(long number, String userId, long target) implements ChatEvent {}

  record MessageDeleted(long number, String userId, long target) implements ChatEvent {}

  /** A user's reaction to a message was set or removed. */
  record ReactionChanged(long number, String userId, long target) implements ChatEvent {}

  /**
   * A chat was created.
   *
   * @param members the first members who are still there when the event is published
   */
  record ChatCreated(long number, String userId, List<FirstMember> members) implements ChatEvent {}

  record ChatRenamed(long number, String userId) implements ChatEvent {}

  record MemberJoined(long number, String userId, String memberId) implements ChatEvent {}

  /** A member left, or was removed by somebody else. */
  record MemberLeft(long number, String userId, String memberId) implements ChatEvent {}

  record RoleChanged(long number, String userId, String memberId, String role)
      implements ChatEvent {}

  /** A member and what they may do. */
  record FirstMember(String userId, String role) {}
}
