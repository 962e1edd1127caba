package dev.trestle.accounts;

import dev.trestle.platform.system.Ids;
import java.util.Optional;

/** The session of one device. The value is {@code sess_} and a ULID. */
public record SessionId(String value) {
  private static final String PREFIX = "sess_";

  /** A new id. */
  public static SessionId next(Ids ids) {
    return new SessionId(ids.next(PREFIX));
  }

  /** Reads an id that a client sent; empty if it cannot be one. */
  public static Optional<SessionId> parse(String text) {
    return Ids.isId(PREFIX, text) ? Optional.of(new SessionId(text)) : Optional.empty();
  }
}
