package dev.trestle.console;

import dev.trestle.engine.Engine;
import java.util.List;
import java.util.Optional;

/** The first page of the console. */
record Overview(
    List<ConsoleSystem> systems,
    Optional<Engine> engine,
    List<ConsoleQueue> queues,
    CheckView checks,
    AlarmView alarms) {
  /**
   * All systems.
   *
   * @param raised alarms
   */
  record View(boolean engine, List<OfSystem> systems, long waiting, long dead, long raised) {}

  /**
   * A system; where its design is still being checked, it has no findings yet.
   *
   * @param items in all its tables; none where there is no engine to ask
   */
  record OfSystem(
      String name,
      int tables,
      int entities,
      int patterns,
      boolean checked,
      int faults,
      int warnings,
      int notes,
      Optional<Long> items,
      Optional<Long> bytes) {}

  View view() {
    var tables = new TableView(systems, engine).view().tables();
    var states = queues.stream().map(ConsoleQueue::state).toList();
    return new View(
        engine.isPresent(),
        systems.stream().map(system -> of(system, tables)).toList(),
        states.stream().mapToLong(ConsoleQueue.State::waiting).sum(),
        states.stream().mapToLong(ConsoleQueue.State::dead).sum(),
        alarms.raised());
  }

  private OfSystem of(ConsoleSystem system, List<TableView.Line> tables) {
    var check = checks.known(system);
    var sizes =
        tables.stream()
            .filter(table -> table.system().filter(system.name()::equals).isPresent())
            .flatMap(table -> table.size().stream())
            .toList();
    return new OfSystem(
        system.name(),
        system.model().tables().size(),
        system.model().entities().size(),
        system.model().patterns().size(),
        check.isPresent(),
        check.map(CheckView.OfSystem::faults).orElse(0),
        check.map(CheckView.OfSystem::warnings).orElse(0),
        check.map(CheckView.OfSystem::notes).orElse(0),
        engine.map(_ -> sizes.stream().mapToLong(size -> size.items()).sum()),
        engine.map(_ -> sizes.stream().mapToLong(size -> size.bytes()).sum()));
  }
}
