package dev.trestle.homeops.time;

import java.time.DayOfWeek;
import java.time.Duration;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZonedDateTime;
import java.time.temporal.TemporalAdjusters;
import java.util.Map;
import java.util.Optional;

/**
 * Finds when something was done or will be done, in Swedish and English. A day without a time means
 * noon for the past and nine in the evening for a promise. An hour without am or pm is the nearest
 * one that fits: "klockan sju" at eight in the evening was an hour ago.
 */
public final class SpokenTime {
  private static final LocalTime MORNING = LocalTime.of(8, 0);
  private static final LocalTime FORENOON = LocalTime.of(10, 0);
  private static final LocalTime NOON = LocalTime.of(12, 0);
  private static final LocalTime AFTERNOON = LocalTime.of(15, 0);
  private static final LocalTime AFTER_WORK = LocalTime.of(18, 0);
  private static final LocalTime EVENING = LocalTime.of(20, 0);
  private static final LocalTime LATE = LocalTime.of(21, 0);
  private static final LocalTime NIGHT = LocalTime.of(2, 0);
  private static final LocalTime LAST_MINUTE = LocalTime.of(23, 59);

  /** Before this hour "tonight" is the evening that has just ended. */
  private static final int SMALL_HOURS = 5;

  /** The latest time that "sen" and "later" can mean. */
  public static final Duration LATER = Duration.ofHours(6);

  private static final Map<String, DayOfWeek> WEEKDAYS =
      Map.ofEntries(
          Map.entry("mandag", DayOfWeek.MONDAY),
          Map.entry("tisdag", DayOfWeek.TUESDAY),
          Map.entry("onsdag", DayOfWeek.WEDNESDAY),
          Map.entry("torsdag", DayOfWeek.THURSDAY),
          Map.entry("fredag", DayOfWeek.FRIDAY),
          Map.entry("lordag", DayOfWeek.SATURDAY),
          Map.entry("sondag", DayOfWeek.SUNDAY),
          Map.entry("monday", DayOfWeek.MONDAY),
          Map.entry("tuesday", DayOfWeek.TUESDAY),
          Map.entry("wednesday", DayOfWeek.WEDNESDAY),
          Map.entry("thursday", DayOfWeek.THURSDAY),
          Map.entry("friday", DayOfWeek.FRIDAY),
          Map.entry("saturday", DayOfWeek.SATURDAY),
          Map.entry("sunday", DayOfWeek.SUNDAY));

  private final Phrases words;
  private final ZonedDateTime now;

  private SpokenTime(Phrases words, ZonedDateTime now) {
    this.words = words;
    this.now = now;
  }

  /** When a message says that something was done, which is never later than now. */
  public static Optional<ZonedDateTime> past(String message, ZonedDateTime now) {
    return new SpokenTime(new Phrases(message), now)
        .inThePast()
        .map(time -> time.isAfter(now) ? now : time);
  }

  /** Finds the deadline of a promise, which is always in the future. */
  public static ZonedDateTime deadline(String message, ZonedDateTime now) {
    return new SpokenTime(new Phrases(message), now)
        .ahead()
        .filter(time -> time.isAfter(now))
        .orElse(now.plus(LATER));
  }

  private Optional<ZonedDateTime> inThePast() {
    var ago = words.ago();
    if (ago.isPresent()) {
      return ago.map(now::minus);
    }
    var day = pastDay();
    var clock = ClockTime.find(words);
    if (clock.isPresent()) {
      return Optional.of(
          day.isPresent()
              ? clock.get().on(day.get(), dayPart().orElse(NOON), now.getZone())
              : clock.get().before(now));
    }
    if (day.isPresent()) {
      return Optional.of(day.get().atTime(dayPart().orElse(NOON)).atZone(now.getZone()));
    }
    return pastPart();
  }

  private Optional<LocalDate> pastDay() {
    var today = now.toLocalDate();
    if (words.has("forrgar") || words.has("i forrgar") || words.has("day before yesterday")) {
      return Optional.of(today.minusDays(2));
    }
    if (words.has("igar") || words.has("i gar") || words.has("yesterday")) {
      return Optional.of(today.minusDays(1));
    }
    return pastWeekday().map(day -> today.with(TemporalAdjusters.previous(day)));
  }

  /** The first of "i måndags", "on Monday", "last Monday". */
  private Optional<DayOfWeek> pastWeekday() {
    for (int i = 1; i < words.size(); i++) {
      var word = words.word(i);
      var day =
          switch (words.word(i - 1)) {
            case "i" -> weekday(word.endsWith("s") ? word.substring(0, word.length() - 1) : "");
            case "on", "last" -> weekday(word);
            default -> Optional.<DayOfWeek>empty();
          };
      if (day.isPresent()) {
        return day;
      }
    }
    return Optional.empty();
  }

  private static Optional<DayOfWeek> weekday(String word) {
    return Optional.ofNullable(WEEKDAYS.get(word));
  }

  /** A part of today, or of the night before. */
  private Optional<ZonedDateTime> pastPart() {
    boolean smallHours = now.getHour() < SMALL_HOURS;
    var today = now.toLocalDate();
    if (words.has("last night")) {
      return Optional.of(at(smallHours ? today : today.minusDays(1), smallHours ? NIGHT : LATE));
    }
    if (words.has("i natt") || words.has("inatt") || words.has("in the night")) {
      return Optional.of(at(today, NIGHT));
    }
    if (words.has("tonight")
        || words.has("ikvall")
        || words.has("i kvall")
        || words.has("this evening")) {
      return Optional.of(at(smallHours ? today.minusDays(1) : today, EVENING));
    }
    return dayPart().map(part -> at(today, part));
  }

  private ZonedDateTime at(LocalDate day, LocalTime time) {
    return day.atTime(time).atZone(now.getZone());
  }

  private Optional<LocalTime> dayPart() {
    if (words.hasAny(
        "i morse",
        "imorse",
        "this morning",
        "morning",
        "before work",
        "innan jobbet",
        "bitti",
        "in the morning",
        "fore jobbet",
        "innan frukost",
        "before breakfast",
        "morse")) {
      return Optional.of(MORNING);
    }
    if (words.hasAny("i formiddags", "formiddag", "formiddagen", "before lunch", "innan lunch")) {
      return Optional.of(FORENOON);
    }
    if (words.hasAny(
        "pa lunchen", "vid lunch", "at lunch", "at noon", "efter lunch", "after lunch")) {
      return Optional.of(NOON);
    }
    if (words.hasAny(
        "i eftermiddags",
        "i eftermiddag",
        "this afternoon",
        "afternoon",
        "eftermiddag",
        "eftermiddagen")) {
      return Optional.of(AFTERNOON);
    }
    if (words.hasAny("efter jobbet", "after work")) {
      return Optional.of(AFTER_WORK);
    }
    if (words.hasAny(
        "kvall",
        "kvallen",
        "evening",
        "night",
        "ikvall",
        "tonight",
        "i kvall",
        "efter maten",
        "efter middagen",
        "after dinner")) {
      return Optional.of(EVENING);
    }
    return Optional.empty();
  }

  private Optional<ZonedDateTime> ahead() {
    var in = words.in();
    if (in.isPresent()) {
      return in.map(now::plus);
    }
    var day = futureDay();
    var clock = ClockTime.find(words);
    if (clock.isPresent()) {
      return Optional.of(
          day.isPresent()
              ? clock.get().on(day.get(), dayPart().orElse(NOON), now.getZone())
              : clock.get().after(now));
    }
    if (day.isPresent()) {
      return Optional.of(at(day.get(), dayPart().orElse(LATE)));
    }
    return laterToday();
  }

  private Optional<LocalDate> futureDay() {
    var today = now.toLocalDate();
    if (words.hasAny("overmorgon", "i overmorgon", "day after tomorrow")) {
      return Optional.of(today.plusDays(2));
    }
    if (words.hasAny("imorgon", "i morgon", "imorn", "imorrn", "i morrn", "tomorrow")) {
      return Optional.of(today.plusDays(1));
    }
    if (words.hasAny("i helgen", "this weekend", "at the weekend", "on the weekend")) {
      return Optional.of(today.with(TemporalAdjusters.nextOrSame(DayOfWeek.SUNDAY)));
    }
    if (words.hasAny("nasta vecka", "next week")) {
      return Optional.of(today.with(TemporalAdjusters.nextOrSame(DayOfWeek.SUNDAY)).plusDays(7));
    }
    for (int i = 0; i < words.size(); i++) {
      var day = weekday(words.word(i));
      if (day.isPresent()) {
        return day.map(named -> today.with(TemporalAdjusters.next(named)));
      }
    }
    return Optional.empty();
  }

  private Optional<ZonedDateTime> laterToday() {
    var today = now.toLocalDate();
    if (words.hasAny("ikvall", "i kvall", "tonight", "this evening", "inatt", "i natt")) {
      var evening = at(today, LATE);
      return Optional.of(evening.isAfter(now) ? evening : at(today, LAST_MINUTE));
    }
    if (words.hasAny("in the morning", "bitti")) {
      var morning = at(today, MORNING);
      return Optional.of(morning.isAfter(now) ? morning : morning.plusDays(1));
    }
    return dayPart().map(part -> at(today, part)).filter(time -> time.isAfter(now));
  }
}
