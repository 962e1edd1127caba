package dev.trestle.design.check;

import dev.trestle.design.ReportText;
import dev.trestle.design.check.Findings.Subject;
import dev.trestle.item.Limits;
import dev.trestle.model.KeyPair;
import dev.trestle.model.key.Key;
import java.util.List;

/** Checks that the longest keys fit DynamoDB's limits. */
record KeyWidth() implements DesignCheck {
  @Override
  public String name() {
    return "width";
  }

  @Override
  public String about() {
    return "No partition key is longer than 2048 bytes and no sort key longer than 1024, of tables"
        + " and of indexes.";
  }

  @Override
  public List<Finding> findings(CheckedDesign survey) {
    var found = new Findings(this);
    for (var entity : survey.entities()) {
      check(found, Subject.of(entity), "", entity.keys());
      for (var indexed : entity.indexes()) {
        check(found, Subject.of(entity), " of the index " + indexed.index(), indexed.keys());
      }
    }
    return found.list();
  }

  private static void check(Findings found, Subject subject, String whose, KeyPair keys) {
    check(
        found, subject, "the partition key" + whose, keys.partition(), Limits.PARTITION_KEY_BYTES);
    keys.sort()
        .ifPresent(
            key -> check(found, subject, "the sort key" + whose, key, Limits.SORT_KEY_BYTES));
  }

  private static void check(Findings found, Subject subject, String what, Key key, int most) {
    int bytes =
        switch (key) {
          case Key.Text(var template) -> template.maxBytes();
          case Key.Bytes(var part) -> part.maxBytes();
          case Key.Number ignored -> 0;
        };
    if (bytes <= most) return;
    found.fault(
        subject,
        "%s %s can be %d bytes long; DynamoDB takes %d"
            .formatted(what, ReportText.of(key), bytes, most),
        "narrow its parts, or put a hash in place of the widest");
  }
}
