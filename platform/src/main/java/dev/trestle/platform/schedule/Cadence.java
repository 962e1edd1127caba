package dev.trestle.platform.schedule;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;

/** When something recurs. */
@FunctionalInterface
public interface Cadence {
  /** The first time behind another. */
  Instant after(Instant time);

  /** At multiples of a duration since 1970: the same in every process, whenever it was started. */
  static Cadence every(Duration duration) {
    long millis = duration.toMillis();
    if (millis < 1) throw new IllegalArgumentException("every " + duration);
    return time -> Instant.ofEpochMilli((Math.floorDiv(time.toEpochMilli(), millis) + 1) * millis);
  }

  /** Once a day by a zone's clocks; where they skip the time, when they have skipped it. */
  static Cadence daily(LocalTime at, ZoneId zone) {
    return time -> {
      var day = time.atZone(zone).toLocalDate();
      var today = ZonedDateTime.of(day, at, zone).toInstant();
      return today.isAfter(time) ? today : ZonedDateTime.of(day.plusDays(1), at, zone).toInstant();
    };
  }
}
