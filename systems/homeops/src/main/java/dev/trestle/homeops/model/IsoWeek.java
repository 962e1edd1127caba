package dev.trestle.homeops.model;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.Comparator;
import java.util.Optional;

/** A week from Monday to Sunday, such as {@code 2026-W53}. */
public record IsoWeek(String value) implements Comparable<IsoWeek> {
  /** Before anything has happened in a week. */
  public static final IsoWeek NONE = new IsoWeek("");

  /** The week that a time is in. */
  public static IsoWeek of(Instant time, ZoneId zone) {
    return of(time.atZone(zone).toLocalDate());
  }

  private static IsoWeek of(LocalDate day) {
    return new IsoWeek(day.format(DateTimeFormatter.ISO_WEEK_DATE).substring(0, 8));
  }

  /** Reads a week that a client sent; empty if there is no such week. */
  public static Optional<IsoWeek> parse(String text) {
    if (!text.matches("[0-9]{4}-W[0-9]{2}")) return Optional.empty();
    var week = new IsoWeek(text);
    try {
      return Optional.of(week).filter(read -> of(read.monday()).equals(read));
    } catch (DateTimeParseException e) {
      return Optional.empty();
    }
  }

  /** The Monday that it begins with. */
  public LocalDate monday() {
    return LocalDate.parse(value + "-1", DateTimeFormatter.ISO_WEEK_DATE);
  }

  public IsoWeek minusWeeks(int weeks) {
    return of(monday().minusWeeks(weeks));
  }

  /** Its number within the year. */
  public int number() {
    return Integer.parseInt(value.substring(value.length() - 2));
  }

  @Override
  public int compareTo(IsoWeek other) {
    return Comparator.comparing(IsoWeek::value).compare(this, other);
  }

  @Override
  public String toString() {
    return value;
  }
}
