package dev.trestle.console;

import dev.trestle.design.check.Finding;
import dev.trestle.design.check.ModelCheck;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/** The findings of each system's design. */
final class CheckView {
  private final List<ConsoleSystem> systems;

  /** Checks take a moment, and designs do not change at run time. */
  private final ConcurrentMap<String, OfSystem> found = new ConcurrentHashMap<>();

  private volatile boolean isStopped;

  CheckView(List<ConsoleSystem> systems) {
    this.systems = systems;
  }

  record View(List<OfSystem> systems) {}

  record OfSystem(String name, int faults, int warnings, int notes, List<Line> findings) {}

  record Line(
      String check,
      Finding.Severity severity,
      String subject,
      String place,
      String message,
      String remedy) {}

  View view() {
    return new View(systems.stream().map(this::of).toList());
  }

  /** Checks all designs ahead of time, unless it is stopped. */
  void prepare() {
    for (var system : systems) {
      if (isStopped) return;
      of(system);
    }
  }

  /** Ends the preparation after the design at hand. */
  void stop() {
    isStopped = true;
  }

  /** The findings, if the design has been checked. */
  Optional<OfSystem> known(ConsoleSystem system) {
    return Optional.ofNullable(found.get(system.name()));
  }

  OfSystem of(ConsoleSystem system) {
    return found.computeIfAbsent(
        system.name(),
        name -> {
          var check = ModelCheck.of(system.model());
          return new OfSystem(
              name,
              check.of(Finding.Severity.FAULT).size(),
              check.of(Finding.Severity.WARNING).size(),
              check.of(Finding.Severity.NOTE).size(),
              check.findings().stream().map(CheckView::line).toList());
        });
  }

  private static Line line(Finding finding) {
    return new Line(
        finding.check(),
        finding.severity(),
        finding.subject(),
        finding.place().toString(),
        finding.message(),
        finding.remedy());
  }
}
