package dev.trestle.homeops.model;

import dev.trestle.platform.system.Ids;
import java.util.Optional;

/**
 * A chat, as its source names it: Telegram's chats have numbers, Messenger's and the page's have
 * names with an underscore.
 */
public record ChatId(String value) {
  private static final String FORM = "[0-9A-Za-z_-]{1,64}";

  /** The id of a new chat on the page. */
  public static ChatId next(Ids ids) {
    return new ChatId(ids.next("chat_"));
  }

  /** Reads an id that a client sent; empty if it cannot be one. */
  public static Optional<ChatId> parse(String text) {
    return text.matches(FORM) ? Optional.of(new ChatId(text)) : Optional.empty();
  }

  @Override
  public String toString() {
    return value;
  }
}
