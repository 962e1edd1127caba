package dev.trestle.model.check;

import dev.trestle.model.Place;
import dev.trestle.model.Table;
import dev.trestle.model.check.Finding.Severity;
import dev.trestle.model.design.EntityDesign;
import dev.trestle.model.design.PatternDesign;
import java.util.ArrayList;
import java.util.List;

/** What one rule has found so far. */
final class Findings {
  private final String check;
  private final List<Finding> found = new ArrayList<>();

  Findings(Rule rule) {
    check = rule.name();
  }

  /** What a finding is about, and where that is declared. */
  record Subject(String name, Place place) {
    static Subject of(PatternDesign pattern) {
      return new Subject(pattern.id(), pattern.heading().place());
    }

    static Subject of(EntityDesign entity) {
      return new Subject(entity.name(), entity.place());
    }

    static Subject of(Table table) {
      return new Subject(table.name(), table.place());
    }

    static Subject of(Table table, String index) {
      return new Subject(table.name() + "/" + index, table.place());
    }
  }

  void fault(Subject subject, String message, String remedy) {
    add(Severity.FAULT, subject, message, remedy);
  }

  void warning(Subject subject, String message, String remedy) {
    add(Severity.WARNING, subject, message, remedy);
  }

  void note(Subject subject, String message, String remedy) {
    add(Severity.NOTE, subject, message, remedy);
  }

  void add(Severity severity, Subject subject, String message, String remedy) {
    found.add(new Finding(check, severity, subject.name(), subject.place(), message, remedy));
  }

  List<Finding> list() {
    return List.copyOf(found);
  }
}
