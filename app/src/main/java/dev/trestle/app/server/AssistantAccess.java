package dev.trestle.app.server;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.trestle.messenger.model.ChatId;
import dev.trestle.messenger.model.Memberships.Membership;
import dev.trestle.messenger.model.Messages.Kind;
import dev.trestle.messenger.model.Messages.Message;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;

/**
 * Decides which entries of Messenger the assistant may read. Chats without it are remembered, so
 * that their messages cost no read. A membership is read each time, because a chat that has removed
 * the assistant must not be read any more.
 */
final class AssistantAccess {
  private static final long CHATS_MAX = 100_000;

  /** Bounds what is missed if another server handled the entry that let the assistant in. */
  private static final Duration REMEMBERED = Duration.ofMinutes(5);

  private final Function<ChatId, Optional<Membership>> memberships;
  private final Cache<ChatId, Boolean> without =
      Caffeine.newBuilder().maximumSize(CHATS_MAX).expireAfterWrite(REMEMBERED).build();

  /**
   * Access by the assistant's memberships.
   *
   * @param memberships finds the assistant's membership of a chat
   */
  AssistantAccess(Function<ChatId, Optional<Membership>> memberships) {
    this.memberships = memberships;
  }

  /**
   * Takes note of an entry. Those of a chat come in their order, and its joins before the texts.
   */
  void see(Message entry) {
    if (entry.kind() == Kind.joined || entry.kind() == Kind.created) {
      without.invalidate(entry.chatId());
    }
  }

  /** Forgets all chats, because entries were lost. */
  void forget() {
    without.invalidateAll();
  }

  /** Whether the assistant is a member, and was when this was written. */
  boolean mayRead(Message entry) {
    if (without.getIfPresent(entry.chatId()) != null) {
      return false;
    }
    var membership = memberships.apply(entry.chatId());
    if (membership.isEmpty()) {
      without.put(entry.chatId(), true);
    }
    return membership.filter(member -> member.joinedSequence() <= entry.sequence()).isPresent();
  }
}
