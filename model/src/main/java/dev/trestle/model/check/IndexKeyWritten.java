package dev.trestle.model.check;

import dev.trestle.model.check.Findings.Subject;
import java.util.List;

/** An update that changes a part of an index key knows the whole key. */
record IndexKeyWritten() implements Rule {
  @Override
  public String name() {
    return "index-key-written";
  }

  @Override
  public String about() {
    return "An update that changes a part of an index key has all other parts of that key, since"
        + " the key is written anew as a whole.";
  }

  @Override
  public List<Finding> findings(Survey survey) {
    var found = new Findings(this);
    for (var written : survey.writes()) {
      for (var key : written.write().rewritten()) {
        if (key.missing().isEmpty()) continue;
        found.fault(
            Subject.of(written.write()),
            "changes a part of %s, the key of the index %s, without knowing %s: the key cannot be written anew and the index would go stale"
                .formatted(key.attribute(), key.index(), Words.list(key.missing())),
            "add %s to the parameters, or set it in the same update"
                .formatted(Words.list(key.missing())));
      }
    }
    return found.list();
  }
}
