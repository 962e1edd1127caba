package dev.trestle.app.trial;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Set;

/** Checks a list that should have each acknowledged thing once, and nothing else. */
final class CountCheck {
  private CountCheck() {}

  static List<String> violations(String list, Set<String> acknowledged, List<String> found) {
    var violations = new ArrayList<String>();
    var counts = new HashMap<String, Integer>();
    found.forEach(each -> counts.merge(each, 1, Integer::sum));
    for (var each : acknowledged) {
      int count = counts.getOrDefault(each, 0);
      if (count != 1) violations.add(list + " has " + each + " " + count + " times");
    }
    for (var each : counts.keySet()) {
      if (!acknowledged.contains(each)) violations.add(list + " has " + each + ", unasked");
    }
    return violations;
  }
}
