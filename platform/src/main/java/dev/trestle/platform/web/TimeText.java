package dev.trestle.platform.web;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/**
 * Times in replies: UTC with milliseconds, {@code 2026-03-01T12:00:00.000Z}. Written by hand,
 * because a general formatter took a quarter of the time of writing a list.
 */
final class TimeText {
  /** Years have four digits. */
  static final Instant FIRST = Instant.parse("0000-01-01T00:00:00Z");

  static final Instant END = Instant.parse("+10000-01-01T00:00:00Z");

  private static final DateTimeFormatter ANY =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'").withZone(ZoneOffset.UTC);

  private static final long DAY_SECONDS = 86_400;
  private static final int YEAR_MAX = 9999;
  private static final int LENGTH = 24;

  private TimeText() {}

  static String of(Instant time) {
    long day = Math.floorDiv(time.getEpochSecond(), DAY_SECONDS);
    int second = (int) Math.floorMod(time.getEpochSecond(), DAY_SECONDS);
    var date = LocalDate.ofEpochDay(day);
    if (date.getYear() < 0 || date.getYear() > YEAR_MAX) return ANY.format(time);
    var text = new StringBuilder(LENGTH);
    put(text, date.getYear(), 1000).append('-');
    put(text, date.getMonthValue(), 10).append('-');
    put(text, date.getDayOfMonth(), 10).append('T');
    put(text, second / 3600, 10).append(':');
    put(text, second / 60 % 60, 10).append(':');
    put(text, second % 60, 10).append('.');
    return put(text, time.getNano() / 1_000_000, 100).append('Z').toString();
  }

  /** All digits from that of this value on, leading zeros too. */
  private static StringBuilder put(StringBuilder text, int number, int highest) {
    for (int unit = highest; unit > 0; unit /= 10) text.append((char) ('0' + number / unit % 10));
    return text;
  }
}
