package dev.trestle.messenger.web;

import dev.trestle.messenger.chat.ChatList;
import dev.trestle.messenger.message.Sent;
import dev.trestle.messenger.model.Chats.Chat;
import dev.trestle.messenger.model.DeliveryStates.DeliveryState;
import dev.trestle.messenger.model.Memberships.Membership;
import dev.trestle.messenger.model.Messages.Message;
import dev.trestle.messenger.model.SessionId;
import dev.trestle.messenger.model.Sessions.Session;
import dev.trestle.messenger.model.UserId;
import dev.trestle.messenger.model.Users.User;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** What answers show. */
final class Views {
  private Views() {}

  /** One thing. */
  record One<T>(T data) {}

  /** A list, and how to go on. */
  record Many<T>(List<T> data, Pagination pagination) {}

  record Pagination(boolean hasMore, Optional<String> nextCursor, Optional<String> prevCursor) {
    static Pagination of(Optional<String> next) {
      return new Pagination(next.isPresent(), next, Optional.empty());
    }

    static final Pagination WHOLE = new Pagination(false, Optional.empty(), Optional.empty());
  }

  /** One's own profile. */
  record Me(
      String userId,
      Optional<String> phoneNumber,
      boolean phoneVerified,
      String displayName,
      Instant createdAt,
      Instant updatedAt) {
    static Me of(User user) {
      return new Me(
          user.userId().value(),
          user.phoneNumber(),
          user.phoneVerified(),
          user.displayName(),
          user.createdAt(),
          user.updatedAt());
    }
  }

  /** Somebody else's profile: no phone number in it. */
  record Person(String userId, String displayName, Instant createdAt) {
    static Person of(User user) {
      return new Person(user.userId().value(), user.displayName(), user.createdAt());
    }
  }

  record SessionView(
      String sessionId, String deviceId, Instant createdAt, Instant expiresAt, boolean isCurrent) {
    static SessionView of(Session session, SessionId current) {
      return new SessionView(
          session.sessionId().value(),
          session.deviceId(),
          session.createdAt(),
          session.expiresAt(),
          session.sessionId().equals(current));
    }
  }

  record MessageView(
      String chatId,
      long sequence,
      String messageId,
      String senderId,
      String clientMessageId,
      String kind,
      String content,
      String contentType,
      Instant createdAt,
      Optional<Long> targetSequence,
      Optional<Long> replyTo,
      Optional<String> memberId,
      Optional<Instant> editedAt,
      Optional<Instant> deletedAt,
      Optional<Map<String, String>> reactions) {
    static MessageView of(Message entry) {
      return new MessageView(
          entry.chatId().value(),
          entry.sequence(),
          entry.messageId().value(),
          entry.senderId().value(),
          entry.clientMessageId(),
          entry.kind().name(),
          entry.content(),
          entry.contentType(),
          entry.createdAt(),
          entry.targetSequence(),
          entry.replyTo(),
          entry.memberId().map(UserId::value),
          entry.editedAt(),
          entry.deletedAt(),
          reactions(entry));
    }

    /** An empty one was taken back. */
    private static Optional<Map<String, String>> reactions(Message entry) {
      if (entry.reactions().isEmpty()) return Optional.empty();
      var live =
          entry.reactions().entrySet().stream()
              .filter(reaction -> !reaction.getValue().isEmpty())
              .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
      return live.isEmpty() ? Optional.empty() : Optional.of(live);
    }
  }

  record SentView(
      String messageId, String chatId, long sequence, String clientMessageId, Instant createdAt) {
    static SentView of(Sent sent) {
      return new SentView(
          sent.messageId().value(),
          sent.chatId().value(),
          sent.sequence(),
          sent.clientMessageId(),
          sent.createdAt());
    }
  }

  record MemberView(String userId, Optional<String> displayName, String role, Instant joinedAt) {
    static MemberView of(Membership member, Optional<User> user) {
      return new MemberView(
          member.userId().value(),
          user.map(User::displayName),
          member.role().name(),
          member.joinedAt());
    }
  }

  record ChatView(
      String chatId,
      String chatType,
      Optional<String> name,
      String createdBy,
      Instant createdAt,
      Instant updatedAt,
      Optional<Person> peer,
      Optional<String> role,
      Optional<Instant> mutedUntil,
      Optional<Long> joinedSequence,
      Optional<Long> lastSequence,
      Optional<Long> unreadCount,
      Optional<MessageView> lastMessage,
      Optional<List<MemberView>> members,
      Optional<String> membersCursor) {
    /** Only what the chat itself is. */
    static ChatView of(Chat chat, Optional<Person> peer) {
      return new ChatView(
          chat.chatId().value(),
          chat.chatType().name(),
          chat.name(),
          chat.createdBy().value(),
          chat.createdAt(),
          chat.updatedAt(),
          peer,
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty());
    }

    /** Also what it is to one of its members. */
    static ChatView of(ChatList.Line line, Optional<Person> peer) {
      var chat = line.chat();
      var member = line.membership();
      return new ChatView(
          chat.chatId().value(),
          chat.chatType().name(),
          chat.name(),
          chat.createdBy().value(),
          chat.createdAt(),
          chat.updatedAt(),
          peer,
          Optional.of(member.role().name()),
          member.mutedUntil(),
          Optional.of(member.joinedSequence()),
          line.head().map(head -> head.sequenceCounter()),
          Optional.of(line.unread()),
          line.lastMessage().map(MessageView::of),
          Optional.empty(),
          Optional.empty());
    }

    ChatView with(List<MemberView> some, Optional<String> cursor) {
      return new ChatView(
          chatId,
          chatType,
          name,
          createdBy,
          createdAt,
          updatedAt,
          peer,
          role,
          mutedUntil,
          joinedSequence,
          lastSequence,
          unreadCount,
          lastMessage,
          Optional.of(some),
          cursor);
    }
  }

  record StateView(
      String chatId, long lastAckedSequence, long lastReadSequence, Instant updatedAt) {
    static StateView of(DeliveryState state) {
      return new StateView(
          state.chatId().value(),
          Math.max(state.lastAckedSequence(), state.lastReadSequence()),
          state.lastReadSequence(),
          state.updatedAt());
    }
  }

  /** How far one member has come. */
  record StatusView(String userId, long lastAckedSequence, long lastReadSequence) {}
}
