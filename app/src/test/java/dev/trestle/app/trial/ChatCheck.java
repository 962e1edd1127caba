package dev.trestle.app.trial;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;

/**
 * Checks what the readers of one chat saw.
 *
 * @param stored the texts whose storing was acknowledged, with their sequence numbers
 * @param seen what each reader saw, in that order
 */
record ChatCheck(Map<String, Long> stored, Map<String, List<Seen>> seen) {
  /** An entry as a reader saw it. The text is empty for entries that no user wrote. */
  record Seen(long sequence, String text) {}

  List<String> violations() {
    var violations = new ArrayList<String>();
    var agreed = new HashMap<Long, String>();
    seen.forEach((reader, entries) -> {
      long before = 0;
      var texts = new HashSet<String>();
      for (var entry : entries) {
        if (entry.sequence() != before + 1) {
          violations.add(reader + " saw " + entry.sequence() + " after " + before);
        }
        before = entry.sequence();
        if (!entry.text().isEmpty() && !texts.add(entry.text())) {
          violations.add(reader + " saw " + entry.text() + " twice");
        }
        var other = agreed.putIfAbsent(entry.sequence(), entry.text());
        if (other != null && !other.equals(entry.text())) {
          violations.add(reader + " saw another entry " + entry.sequence() + " than others");
        }
      }
      stored.forEach((text, sequence) -> {
        if (!entries.contains(new Seen(sequence, text))) {
          violations.add(reader + " did not see " + text + ", which was stored as " + sequence);
        }
      });
    });
    return violations;
  }
}
