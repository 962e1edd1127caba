package dev.trestle.stak.model;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Optional;

/** A tenant: an application whose users have inboxes. */
public record TenantId(@JsonValue String value) {
  static final int LENGTH_MAX = 64;

  /** What people are told about an invalid id. */
  public static final String RULE = IdText.rule(LENGTH_MAX);

  public TenantId {
    IdText.check(value, LENGTH_MAX, "tenant");
  }

  /** The id with this text; none if the text is not valid. */
  public static Optional<TenantId> parse(String text) {
    return IdText.isValid(text, LENGTH_MAX) ? Optional.of(new TenantId(text)) : Optional.empty();
  }

  @Override
  public String toString() {
    return value;
  }
}
