package dev.trestle.design.check;

import dev.trestle.design.EntityDesign;
import dev.trestle.design.PatternDesign;
import dev.trestle.design.check.Finding.Severity;
import dev.trestle.model.SourceLocation;
import dev.trestle.model.Table;
import java.util.ArrayList;
import java.util.List;

/** Collects the findings of one rule. */
final class Findings {
  private final String check;
  private final List<Finding> found = new ArrayList<>();

  Findings(DesignCheck rule) {
    check = rule.name();
  }

  /** The subject of a finding, and where it is declared. */
  record Subject(String name, SourceLocation place) {
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
