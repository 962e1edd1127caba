package dev.trestle.model.codec;

import java.time.Instant;
import java.time.LocalDate;

/**
 * Instants as {@link Instant#toString} writes them. Reading by {@link Instant#parse} takes longer
 * than all else of an ordinary record, so the usual form, {@code 2026-02-13T10:30:45.123Z}, is read
 * here and only others there.
 */
final class InstantText {
  private static final int SECONDS_PER_DAY = 86_400;

  /** Where the digits after the second begin. */
  private static final int FRACTION = 20;

  private static final int NANO_DIGITS = 9;

  private InstantText() {}

  static Instant parse(String text) {
    return isUsual(text) ? parseUsual(text) : Instant.parse(text);
  }

  private static boolean isUsual(String text) {
    int length = text.length();
    if (length < FRACTION || length == FRACTION + 1) return false;
    if (length > FRACTION + NANO_DIGITS + 1 || text.charAt(length - 1) != 'Z') return false;
    for (int i = 0; i < length - 1; i++) {
      char expected =
          switch (i) {
            case 4, 7 -> '-';
            case 10 -> 'T';
            case 13, 16 -> ':';
            case FRACTION - 1 -> '.';
            default -> '0';
          };
      char found = text.charAt(i);
      if (expected == '0' ? found < '0' || found > '9' : found != expected) return false;
    }
    return digits(text, 11, 13) < 24 && digits(text, 14, 16) < 60 && digits(text, 17, 19) < 60;
  }

  private static Instant parseUsual(String text) {
    long day =
        LocalDate.of(digits(text, 0, 4), digits(text, 5, 7), digits(text, 8, 10)).toEpochDay();
    int second = digits(text, 11, 13) * 3600 + digits(text, 14, 16) * 60 + digits(text, 17, 19);
    int nanos = 0;
    int end = text.length() - 1;
    if (end > FRACTION) {
      nanos = digits(text, FRACTION, end);
      for (int i = end - FRACTION; i < NANO_DIGITS; i++) nanos *= 10;
    }
    return Instant.ofEpochSecond(day * SECONDS_PER_DAY + second, nanos);
  }

  private static int digits(String text, int from, int to) {
    int number = 0;
    for (int i = from; i < to; i++) number = number * 10 + text.charAt(i) - '0';
    return number;
  }
}
