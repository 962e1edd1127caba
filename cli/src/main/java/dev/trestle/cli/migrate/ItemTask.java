package dev.trestle.cli.migrate;

import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** What a pass does with each item of a table. Doing it again has no further effect. */
interface ItemTask {
  /** What came of one item. The units are those of requests other than the pass's own. */
  record Outcome(boolean changed, Optional<UnreadableItem> unreadable, double units) {
    static Outcome unchanged(double units) {
      return new Outcome(false, Optional.empty(), units);
    }

    static Outcome changed(double units) {
      return new Outcome(true, Optional.empty(), units);
    }

    static Outcome unreadable(UnreadableItem item, double units) {
      return new Outcome(false, Optional.of(item), units);
    }
  }

  Outcome run(Map<String, AttributeValue> item);
}
