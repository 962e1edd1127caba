package dev.trestle.homeops.time;

import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * A time on the clock.
 *
 * @param exact whether the half of the day is known: "15:30", "at 3pm"
 */
record ClockTime(LocalTime time, boolean exact) {
  private static final int HALF_DAY = 12;

  /** Finds the first time in a text: "kl 8", "vid halv tre", "quarter past seven", "at 3 pm". */
  static Optional<ClockTime> find(Phrases words) {
    for (int i = 0; i < words.size(); i++) {
      var spoken = spoken(words, i);
      if (spoken.isPresent()) {
        return spoken;
      }
    }
    return Optional.empty();
  }

  private static Optional<ClockTime> spoken(Phrases words, int at) {
    return switch (words.word(at)) {
      case "halv" -> hour(words, at + 1).map(time -> time.shifted(-30));
      case "kvart", "quarter" -> quarter(words, at);
      case "half" ->
          words.word(at + 1).equals("past")
              ? hour(words, at + 2).map(time -> time.shifted(30))
              : Optional.empty();
      case "klockan", "kl", "at", "vid" -> hour(words, at + 1).or(() -> spokenAfter(words, at + 1));
      default -> colon(words.word(at)).or(() -> minutes(words, at));
    };
  }

  private static Optional<ClockTime> spokenAfter(Phrases words, int at) {
    return switch (words.word(at)) {
      case "halv", "kvart", "quarter", "half" -> spoken(words, at);
      default -> Optional.empty();
    };
  }

  private static Optional<ClockTime> quarter(Phrases words, int at) {
    return switch (words.word(at + 1)) {
      case "over", "past" -> hour(words, at + 2).map(time -> time.shifted(15));
      case "i", "to" -> hour(words, at + 2).map(time -> time.shifted(-15));
      default -> Optional.empty();
    };
  }

  /** "tjugo över sju", "ten to nine". */
  private static Optional<ClockTime> minutes(Phrases words, int at) {
    var minutes = words.number(at);
    if (minutes.isEmpty() || minutes.getAsInt() > 30 || minutes.getAsInt() < 5) {
      return Optional.empty();
    }
    return switch (words.word(at + 1)) {
      case "over", "past" -> hour(words, at + 2).map(time -> time.shifted(minutes.getAsInt()));
      case "i", "to" -> hour(words, at + 2).map(time -> time.shifted(-minutes.getAsInt()));
      default -> Optional.empty();
    };
  }

  private static Optional<ClockTime> hour(Phrases words, int at) {
    var colon = colon(words.word(at));
    if (colon.isPresent()) {
      return colon;
    }
    var hour = withMeridiem(words, at);
    if (hour.isPresent()) {
      return Optional.of(new ClockTime(LocalTime.of(hour.getAsInt(), 0), true));
    }
    var plain = words.number(at);
    boolean fits = plain.isPresent() && plain.getAsInt() < 24 && !isUnit(words.word(at + 1));
    return fits
        ? Optional.of(new ClockTime(LocalTime.of(plain.getAsInt(), 0), plain.getAsInt() > HALF_DAY))
        : Optional.empty();
  }

  /** "om tio minuter" names no hour. */
  private static boolean isUnit(String word) {
    return switch (word) {
      case "timme",
          "timmar",
          "h",
          "hour",
          "hours",
          "minut",
          "minuter",
          "min",
          "mins",
          "minutes",
          "dag",
          "dagar",
          "days" ->
          true;
      default -> false;
    };
  }

  private static OptionalInt withMeridiem(Phrases words, int at) {
    var word = words.word(at);
    boolean glued = word.matches("\\d{1,2}(am|pm)");
    var meridiem = glued ? word.substring(word.length() - 2) : words.word(at + 1);
    var digits = glued ? word.substring(0, word.length() - 2) : word;
    boolean hour = digits.matches("\\d{1,2}") && Integer.parseInt(digits) <= HALF_DAY;
    if (!hour || (!meridiem.equals("am") && !meridiem.equals("pm"))) {
      return OptionalInt.empty();
    }
    int number = Integer.parseInt(digits) % HALF_DAY;
    return OptionalInt.of(meridiem.equals("pm") ? number + HALF_DAY : number);
  }

  /** "15:30" or "15.30". */
  private static Optional<ClockTime> colon(String word) {
    if (!word.matches("\\d{1,2}[:.]\\d{2}")) {
      return Optional.empty();
    }
    int split = Math.max(word.indexOf(':'), word.indexOf('.'));
    int hour = Integer.parseInt(word.substring(0, split));
    int minute = Integer.parseInt(word.substring(split + 1));
    boolean fits = hour < 24 && minute < 60;
    return fits
        ? Optional.of(new ClockTime(LocalTime.of(hour, minute), hour > HALF_DAY || split == 2))
        : Optional.empty();
  }

  private ClockTime shifted(int minutes) {
    return new ClockTime(time.plusMinutes(minutes), exact);
  }

  private List<LocalTime> readings() {
    return exact ? List.of(time) : List.of(time, time.plusHours(HALF_DAY));
  }

  /** The latest such time up to now. */
  ZonedDateTime before(ZonedDateTime now) {
    return around(now).stream()
        .filter(candidate -> !candidate.isAfter(now))
        .max(Comparator.naturalOrder())
        .orElse(now);
  }

  /** The next such time. */
  ZonedDateTime after(ZonedDateTime now) {
    return around(now).stream()
        .filter(candidate -> candidate.isAfter(now))
        .min(Comparator.naturalOrder())
        .orElse(now);
  }

  private List<ZonedDateTime> around(ZonedDateTime now) {
    var candidates = new ArrayList<ZonedDateTime>();
    for (int day = -1; day <= 1; day++) {
      for (var reading : readings()) {
        candidates.add(now.toLocalDate().plusDays(day).atTime(reading).atZone(now.getZone()));
      }
    }
    return candidates;
  }

  /** On a day, in the half of it that is nearer to a time of day. */
  ZonedDateTime on(LocalDate day, LocalTime near, ZoneId zone) {
    var reading =
        readings().stream()
            .min(
                Comparator.comparingInt(
                    time -> Math.abs(time.toSecondOfDay() - near.toSecondOfDay())))
            .orElseThrow();
    return day.atTime(reading).atZone(zone);
  }
}
