package dev.trestle.design.check;

import dev.trestle.design.ReportText;
import dev.trestle.design.check.Findings.Subject;
import java.util.List;

/** Checks that an update that changes a part of an index key knows the whole key. */
record IndexKeyWritten() implements DesignCheck {
  @Override
  public String name() {
    return "index-key-written";
  }

  @Override
  public String about() {
    return "An update that changes a part of an index key has all other parts of that key, since"
        + " the whole key is rewritten.";
  }

  @Override
  public List<Finding> findings(CheckedDesign survey) {
    var found = new Findings(this);
    for (var written : survey.writes()) {
      for (var key : written.write().rewritten()) {
        if (key.missing().isEmpty()) continue;
        found.fault(
            Subject.of(written.write()),
            "changes a part of %s, the key of the index %s, without knowing %s: the key cannot be rewritten, and the index would become stale"
                .formatted(key.attribute(), key.index(), ReportText.list(key.missing())),
            "add %s to the parameters, or set it in the same update"
                .formatted(ReportText.list(key.missing())));
      }
    }
    return found.list();
  }
}
