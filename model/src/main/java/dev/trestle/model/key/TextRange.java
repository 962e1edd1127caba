package dev.trestle.model.key;

/**
 * The texts from one to another, both inclusive, in the order of their UTF-8 bytes, as {@code
 * BETWEEN} expects them. A range may be empty, which DynamoDB would refuse; see {@link #isEmpty}.
 */
public record TextRange(String from, String to) {
  /** Returns whether the range contains no text. */
  public boolean isEmpty() {
    return Utf8Order.compare(from, to) > 0;
  }

  /** Returns whether the range contains this text. */
  public boolean has(String text) {
    return Utf8Order.compare(from, text) <= 0 && Utf8Order.compare(text, to) <= 0;
  }

  /** Returns the intersection. */
  public TextRange and(TextRange other) {
    return new TextRange(
        Utf8Order.compare(from, other.from) >= 0 ? from : other.from,
        Utf8Order.compare(to, other.to) <= 0 ? to : other.to);
  }
}
