package dev.trestle.model.check;

import dev.trestle.model.TableIndex.Scope;
import dev.trestle.model.check.Findings.Subject;
import java.util.List;

/** Global indexes follow their table, so they are not read consistently. */
record Consistent() implements Rule {
  @Override
  public String name() {
    return "consistent";
  }

  @Override
  public String about() {
    return "No consistent read goes to a global index: DynamoDB refuses it.";
  }

  @Override
  public List<Finding> findings(Survey survey) {
    var found = new Findings(this);
    for (var read : survey.reads()) {
      if (!read.consistent()) continue;
      if (survey.index(read).filter(index -> index.scope() == Scope.GLOBAL).isEmpty()) continue;
      found.fault(
          Subject.of(read),
          "a consistent read of the global index %s, which DynamoDB refuses"
              .formatted(read.index().orElseThrow()),
          "read the table or a local index, or live with an answer that lags a little");
    }
    return found.list();
  }
}
