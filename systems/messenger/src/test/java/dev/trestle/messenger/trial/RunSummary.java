package dev.trestle.messenger.trial;

import dev.trestle.messenger.history.Event;
import dev.trestle.messenger.history.Violation;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** A readable summary of a run. */
final class RunSummary {
  private static final int SHOWN_MAX = 20;

  private RunSummary() {}

  static String of(List<Event> events, List<Violation> violations) {
    var counts = new TreeMap<String, Long>();
    for (var event : events) {
      switch (event) {
        case Event.SendAcked _ -> add(counts, "sends acknowledged", 1);
        case Event.Unknown _ -> add(counts, "calls without an answer", 1);
        case Event.Refused _ -> add(counts, "calls refused", 1);
        case Event.Received _ -> add(counts, "entries pushed", 1);
        case Event.Opened _ -> add(counts, "lines opened", 1);
        case Event.ChangeDone _ -> add(counts, "comings and goings", 1);
        case Event.Noted(_, var text) -> add(counts, "incident: " + kind(text), 1);
        case Event.Stored(_, _, var entries) ->
            entries.forEach(entry -> add(counts, "entries of kind " + entry.kind(), 1));
        case Event.PageGiven(_, _, var entries, _) -> {
          add(counts, "pages", 1);
          add(counts, "entries on pages", entries.size());
        }
        case Event.Created _,
            Event.SendBegun _,
            Event.Closed _,
            Event.PageAsked _,
            Event.Confirmed _,
            Event.WatermarkAsked _,
            Event.WatermarkGiven _,
            Event.ChangeBegun _,
            Event.Replica _ -> {}
      }
    }
    var text = new StringBuilder();
    counts.forEach(
        (what, count) -> text.append(String.format(Locale.ROOT, "%,12d  %s%n", count, what)));
    text.append(
        String.format(
            Locale.ROOT, "%,d events, %d violations%n", events.size(), violations.size()));
    return text
        + violations.stream()
            .limit(SHOWN_MAX)
            .map(Violation::toString)
            .collect(Collectors.joining("\n"));
  }

  private static void add(Map<String, Long> counts, String what, long more) {
    counts.merge(what, more, Long::sum);
  }

  /** Notes without what differs each time. */
  private static String kind(String note) {
    return note.replaceAll(" for PT.*| [0-9]+$|user_[0-9A-Z]+|chat_[0-9A-Z]+", "").strip();
  }
}
