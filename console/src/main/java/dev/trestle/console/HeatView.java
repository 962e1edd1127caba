package dev.trestle.console;

import dev.trestle.engine.Engine;
import dev.trestle.engine.capacity.HeavyHitters;
import dev.trestle.engine.capacity.TableUsage;
import dev.trestle.engine.operation.ListTables;
import dev.trestle.item.Item;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Stream;

/** Where requests go: by ranges of the partition keys' hash, and by the hottest keys. */
final class HeatView {
  /** How often heat is recorded, and how many records are kept: a minute. */
  private static final int EVERY_SAMPLES = 5;

  private static final int NOTES = 12;
  private static final int HOTTEST = 20;

  private final List<ConsoleSystem> systems;
  private final Optional<Engine> engine;

  /** Guards the records. */
  private final ReentrantLock lock = new ReentrantLock();

  private final ArrayDeque<Map<String, Note>> notes = new ArrayDeque<>();
  private int samples;

  HeatView(List<ConsoleSystem> systems, Optional<Engine> engine) {
    this.systems = systems;
    this.engine = engine;
  }

  /**
   * The counters of a table at one time.
   *
   * @param keys the most requested keys
   * @param least what a key may have had that was not among them
   */
  private record Note(long[] heat, Map<Item, Long> keys, long least) {
    static final Note NONE = new Note(new long[TableUsage.HEAT_BUCKETS], Map.of(), 0);

    static Note of(TableUsage usage) {
      var keys = new HashMap<Item, Long>();
      var hitters = usage.hitters().top(HeavyHitters.KEPT);
      hitters.forEach(hitter -> keys.put(hitter.partitionKey(), hitter.requests()));
      long least = hitters.size() < HeavyHitters.KEPT ? 0 : hitters.getLast().requests();
      return new Note(usage.heat(), keys, least);
    }

    long of(Item key) {
      return keys.getOrDefault(key, least);
    }
  }

  record View(boolean engine, List<OfTable> tables) {}

  /**
   * One table.
   *
   * @param lastMinute requests by range of the hash, in the last minute
   * @param sinceStart the same since the engine was opened
   * @param hottestLastMinute the most requested keys of the last minute
   * @param hottest the same since the engine was opened
   */
  record OfTable(
      String table,
      Optional<String> system,
      long requestsLastMinute,
      long requests,
      long[] lastMinute,
      long[] sinceStart,
      List<HotKey> hottestLastMinute,
      List<HotKey> hottest) {}

  /** Records the heat of each table. Called with each sample. */
  void note() {
    if (engine.isEmpty() || samples++ % EVERY_SAMPLES != 0) return;
    var heat = new HashMap<String, Note>();
    meters().forEach((table, meter) -> heat.put(table, Note.of(meter)));
    lock.lock();
    try {
      notes.addLast(heat);
      if (notes.size() > NOTES) notes.removeFirst();
    } finally {
      lock.unlock();
    }
  }

  View view() {
    var tables = new ArrayList<OfTable>();
    meters().forEach((table, meter) -> tables.add(table(table, meter)));
    tables.sort(
        Comparator.comparingLong(OfTable::requestsLastMinute)
            .thenComparingLong(OfTable::requests)
            .reversed());
    return new View(engine.isPresent(), tables);
  }

  private Map<String, TableUsage> meters() {
    var meters = new HashMap<String, TableUsage>();
    engine.ifPresent(running -> {
      for (var table : running.run(new ListTables(null, null)).tableNames()) {
        running.usage(table).ifPresent(meter -> meters.put(table, meter));
      }
    });
    return meters;
  }

  private OfTable table(String table, TableUsage meter) {
    var heat = meter.heat();
    var before = minuteAgo(table);
    var lastMinute = new long[heat.length];
    for (int i = 0; i < heat.length; i++) lastMinute[i] = heat[i] - before.heat[i];
    var system = systems.stream().filter(each -> each.hasStored(table)).findFirst();
    return new OfTable(
        table,
        system.map(ConsoleSystem::name),
        Arrays.stream(lastMinute).sum(),
        Arrays.stream(heat).sum(),
        lastMinute,
        heat,
        hottestSince(before, meter).map(hitter -> HotKey.of(system, table, hitter)).toList(),
        meter.hitters().top(HOTTEST).stream()
            .map(hitter -> HotKey.of(system, table, hitter))
            .toList());
  }

  private static Stream<HeavyHitters.Hitter> hottestSince(Note before, TableUsage meter) {
    return meter.hitters().top(HeavyHitters.KEPT).stream()
        .map(now ->
            new HeavyHitters.Hitter(
                now.partitionKey(), now.requests() - before.of(now.partitionKey())))
        .filter(since -> since.requests() > 0)
        .sorted(Comparator.comparingLong(HeavyHitters.Hitter::requests).reversed())
        .limit(HOTTEST);
  }

  private Note minuteAgo(String table) {
    lock.lock();
    try {
      var oldest = notes.peekFirst();
      var known = oldest == null ? null : oldest.get(table);
      return known == null ? Note.NONE : known;
    } finally {
      lock.unlock();
    }
  }
}
