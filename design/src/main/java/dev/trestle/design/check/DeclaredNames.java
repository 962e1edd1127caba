package dev.trestle.design.check;

import dev.trestle.design.PatternDesign;
import dev.trestle.design.check.Findings.Subject;
import java.util.HashSet;
import java.util.List;

/** Checks that patterns only refer to what the model has. */
record DeclaredNames() implements DesignCheck {
  @Override
  public String name() {
    return "known";
  }

  @Override
  public String about() {
    return "Every table, index and entity that a pattern or entity names is in the model, and no"
        + " two entities have the same name.";
  }

  @Override
  public List<Finding> findings(CheckedDesign survey) {
    var found = new Findings(this);
    for (var read : survey.reads()) {
      read.entities().forEach(entity -> expectEntity(survey, found, read, entity));
      if (survey.table(read.table()).isEmpty()) noTable(found, Subject.of(read), read.table());
      else if (read.index().isPresent() && survey.index(read).isEmpty()) {
        found.fault(
            Subject.of(read),
            "table %s has no index %s".formatted(read.table(), read.index().get()),
            "declare the index, or read by another");
      }
    }
    for (var written : survey.writes()) {
      expectEntity(survey, found, written.write(), written.write().entity());
      if (survey.table(written.write().table()).isEmpty()) {
        noTable(found, Subject.of(written.write()), written.write().table());
      }
    }
    var names = new HashSet<String>();
    for (var entity : survey.entities()) {
      if (!names.add(entity.name())) {
        found.fault(
            Subject.of(entity),
            "two entities have this name, so patterns of the one are taken for the other's",
            "give one of the records another name");
      }
      if (survey.table(entity.table()).isEmpty())
        noTable(found, Subject.of(entity), entity.table());
      for (var indexed : entity.indexes()) {
        if (survey.index(entity.table(), indexed.index()).isEmpty()) {
          found.fault(
              Subject.of(entity),
              "table %s has no index %s".formatted(entity.table(), indexed.index()),
              "declare the index with the table");
        }
      }
    }
    return found.list();
  }

  private static void expectEntity(
      CheckedDesign survey, Findings found, PatternDesign pattern, String entity) {
    if (survey.entity(entity).isPresent()) return;
    found.fault(
        Subject.of(pattern),
        "%s is not among the model's entities, so nothing else about it was checked"
            .formatted(entity),
        "name it in Model.entities(…)");
  }

  private static void noTable(Findings found, Subject subject, String table) {
    found.fault(subject, "the model has no table " + table, "name it in Model.tables(…)");
  }
}
