package dev.trestle.model.key;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.YearMonth;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToIntFunction;

/** Dates and months in ISO 8601, for the years 0000 to 9999. */
final class DateForm<T> extends TextForm<T> {
  private static final int YEAR_MAX = 9999;

  static final DateForm<LocalDate> DATE =
      new DateForm<>(
          LocalDate.class,
          new PartForm.Date(),
          "2026-02-13",
          LocalDate::getYear,
          LocalDate::parse,
          List.of(
              new Language.Digits("0000", "9999"),
              new Language.Literal("-"),
              new Language.Digits("01", "12"),
              new Language.Literal("-"),
              new Language.Digits("01", "31")));

  static final DateForm<YearMonth> MONTH =
      new DateForm<>(
          YearMonth.class,
          new PartForm.Month(),
          "2026-02",
          YearMonth::getYear,
          YearMonth::parse,
          List.of(
              new Language.Digits("0000", "9999"),
              new Language.Literal("-"),
              new Language.Digits("01", "12")));

  private final Class<T> type;
  private final PartForm data;
  private final String example;
  private final ToIntFunction<T> year;
  private final Function<String, T> parser;
  private final Language language;

  private DateForm(
      Class<T> type,
      PartForm data,
      String example,
      ToIntFunction<T> year,
      Function<String, T> parser,
      List<Language> pieces) {
    this.type = type;
    this.data = data;
    this.example = example;
    this.year = year;
    this.parser = parser;
    language = new Language.Row(pieces);
  }

  @Override
  Language shape() {
    return language;
  }

  @Override
  Class<T> type() {
    return type;
  }

  @Override
  PartForm data() {
    return data;
  }

  @Override
  boolean ordered() {
    return true;
  }

  @Override
  void append(StringBuilder out, T value, String part) {
    if (year.applyAsInt(value) < 0 || year.applyAsInt(value) > YEAR_MAX) {
      throw refused(part, "is not within the years 0000 to 9999");
    }
    out.append(value);
  }

  @Override
  T parse(String text, int from, int to, String part) {
    var piece = text.substring(from, to);
    try {
      if (piece.length() == example.length()) return parser.apply(piece);
    } catch (DateTimeException e) {
      // Rejected below.
    }
    throw refused(part, "is not like " + example);
  }

  @Override
  int end(String text, int from) {
    return from + example.length() <= text.length() ? from + example.length() : from;
  }
}
