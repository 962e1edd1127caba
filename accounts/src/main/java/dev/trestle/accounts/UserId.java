package dev.trestle.accounts;

import dev.trestle.platform.system.Ids;
import java.util.Optional;

/** A person's account. The value is {@code user_} and a ULID. */
public record UserId(String value) {
  private static final String PREFIX = "user_";

  /** A new id. */
  public static UserId next(Ids ids) {
    return new UserId(ids.next(PREFIX));
  }

  /** Reads an id that a client sent; empty if it cannot be one. */
  public static Optional<UserId> parse(String text) {
    return Ids.isId(PREFIX, text) ? Optional.of(new UserId(text)) : Optional.empty();
  }
}
