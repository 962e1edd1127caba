package dev.trestle.model.check;

import dev.trestle.model.check.Findings.Subject;
import dev.trestle.model.design.PatternDesign.Changed;
import dev.trestle.model.design.PatternDesign.Write;
import java.util.List;

/** What counts is done once, even if the answer gets lost. */
record Counting() implements Rule {
  @Override
  public String name() {
    return "counting";
  }

  @Override
  public String about() {
    return "An update that adds to what is there stands in a transaction, or has a condition that"
        + " refuses its repetition: clients repeat what they got no answer to.";
  }

  @Override
  public List<Finding> findings(Survey survey) {
    var found = new Findings(this);
    for (var written : survey.writes()) {
      var write = written.write();
      var counting = write.changes().stream().filter(Changed::counting).toList();
      if (written.in().isPresent() || counting.isEmpty() || isOnce(write)) continue;
      found.warning(
          Subject.of(write),
          "%s: after a timeout nobody knows whether it was done, the SDK does it again, and it counts twice"
              .formatted(Words.list(counting.stream().map(Changed::change).toList())),
          "put it into a transaction, whose token makes it happen once, or add a condition on what"
              + " it changes, such as version = :seen");
    }
    return found.list();
  }

  /** A condition that an attribute be equal to something, and the update changes that attribute. */
  private static boolean isOnce(Write write) {
    return write.ifAbsent()
        || write
            .condition()
            .filter(condition ->
                write.changes().stream()
                    .anyMatch(change ->
                        (" " + condition).contains(" " + change.attribute() + " = ")
                            || condition.contains("(" + change.attribute() + " = ")))
            .isPresent();
  }
}
