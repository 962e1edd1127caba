package dev.trestle.messenger.model;

import dev.trestle.platform.system.Ids;
import java.util.Optional;

/** A direct chat or a group. The value is {@code chat_} and a ULID. */
public record ChatId(String value) {
  private static final String PREFIX = "chat_";

  /** A new id. */
  public static ChatId next(Ids ids) {
    return new ChatId(ids.next(PREFIX));
  }

  /** Reads an id that a client sent; empty if it cannot be one. */
  public static Optional<ChatId> parse(String text) {
    return Ids.isId(PREFIX, text) ? Optional.of(new ChatId(text)) : Optional.empty();
  }
}
