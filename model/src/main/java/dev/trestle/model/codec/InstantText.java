package dev.trestle.model.codec;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;

/**
 * Instants in ISO 8601, UTC, with milliseconds: {@code 2026-02-13T10:30:45.123Z}, for the years
 * 0000 to 9999. Anything finer follows as six more digits after the Z. So texts sort like instants;
 * those of {@link Instant#toString} do not, because {@code 45Z} comes after {@code 45.1Z}.
 */
final class InstantText {
  private static final int SECONDS_PER_DAY = 86_400;

  /** The position of the digits after the seconds. */
  private static final int FRACTION = 20;

  private static final int NANO_DIGITS = 9;
  private static final int MILLIS_LENGTH = 24;
  private static final int NANOS_LENGTH = 30;
  private static final int NANOS_PER_MILLI = 1_000_000;
  private static final int YEAR_MAX = 9999;

  private InstantText() {}

  static String write(Instant instant) {
    LocalDateTime time;
    try {
      time =
          LocalDateTime.ofEpochSecond(instant.getEpochSecond(), instant.getNano(), ZoneOffset.UTC);
    } catch (DateTimeException e) {
      throw outside();
    }
    checkYear(time.getYear());
    int finer = time.getNano() % NANOS_PER_MILLI;
    var text = new char[finer == 0 ? MILLIS_LENGTH : NANOS_LENGTH];
    put(text, 0, 4, time.getYear());
    text[4] = '-';
    put(text, 5, 7, time.getMonthValue());
    text[7] = '-';
    put(text, 8, 10, time.getDayOfMonth());
    text[10] = 'T';
    put(text, 11, 13, time.getHour());
    text[13] = ':';
    put(text, 14, 16, time.getMinute());
    text[16] = ':';
    put(text, 17, 19, time.getSecond());
    text[19] = '.';
    put(text, FRACTION, FRACTION + 3, time.getNano() / NANOS_PER_MILLI);
    text[MILLIS_LENGTH - 1] = 'Z';
    if (finer != 0) put(text, MILLIS_LENGTH, NANOS_LENGTH, finer);
    return new String(text);
  }

  private static void put(char[] text, int from, int to, int number) {
    int rest = number;
    for (int i = to - 1; i >= from; i--) {
      text[i] = (char) ('0' + rest % 10);
      rest /= 10;
    }
  }

  static void checkYear(int year) {
    if (year < 0 || year > YEAR_MAX) throw outside();
  }

  private static CodecException outside() {
    return new CodecException("a time outside the years 0000 to 9999");
  }

  /**
   * Reads any ISO 8601 text. The common form is read here, faster than by {@link Instant#parse}.
   */
  static Instant parse(String text) {
    if (text.length() == NANOS_LENGTH && text.charAt(MILLIS_LENGTH - 1) == 'Z') {
      return parse(text.substring(0, MILLIS_LENGTH)).plusNanos(finer(text));
    }
    return isUsual(text) ? parseUsual(text) : Instant.parse(text);
  }

  private static int finer(String text) {
    for (int i = MILLIS_LENGTH; i < NANOS_LENGTH; i++) {
      if (text.charAt(i) < '0' || text.charAt(i) > '9') {
        throw new DateTimeException("no digits behind the Z");
      }
    }
    return digits(text, MILLIS_LENGTH, NANOS_LENGTH);
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
