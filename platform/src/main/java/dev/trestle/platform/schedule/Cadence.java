package dev.trestle.platform.schedule;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;

/** When something recurs. */
@FunctionalInterface
public interface Cadence {
  /** The first time after another. */
  Instant after(Instant time);

  /** Multiples of a duration since 1970: the same on every server. */
  static Cadence every(Duration duration) {
    long millis = duration.toMillis();
    if (millis < 1) throw new IllegalArgumentException("every " + duration);
    return time -> Instant.ofEpochMilli((Math.floorDiv(time.toEpochMilli(), millis) + 1) * millis);
  }

  /** Once a day in a time zone. If clocks skip that time, right after the skip. */
  static Cadence daily(LocalTime at, ZoneId zone) {
    return time -> {
      var day = time.atZone(zone).toLocalDate();
      var today = ZonedDateTime.of(day, at, zone).toInstant();
      return today.isAfter(time) ? today : ZonedDateTime.of(day.plusDays(1), at, zone).toInstant();
    };
  }
}
