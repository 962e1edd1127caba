package dev.trestle.stak.model;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Optional;

/** A topic of an inbox, as the tenant names it. */
public record TopicId(@JsonValue String value) implements Comparable<TopicId> {
  static final int LENGTH_MAX = 128;

  /** What people are told about an invalid id. */
  public static final String RULE = IdText.rule(LENGTH_MAX);

  public TopicId {
    IdText.check(value, LENGTH_MAX, "topic");
  }

  /** The id with this text; none if the text is not valid. */
  public static Optional<TopicId> parse(String text) {
    return IdText.isValid(text, LENGTH_MAX) ? Optional.of(new TopicId(text)) : Optional.empty();
  }

  /** The lowest id that begins with this text, which may be empty. */
  public static Optional<TopicId> lowest(String prefix) {
    return parse(prefix.isEmpty() ? "+" : prefix);
  }

  /** The highest id that begins with this text. */
  public static Optional<TopicId> highest(String prefix) {
    return parse(prefix + "z".repeat(Math.max(0, LENGTH_MAX - prefix.length())));
  }

  @Override
  public int compareTo(TopicId other) {
    return value.compareTo(other.value);
  }

  @Override
  public String toString() {
    return value;
  }
}
