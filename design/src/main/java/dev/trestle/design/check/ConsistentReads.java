package dev.trestle.design.check;

import dev.trestle.design.check.Findings.Subject;
import dev.trestle.model.TableIndex.Scope;
import java.util.List;

/** Checks that global indexes, which lag behind their table, are not read consistently. */
record ConsistentReads() implements DesignCheck {
  @Override
  public String name() {
    return "consistent";
  }

  @Override
  public String about() {
    return "No consistent read goes to a global index: DynamoDB refuses it.";
  }

  @Override
  public List<Finding> findings(CheckedDesign survey) {
    var found = new Findings(this);
    for (var read : survey.reads()) {
      if (!read.consistent()) continue;
      if (survey.index(read).filter(index -> index.scope() == Scope.GLOBAL).isEmpty()) continue;
      found.fault(
          Subject.of(read),
          "a consistent read of the global index %s, which DynamoDB refuses"
              .formatted(read.index().orElseThrow()),
          "read the table or a local index, or accept results that lag a little");
    }
    return found.list();
  }
}
