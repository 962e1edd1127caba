package dev.trestle.homeops.balance;

import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.time.temporal.TemporalAdjusters;

/** ISO weeks, such as {@code 2026-W53}, in a household's zone. */
public final class Weeks {
  private Weeks() {}

  public static String of(Instant time, ZoneId zone) {
    return of(time.atZone(zone).toLocalDate());
  }

  private static String of(LocalDate day) {
    return day.format(DateTimeFormatter.ISO_WEEK_DATE).substring(0, 8);
  }

  /** The Monday that a week begins with. */
  public static LocalDate monday(String week) throws DateTimeParseException {
    return LocalDate.parse(week + "-1", DateTimeFormatter.ISO_WEEK_DATE);
  }

  public static LocalDate monday(Instant time, ZoneId zone) {
    return time.atZone(zone).toLocalDate().with(TemporalAdjusters.previousOrSame(DayOfWeek.MONDAY));
  }

  public static String before(String week, int weeks) {
    return of(monday(week).minusWeeks(weeks));
  }
}
