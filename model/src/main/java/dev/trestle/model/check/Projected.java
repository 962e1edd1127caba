package dev.trestle.model.check;

import dev.trestle.model.TableIndex;
import dev.trestle.model.check.Findings.Subject;
import dev.trestle.model.design.EntityDesign;
import dev.trestle.model.design.PatternDesign.Read;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** An index shows what is read from it. */
record Projected() implements Rule {
  @Override
  public String name() {
    return "projected";
  }

  @Override
  public String about() {
    return "What a pattern reads from an index, and what its filter looks at, is in the index.";
  }

  @Override
  public List<Finding> findings(Survey survey) {
    var found = new Findings(this);
    for (var read : survey.reads()) {
      var index = survey.index(read);
      if (index.isEmpty()) continue;
      survey
          .shown(survey.table(read.table()).orElseThrow(), index)
          .ifPresent(shown -> check(found, survey, read, index.get(), shown));
    }
    return found.list();
  }

  private static void check(
      Findings found, Survey survey, Read read, TableIndex index, Set<String> shown) {
    var missing = new ArrayList<>(read.attributes());
    missing.removeAll(shown);
    if (!missing.isEmpty()) {
      found.fault(
          Subject.of(read),
          "the index %s does not have %s%s"
              .formatted(
                  index.name(),
                  Words.list(missing),
                  index.scope() == TableIndex.Scope.LOCAL
                      ? ", so each item would be read again from the table"
                      : ""),
          "add %s to the index, or read a view without it".formatted(Words.list(missing)));
    }
    var filtered = new LinkedHashSet<String>();
    for (var entity : survey.entities(read)) {
      entity.attributes().stream()
          .map(EntityDesign.Attribute::name)
          .filter(name -> !shown.contains(name))
          .filter(name -> read.filter().filter(f -> Words.hasAttribute(f, name)).isPresent())
          .forEach(filtered::add);
    }
    if (filtered.isEmpty()) return;
    found.fault(
        Subject.of(read),
        "the filter looks at %s, which the index %s does not have: it sees every item without it"
            .formatted(Words.list(filtered), index.name()),
        "add %s to the index, or filter by what it has".formatted(Words.list(filtered)));
  }
}
