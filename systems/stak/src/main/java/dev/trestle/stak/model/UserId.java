package dev.trestle.stak.model;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Optional;

/** A user, as the tenant names them. */
public record UserId(@JsonValue String value) implements Comparable<UserId> {
  static final int LENGTH_MAX = 256;

  /** What people are told about an invalid id. */
  public static final String RULE = IdText.rule(LENGTH_MAX);

  public UserId {
    IdText.check(value, LENGTH_MAX, "user");
  }

  /** The id with this text; none if the text is not valid. */
  public static Optional<UserId> parse(String text) {
    return IdText.isValid(text, LENGTH_MAX) ? Optional.of(new UserId(text)) : Optional.empty();
  }

  /** The lowest id that begins with this text, which may be empty. */
  public static Optional<UserId> lowest(String prefix) {
    return parse(prefix.isEmpty() ? "+" : prefix);
  }

  /** The highest id that begins with this text. */
  public static Optional<UserId> highest(String prefix) {
    return parse(prefix + "z".repeat(Math.max(0, LENGTH_MAX - prefix.length())));
  }

  @Override
  public int compareTo(UserId other) {
    return value.compareTo(other.value);
  }

  @Override
  public String toString() {
    return value;
  }
}
