package dev.trestle.messenger.history;

import java.util.ArrayList;
import java.util.List;

/** Judges a history: every promise of {@link Rule} that it shows broken. */
public final class Checker {
  private Checker() {}

  public static List<Violation> check(List<Event> events) {
    var history = History.of(events);
    var violations = new ArrayList<>(history.faults());
    for (var chat : history.chats()) {
      if (!chat.isComplete()) continue;
      var report = new Report(chat.id);
      var stays = MembershipPeriods.of(chat);
      new LogCheck(chat, report).run();
      new ChangeCheck(chat, report).run();
      new OrderCheck(chat, stays, report).run();
      new StreamCheck(chat, stays, report).run();
      new WatermarkCheck(chat, stays, report).run();
      new MembershipCheck(chat, stays, report).run();
      new ReplicaCheck(chat, stays, report).run();
      violations.addAll(report.violations());
    }
    return List.copyOf(violations);
  }
}
