package dev.trestle.design.check;

import dev.trestle.design.EntityDesign;
import dev.trestle.design.PatternDesign.Read;
import dev.trestle.design.ReportText;
import dev.trestle.design.check.Findings.Subject;
import dev.trestle.model.TableIndex;
import dev.trestle.model.expression.ConditionTree;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Checks that an index contains what is read from it. */
record ProjectedAttributes() implements DesignCheck {
  @Override
  public String name() {
    return "projected";
  }

  @Override
  public String about() {
    return "An index contains what patterns read from it and what their filters use.";
  }

  @Override
  public List<Finding> findings(CheckedDesign survey) {
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
      Findings found, CheckedDesign survey, Read read, TableIndex index, Set<String> shown) {
    var missing = new ArrayList<>(read.attributes());
    missing.removeAll(shown);
    if (!missing.isEmpty()) {
      found.fault(
          Subject.of(read),
          "the index %s does not have %s%s"
              .formatted(
                  index.name(),
                  ReportText.list(missing),
                  index.scope() == TableIndex.Scope.LOCAL
                      ? ", so each item would be read again from the table"
                      : ""),
          "add %s to the index, or read a view without it".formatted(ReportText.list(missing)));
    }
    var filtered = new LinkedHashSet<String>();
    for (var entity : survey.entities(read)) {
      entity.attributes().stream()
          .map(EntityDesign.Attribute::name)
          .filter(name -> !shown.contains(name))
          .filter(name -> looksAt(read, name))
          .forEach(filtered::add);
    }
    if (filtered.isEmpty()) return;
    found.fault(
        Subject.of(read),
        "the filter looks at %s, which the index %s does not have: it sees every item without it"
            .formatted(ReportText.list(filtered), index.name()),
        "add %s to the index, or filter by what it has".formatted(ReportText.list(filtered)));
  }

  private static boolean looksAt(Read read, String attribute) {
    return read.filter().stream()
        .flatMap(ConditionTree::paths)
        .anyMatch(path -> path.attribute().equals(attribute));
  }
}
