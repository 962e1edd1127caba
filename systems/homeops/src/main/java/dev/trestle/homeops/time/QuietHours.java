package dev.trestle.homeops.time;

import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneId;

/** The hours in which the assistant makes no noise: from ten in the evening to seven. */
public final class QuietHours {
  private static final LocalTime BEGIN = LocalTime.of(22, 0);
  private static final LocalTime END = LocalTime.of(7, 0);

  private QuietHours() {}

  public static boolean contain(Instant time, ZoneId zone) {
    var local = time.atZone(zone).toLocalTime();
    return !local.isBefore(BEGIN) || local.isBefore(END);
  }

  /** The first moment from a time on that is not quiet. */
  public static Instant endFrom(Instant time, ZoneId zone) {
    if (!contain(time, zone)) {
      return time;
    }
    var local = time.atZone(zone);
    var day =
        local.toLocalTime().isBefore(END) ? local.toLocalDate() : local.toLocalDate().plusDays(1);
    return day.atTime(END).atZone(zone).toInstant();
  }
}
