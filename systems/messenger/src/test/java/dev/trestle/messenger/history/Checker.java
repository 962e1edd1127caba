package dev.trestle.messenger.history;

import java.util.ArrayList;
import java.util.List;

/** Judges a history: every promise of {@link Rule} that it shows broken. */
final class Checker {
  private Checker() {}

  static List<Violation> check(List<Event> events) {
    var history = History.of(events);
    var violations = new ArrayList<>(history.faults());
    for (var chat : history.chats()) {
      if (!chat.isComplete()) continue;
      var report = new Report(chat.id);
      new LogCheck(chat, report).run();
      new OrderCheck(chat, report).run();
      new StreamCheck(chat, report).run();
      new WatermarkCheck(chat, report).run();
      new MembershipCheck(chat, report).run();
      new ReplicaCheck(chat, report).run();
      violations.addAll(report.violations());
    }
    return List.copyOf(violations);
  }
}
