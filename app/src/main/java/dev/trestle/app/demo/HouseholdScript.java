package dev.trestle.app.demo;

import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What the family of HomeOps' demo writes. */
final class HouseholdScript {
  static final String HOUSEHOLD = "Mill Lane 7";

  /** The family's group in Messenger. */
  static final String COTTAGE = "The cottage";

  /** The family without the visitor, who comes after them. */
  static final List<String> NAMES = List.of("Maja", "Oskar", "Saga");

  /** The household's own words. */
  static final Map<String, String> WORDS =
      Map.of("fed the beast", "djurskötsel", "sock patrol", "tvätt");

  private static final int MAJA = 0;
  private static final int OSKAR = 1;
  private static final int SAGA = 2;
  private static final int ROBIN = 3;
  private static final int WEEKS = 4;
  private static final ZoneId ZONE = ZoneId.of("Europe/Stockholm");

  /** The last lines are from just before the demo was started. */
  private static final Duration LATELY = Duration.ofHours(2);

  /**
   * A message of the past.
   *
   * @param sender the index of a name; after the last one, the visitor
   */
  record Line(int sender, String text, Instant at) {}

  /** What somebody says in a chat that is not simulated any further. */
  record Said(int sender, String text) {}

  static final List<Said> AT_THE_COTTAGE =
      List.of(
          new Said(MAJA, "I added HomeOps here. It ticks off what we have done."),
          new Said(OSKAR, "took out the rubbish"),
          new Said(SAGA, "can somebody bring milk on Friday?"),
          new Said(MAJA, "did the dishes"));

  private record Weekly(DayOfWeek day, String time, int sender, String text) {}

  private static final List<Weekly> WEEK =
      List.of(
          new Weekly(DayOfWeek.MONDAY, "08:05", OSKAR, "dropped the kids off at school"),
          new Weekly(DayOfWeek.MONDAY, "12:20", MAJA, "running late tonight, home at six"),
          new Weekly(DayOfWeek.MONDAY, "17:10", ROBIN, "walked the dog"),
          new Weekly(DayOfWeek.MONDAY, "18:40", OSKAR, "cooked dinner"),
          new Weekly(DayOfWeek.MONDAY, "19:30", SAGA, "did the dishes"),
          new Weekly(DayOfWeek.TUESDAY, "08:00", MAJA, "dropped the kids off at school"),
          new Weekly(DayOfWeek.TUESDAY, "17:30", OSKAR, "I’ll do the laundry tonight"),
          new Weekly(DayOfWeek.TUESDAY, "18:45", ROBIN, "cooked dinner and did the dishes"),
          new Weekly(DayOfWeek.TUESDAY, "20:10", OSKAR, "did the laundry"),
          new Weekly(DayOfWeek.WEDNESDAY, "16:20", SAGA, "picked up the kids"),
          new Weekly(DayOfWeek.WEDNESDAY, "17:50", MAJA, "anyone want pizza on Friday?"),
          new Weekly(DayOfWeek.WEDNESDAY, "19:10", MAJA, "went for a run"),
          new Weekly(DayOfWeek.WEDNESDAY, "19:40", ROBIN, "took out the rubbish"),
          new Weekly(DayOfWeek.THURSDAY, "17:15", SAGA, "walked the dog"),
          new Weekly(DayOfWeek.THURSDAY, "18:30", MAJA, "cooked dinner"),
          new Weekly(DayOfWeek.THURSDAY, "19:15", OSKAR, "emptied the dishwasher"),
          new Weekly(DayOfWeek.THURSDAY, "20:30", MAJA, "put the kids to bed"),
          new Weekly(DayOfWeek.FRIDAY, "17:45", OSKAR, "did the weekly shop"),
          new Weekly(DayOfWeek.FRIDAY, "18:15", SAGA, "fed the beast"),
          new Weekly(DayOfWeek.FRIDAY, "20:00", ROBIN, "had a long bath"),
          new Weekly(DayOfWeek.SATURDAY, "10:30", OSKAR, "vacuumed the whole flat"),
          new Weekly(DayOfWeek.SATURDAY, "11:15", ROBIN, "cleaned the bathroom"),
          new Weekly(DayOfWeek.SATURDAY, "14:00", SAGA, "sock patrol"),
          new Weekly(DayOfWeek.SATURDAY, "15:30", OSKAR, "took a nap"),
          new Weekly(DayOfWeek.SUNDAY, "10:00", MAJA, "watered the plants"),
          new Weekly(DayOfWeek.SUNDAY, "12:30", MAJA, "baked bread"),
          new Weekly(DayOfWeek.SUNDAY, "16:00", ROBIN, "ironed the shirts"),
          new Weekly(DayOfWeek.SUNDAY, "17:30", SAGA, "thanks for the bread!"));

  /** Said while the demo runs: mostly nothing that is noted. */
  static final List<String> NOW_AND_THEN =
      List.of(
          "the dishwasher is full",
          "can somebody pick up milk?",
          "mum called, she says hi",
          "walked the dog",
          "anyone seen my keys?",
          "did the dishes",
          "should we do the windows this weekend?",
          "the neighbour mowed our lawn, nice",
          "took out the rubbish",
          "thanks for cooking!",
          "who has the car tomorrow?",
          "watered the plants");

  private HouseholdScript() {}

  /** Four weeks of messages, in order, and the last two hours. */
  static List<Line> past(Instant now) {
    var lines = new ArrayList<Line>();
    var today = now.atZone(ZONE).toLocalDate();
    for (int days = 7 * WEEKS; days >= 0; days--) {
      var date = today.minusDays(days);
      for (var weekly : WEEK) {
        if (weekly.day() != date.getDayOfWeek()) continue;
        var at = LocalTime.parse(weekly.time()).atDate(date).atZone(ZONE).toInstant();
        if (at.isBefore(now.minus(LATELY))) lines.add(new Line(weekly.sender(), weekly.text(), at));
      }
    }
    lines.add(lately(now, 55, SAGA, "did the dishes"));
    lines.add(lately(now, 40, MAJA, "the tap in the kitchen drips again"));
    lines.add(lately(now, 33, OSKAR, "fixed the tap"));
    lines.add(lately(now, 20, MAJA, "I’ll clean the bathroom tomorrow"));
    return lines;
  }

  private static Line lately(Instant now, int minutes, int sender, String text) {
    return new Line(sender, text, now.minus(minutes, ChronoUnit.MINUTES));
  }
}
