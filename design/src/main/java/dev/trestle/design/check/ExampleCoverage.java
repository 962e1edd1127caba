package dev.trestle.design.check;

import dev.trestle.design.check.Findings.Subject;
import dev.trestle.design.cost.ItemCost;
import java.util.List;

/** Checks that examples contain everything that affects cost. */
record ExampleCoverage() implements DesignCheck {
  @Override
  public String name() {
    return "examples";
  }

  @Override
  public String about() {
    return "The example of an entity is in each of the entity's indexes, so that their cost can be"
        + " told.";
  }

  @Override
  public List<Finding> findings(CheckedDesign survey) {
    var found = new Findings(this);
    for (var entity : survey.entities()) {
      for (var indexed : entity.indexes()) {
        var table = survey.table(entity.table());
        var index = survey.index(entity.table(), indexed.index());
        if (table.isEmpty() || index.isEmpty()) continue;
        if (new ItemCost(table.get()).entry(index.get(), entity.example()).isPresent()) continue;
        found.note(
            Subject.of(entity),
            "the example is not in the index %s, so writes to it are not in the costs"
                .formatted(indexed.index()),
            "give the example a value for every part of the index's keys");
      }
    }
    return found.list();
  }
}
