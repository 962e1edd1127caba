package dev.trestle.console;

import dev.trestle.engine.Engine;
import dev.trestle.engine.capacity.TableUsage;
import dev.trestle.engine.operation.ListTables;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.LongSupplier;

/** What the engine throttled since it was opened: by table, reason and partition key. */
final class ThrottleView {
  private static final int KEYS = 10;

  private final List<ConsoleSystem> systems;
  private final Optional<Engine> engine;

  ThrottleView(List<ConsoleSystem> systems, Optional<Engine> engine) {
    this.systems = systems;
    this.engine = engine;
  }

  /**
   * All tables.
   *
   * @param limited whether any table is limited
   * @param tables those with throttled requests, the most throttled first
   */
  record View(boolean engine, boolean limited, List<ThrottledTable> tables) {}

  record ThrottledTable(
      String table,
      Optional<String> system,
      long throttled,
      List<Reason> reasons,
      List<HotKey> keys) {}

  record Reason(String reason, Optional<String> index, long throttled) {}

  View view() {
    var tables = new ArrayList<ThrottledTable>();
    boolean limited = false;
    if (engine.isPresent()) {
      for (var name : engine.get().run(new ListTables(null, null)).tableNames()) {
        limited |= engine.get().isLimited(name);
        engine
            .get()
            .usage(name)
            .filter(usage -> !usage.throttles().isEmpty())
            .ifPresent(usage -> tables.add(table(name, usage)));
      }
    }
    tables.sort(Comparator.comparingLong(ThrottledTable::throttled).reversed());
    return new View(engine.isPresent(), limited, tables);
  }

  /** How many reads and writes of each table of the systems were throttled, read when asked. */
  Map<String, LongSupplier> counters() {
    var counters = new TreeMap<String, LongSupplier>();
    if (engine.isEmpty()) return counters;
    for (var system : systems) {
      for (var table : system.model().tables()) {
        var stored = system.stored(table);
        counters.put(stored, () -> engine.get().usage(stored).map(ThrottleView::sum).orElse(0L));
      }
    }
    return counters;
  }

  private static long sum(TableUsage usage) {
    return usage.throttles().values().stream().mapToLong(Long::longValue).sum();
  }

  private ThrottledTable table(String name, TableUsage usage) {
    var system = systems.stream().filter(each -> each.hasStored(name)).findFirst();
    var reasons = new ArrayList<Reason>();
    usage
        .throttles()
        .forEach((why, count) -> reasons.add(new Reason(why.reason(), why.index(), count)));
    reasons.sort(Comparator.comparingLong(Reason::throttled).reversed());
    return new ThrottledTable(
        name,
        system.map(ConsoleSystem::name),
        sum(usage),
        reasons,
        usage.throttledKeys().top(KEYS).stream()
            .map(hitter -> HotKey.of(system, name, hitter))
            .toList());
  }
}
