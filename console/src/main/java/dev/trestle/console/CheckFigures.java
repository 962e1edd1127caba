package dev.trestle.console;

import dev.trestle.model.check.Finding;
import dev.trestle.model.check.ModelCheck;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/** What the checks find in each system's design. */
final class CheckFigures {
  private final List<ConsoleSystem> systems;

  /** Proofs take a moment, and designs do not change while they run. */
  private final ConcurrentMap<String, OfSystem> found = new ConcurrentHashMap<>();

  CheckFigures(List<ConsoleSystem> systems) {
    this.systems = systems;
  }

  record Answer(List<OfSystem> systems) {}

  record OfSystem(String name, int faults, int warnings, int notes, List<Line> findings) {}

  record Line(
      String check,
      Finding.Severity severity,
      String subject,
      String place,
      String message,
      String remedy) {}

  Answer answer() {
    return new Answer(systems.stream().map(this::of).toList());
  }

  /** Checks all, one after the other, so that they are known when they are asked for. */
  void prepare() {
    systems.forEach(this::of);
  }

  /** What was found, unless nobody has looked yet. */
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
              check.findings().stream().map(CheckFigures::line).toList());
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
