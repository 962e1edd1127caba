package dev.trestle.design.check;

import dev.trestle.design.check.Findings.Subject;
import dev.trestle.model.KeyPair;
import dev.trestle.model.key.Key;
import java.util.List;

/** Checks that different values have different keys. */
record DecodableKeys() implements DesignCheck {
  @Override
  public String name() {
    return "decodable";
  }

  @Override
  public String about() {
    return "Every key can be read back in one way only: different values never have the same text.";
  }

  @Override
  public List<Finding> findings(CheckedDesign survey) {
    var found = new Findings(this);
    for (var entity : survey.entities()) {
      check(found, Subject.of(entity), entity.keys());
      entity.indexes().forEach(indexed -> check(found, Subject.of(entity), indexed.keys()));
    }
    return found.list();
  }

  private static void check(Findings found, Subject subject, KeyPair keys) {
    check(found, subject, keys.partition());
    keys.sort().ifPresent(key -> check(found, subject, key));
  }

  private static void check(Findings found, Subject subject, Key key) {
    if (!(key instanceof Key.Text(var template))) return;
    template
        .ambiguity()
        .ifPresent(witness ->
            found.fault(
                subject,
                "the key %s is ambiguous: %s".formatted(template.pattern(), witness),
                "put a literal between the parts that neither of them can contain, give them"
                    + " fixed widths, or escape them (Part.escaped)"));
  }
}
