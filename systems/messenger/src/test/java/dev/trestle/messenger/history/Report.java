package dev.trestle.messenger.history;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Collects violations of one chat: the first of each rule in full, of the rest their number. */
final class Report {
  static final int SHOWN_PER_RULE_MAX = 5;

  private final String chat;
  private final Map<Rule, List<Violation>> found = new EnumMap<>(Rule.class);
  private final Map<Rule, Integer> more = new EnumMap<>(Rule.class);

  Report(String chat) {
    this.chat = chat;
  }

  void add(Rule rule, String what) {
    var shown = found.computeIfAbsent(rule, _ -> new ArrayList<>());
    var violation = new Violation(rule, chat, what);
    if (shown.contains(violation)) return;
    if (shown.size() < SHOWN_PER_RULE_MAX) {
      shown.add(violation);
    } else {
      more.merge(rule, 1, Integer::sum);
    }
  }

  List<Violation> violations() {
    var all = new ArrayList<Violation>();
    found.values().forEach(all::addAll);
    more.forEach((rule, count) -> all.add(new Violation(rule, chat, count + " more of these")));
    return all;
  }
}
