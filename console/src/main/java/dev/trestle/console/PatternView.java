package dev.trestle.console;

import dev.trestle.design.matrix.Matrix;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/** The access-pattern matrix of every system, with the usage of each pattern. */
final class PatternView {
  private final List<ConsoleSystem> systems;
  private final LiveView live;
  private final ConcurrentMap<String, OfSystem> matrices = new ConcurrentHashMap<>();

  PatternView(List<ConsoleSystem> systems, LiveView live) {
    this.systems = systems;
    this.live = live;
  }

  record View(List<OfSystem> systems, List<LiveView.OfPattern> used) {}

  record OfSystem(String name, List<Row> rows) {}

  /**
   * One pattern, or one step of the pattern above it.
   *
   * @param metered whether the store counts it separately; steps of transactions are counted with
   *     their transaction
   * @param readUnits the declared cost of one call, like the other numbers
   */
  record Row(
      boolean step,
      String id,
      String title,
      String table,
      Optional<String> index,
      String operation,
      String key,
      String details,
      String consistency,
      double readUnits,
      double writeUnits,
      double declaredPerSecond,
      boolean metered) {}

  View view() {
    return new View(systems.stream().map(this::matrix).toList(), live.patterns());
  }

  /** A matrix does not change at run time. */
  private OfSystem matrix(ConsoleSystem system) {
    return matrices.computeIfAbsent(
        system.name(),
        name -> {
          var metered = system.store().usage().keySet();
          var rows = Matrix.of(system.model()).rows().stream().map(row -> row(row, metered));
          return new OfSystem(name, rows.toList());
        });
  }

  private static Row row(Matrix.Row row, Set<String> metered) {
    return new Row(
        row.step(),
        row.id(),
        row.title(),
        row.table(),
        row.index(),
        row.operation(),
        row.key(),
        row.details(),
        row.consistency(),
        row.units().read(),
        row.units().write(),
        row.perSecond(),
        metered.contains(row.id()));
  }
}
