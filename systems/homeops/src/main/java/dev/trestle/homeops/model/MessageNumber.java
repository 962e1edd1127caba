package dev.trestle.homeops.model;

import java.util.Optional;

/** The number of a message within its chat; later messages have greater ones. */
public record MessageNumber(long value) {
  /** No message has a smaller one. */
  public static final MessageNumber MIN = new MessageNumber(0);

  /** No message has a greater one. */
  public static final MessageNumber MAX = new MessageNumber(999_999_999_999_999L);

  private static final String FORM = "[0-9]{1,15}";

  /** Reads a number that a client sent; empty if it cannot be one. */
  public static Optional<MessageNumber> parse(String text) {
    return text.matches(FORM)
        ? Optional.of(new MessageNumber(Long.parseLong(text)))
        : Optional.empty();
  }

  @Override
  public String toString() {
    return Long.toString(value);
  }
}
