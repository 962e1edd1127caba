package dev.trestle.engine.stream;

import java.util.OptionalLong;
import java.util.regex.Pattern;

/**
 * A log number as clients see it: 21 digits of which the first is a one, so that comparing the
 * texts compares the numbers.
 */
final class SequenceNumber {
  private static final Pattern FORM = Pattern.compile("10([0-9]{19})");

  private SequenceNumber() {}

  static String text(long number) {
    return String.format("10%019d", number);
  }

  /** Parses a sequence number. Returns empty if {@link #text} cannot have produced it. */
  static OptionalLong parse(String text) {
    var form = FORM.matcher(text);
    if (!form.matches()) return OptionalLong.empty();
    try {
      return OptionalLong.of(Long.parseLong(form.group(1)));
    } catch (NumberFormatException e) {
      return OptionalLong.empty();
    }
  }
}
