package dev.trestle.messenger.chat;

import dev.trestle.messenger.model.ChatId;
import dev.trestle.platform.identity.ApiKey;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * What an invite link contains: the group, and a key whose secret has 160 random bits. Its text is
 * {@code <ULID of the chat>.<key>}.
 */
public record InviteToken(ChatId chat, ApiKey key) {
  private static final String CHAT_PREFIX = "chat_";
  private static final String KEY_PREFIX = "join";
  private static final int LENGTH_MAX = 100;

  static InviteToken make(ChatId chat, RandomGenerator random) {
    return new InviteToken(chat, ApiKey.make(KEY_PREFIX, random));
  }

  /** Parses a caller's token; empty if it cannot be one. */
  static Optional<InviteToken> parse(String text) {
    int dot = text.indexOf('.');
    if (dot < 0 || text.length() > LENGTH_MAX) return Optional.empty();
    var key =
        ApiKey.parse(text.substring(dot + 1)).filter(each -> each.prefix().equals(KEY_PREFIX));
    return ChatId.parse(CHAT_PREFIX + text.substring(0, dot))
        .flatMap(chat -> key.map(each -> new InviteToken(chat, each)));
  }

  /** The whole token, for whoever made the link. */
  public String text() {
    return chat.value().substring(CHAT_PREFIX.length()) + "." + key.text();
  }
}
