package dev.trestle.console;

import dev.trestle.engine.Engine;
import dev.trestle.engine.capacity.HeavyHitters;
import dev.trestle.engine.capacity.TableMeter;
import dev.trestle.engine.operation.ListTables;
import dev.trestle.item.Item;
import dev.trestle.item.Type;
import dev.trestle.item.Value;
import dev.trestle.model.Entity;
import dev.trestle.model.key.Key;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Where requests go: by ranges of the hash of partition keys, and by the keys that get most. Of the
 * ranges, what happened in the last minute is kept apart.
 */
final class HeatFigures {
  /** Heat is noted each so many samples, and so many notes are kept: a minute. */
  private static final int EVERY_SAMPLES = 5;

  private static final int NOTES = 12;
  private static final int HOTTEST = 20;

  private final List<ConsoleSystem> systems;
  private final Optional<Engine> engine;

  /** Guards the notes. */
  private final ReentrantLock lock = new ReentrantLock();

  private final ArrayDeque<Map<String, long[]>> notes = new ArrayDeque<>();
  private int samples;

  HeatFigures(List<ConsoleSystem> systems, Optional<Engine> engine) {
    this.systems = systems;
    this.engine = engine;
  }

  record Answer(boolean engine, List<OfTable> tables) {}

  /**
   * One table.
   *
   * @param lastMinute requests by range of the hash, in the last minute
   * @param sinceStart the same since the engine was opened
   */
  record OfTable(
      String table,
      Optional<String> system,
      long requestsLastMinute,
      long requests,
      long[] lastMinute,
      long[] sinceStart,
      List<HotKey> hottest) {}

  /** A partition key, with the template that it is of; requests are told from samples. */
  record HotKey(
      String key,
      long requests,
      Optional<String> entity,
      Optional<String> template,
      List<KeyPicture.Segment> segments) {}

  /** Notes how hot each table is; to be called with each sample. */
  void note() {
    if (engine.isEmpty() || samples++ % EVERY_SAMPLES != 0) return;
    var heat = new HashMap<String, long[]>();
    meters().forEach((table, meter) -> heat.put(table, meter.heat()));
    lock.lock();
    try {
      notes.addLast(heat);
      if (notes.size() > NOTES) notes.removeFirst();
    } finally {
      lock.unlock();
    }
  }

  Answer answer() {
    var tables = new ArrayList<OfTable>();
    meters().forEach((table, meter) -> tables.add(table(table, meter)));
    tables.sort(
        Comparator.comparingLong(OfTable::requestsLastMinute)
            .thenComparingLong(OfTable::requests)
            .reversed());
    return new Answer(engine.isPresent(), tables);
  }

  private Map<String, TableMeter> meters() {
    var meters = new HashMap<String, TableMeter>();
    engine.ifPresent(running -> {
      for (var table : running.run(new ListTables(null, null)).tableNames()) {
        running.meter(table).ifPresent(meter -> meters.put(table, meter));
      }
    });
    return meters;
  }

  private OfTable table(String table, TableMeter meter) {
    var heat = meter.heat();
    var before = minuteAgo(table);
    var lastMinute = new long[heat.length];
    for (int i = 0; i < heat.length; i++) lastMinute[i] = heat[i] - before[i];
    var system = systems.stream().filter(each -> has(each, table)).findFirst();
    return new OfTable(
        table,
        system.map(ConsoleSystem::name),
        Arrays.stream(lastMinute).sum(),
        Arrays.stream(heat).sum(),
        lastMinute,
        heat,
        meter.hitters().top(HOTTEST).stream().map(hitter -> key(system, table, hitter)).toList());
  }

  private long[] minuteAgo(String table) {
    lock.lock();
    try {
      var oldest = notes.peekFirst();
      var known = oldest == null ? null : oldest.get(table);
      return known == null ? new long[TableMeter.HEAT_BUCKETS] : known;
    } finally {
      lock.unlock();
    }
  }

  private static boolean has(ConsoleSystem system, String stored) {
    return system.model().tables().stream().anyMatch(t -> system.stored(t).equals(stored));
  }

  private static HotKey key(
      Optional<ConsoleSystem> system, String table, HeavyHitters.Hitter hitter) {
    var value = only(hitter.partitionKey());
    var text = Texts.plain(value);
    if (system.isPresent() && value.type() == Type.S) {
      for (var entity : system.get().model().entities()) {
        if (!system.get().stored(entity.table()).equals(table)) continue;
        var explained = explained(entity, text, hitter.requests());
        if (explained.isPresent()) return explained.get();
      }
    }
    return new HotKey(text, hitter.requests(), Optional.empty(), Optional.empty(), List.of());
  }

  /** The key as this entity's template reads it, if it does. */
  private static Optional<HotKey> explained(Entity<?> entity, String text, long requests) {
    if (!(entity.keys().partition() instanceof Key.Text(var template))) return Optional.empty();
    try {
      var segments = KeyPicture.segments(entity.keys().partition(), template.parse(text));
      return Optional.of(
          new HotKey(
              text,
              requests,
              Optional.of(entity.name()),
              Optional.of(template.pattern()),
              segments));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private static Value only(Item key) {
    var fields = key.fields();
    if (!fields.next()) throw new IllegalStateException("a key of nothing");
    return fields.value();
  }
}
