package dev.trestle.model.key;

/**
 * The texts from one to another, both included, in the order of their UTF-8 bytes: what {@code
 * BETWEEN} takes. It may be empty, which DynamoDB would refuse to be asked: see {@link #isEmpty}.
 */
public record TextRange(String from, String to) {
  /** Whether no text lies in it. */
  public boolean isEmpty() {
    return Utf8.compare(from, to) > 0;
  }

  public boolean has(String text) {
    return Utf8.compare(from, text) <= 0 && Utf8.compare(text, to) <= 0;
  }

  /** What lies in both. */
  public TextRange and(TextRange other) {
    return new TextRange(
        Utf8.compare(from, other.from) >= 0 ? from : other.from,
        Utf8.compare(to, other.to) <= 0 ? to : other.to);
  }
}
