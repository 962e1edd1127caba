package dev.trestle.model.key;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.List;

/** Instants as {@code 2026-02-13T10:30:45.123Z}, for the years 0000 to 9999. */
final class IsoInstantForm extends TextForm<Instant> {
  private static final int LENGTH = 24;
  private static final int NANOS_PER_MILLI = 1_000_000;
  private static final Instant FIRST = Instant.parse("0000-01-01T00:00:00Z");
  private static final Instant LAST = Instant.parse("9999-12-31T23:59:59.999Z");

  private static final Language SHAPE =
      new Language.Row(
          List.of(
              new Language.Digits("0000", "9999"),
              new Language.Literal("-"),
              new Language.Digits("01", "12"),
              new Language.Literal("-"),
              new Language.Digits("01", "31"),
              new Language.Literal("T"),
              new Language.Digits("00", "23"),
              new Language.Literal(":"),
              new Language.Digits("00", "59"),
              new Language.Literal(":"),
              new Language.Digits("00", "59"),
              new Language.Literal("."),
              new Language.Digits("000", "999"),
              new Language.Literal("Z")));

  @Override
  Language shape() {
    return SHAPE;
  }

  @Override
  Class<Instant> type() {
    return Instant.class;
  }

  @Override
  PartForm data() {
    return new PartForm.IsoMillis();
  }

  @Override
  boolean ordered() {
    return true;
  }

  @Override
  void append(StringBuilder out, Instant value, String part) {
    if (value.isBefore(FIRST) || value.isAfter(LAST)) {
      throw new RefusedValueException(part, "is not within the years 0000 to 9999");
    }
    InstantForm.checkWholeMillis(value, part);
    var time = LocalDateTime.ofEpochSecond(value.getEpochSecond(), value.getNano(), ZoneOffset.UTC);
    digits(out, time.getYear(), 1000).append('-');
    digits(out, time.getMonthValue(), 10).append('-');
    digits(out, time.getDayOfMonth(), 10).append('T');
    digits(out, time.getHour(), 10).append(':');
    digits(out, time.getMinute(), 10).append(':');
    digits(out, time.getSecond(), 10).append('.');
    digits(out, time.getNano() / NANOS_PER_MILLI, 100).append('Z');
  }

  private static StringBuilder digits(StringBuilder out, int number, int highest) {
    for (int unit = highest; unit > 0; unit /= 10) out.append((char) ('0' + number / unit % 10));
    return out;
  }

  @Override
  Instant parse(String text, int from, int to, String part) {
    boolean good = to - from == LENGTH;
    for (int i = from; good && i < to; i++) {
      char wanted = "0000-00-00T00:00:00.000Z".charAt(i - from);
      char c = text.charAt(i);
      good = wanted == '0' ? c >= '0' && c <= '9' : c == wanted;
    }
    if (!good) throw refused(part, "is not like 2026-02-13T10:30:45.123Z");
    try {
      return LocalDateTime.of(
              number(text, from, 4),
              number(text, from + 5, 2),
              number(text, from + 8, 2),
              number(text, from + 11, 2),
              number(text, from + 14, 2),
              number(text, from + 17, 2),
              number(text, from + 20, 3) * NANOS_PER_MILLI)
          .toInstant(ZoneOffset.UTC);
    } catch (DateTimeException e) {
      throw refused(part, "is no moment: " + e.getMessage());
    }
  }

  private static int number(String text, int from, int length) {
    int sum = 0;
    for (int i = from; i < from + length; i++) sum = sum * 10 + text.charAt(i) - '0';
    return sum;
  }

  @Override
  int end(String text, int from) {
    return from + LENGTH <= text.length() ? from + LENGTH : from;
  }
}
