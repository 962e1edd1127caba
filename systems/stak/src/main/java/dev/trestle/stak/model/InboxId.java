package dev.trestle.stak.model;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Optional;

/** One of a tenant's inboxes, such as {@code DEFAULT}. */
public record InboxId(@JsonValue String value) {
  static final int LENGTH_MAX = 64;

  /** What people are told about an invalid id. */
  public static final String RULE = IdText.rule(LENGTH_MAX);

  public InboxId {
    IdText.check(value, LENGTH_MAX, "inbox");
  }

  /** The id with this text; none if the text is not valid. */
  public static Optional<InboxId> parse(String text) {
    return IdText.isValid(text, LENGTH_MAX) ? Optional.of(new InboxId(text)) : Optional.empty();
  }

  @Override
  public String toString() {
    return value;
  }
}
