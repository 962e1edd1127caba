package dev.trestle.console;

import dev.trestle.console.ConsoleAlarm.Kind;
import dev.trestle.console.ConsoleAlarm.State;
import dev.trestle.engine.Engine;
import dev.trestle.engine.capacity.TableUsage;
import dev.trestle.engine.operation.DescribeTable;
import dev.trestle.item.Value;
import dev.trestle.model.Alarms;
import dev.trestle.model.Billing;
import dev.trestle.model.Table;
import dev.trestle.model.TableIndex;
import dev.trestle.model.Throughput;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The declared alarms with the values that the engine measures, evaluated like the exported alarms
 * on CloudWatch.
 */
final class AlarmView {
  /** How often usage is recorded, and how many records are kept: a little over a minute. */
  private static final int EVERY_SAMPLES = 5;

  private static final int NOTES = 13;
  private static final double WINDOW_SECONDS = 60;

  /** How long a value must stay above its threshold. */
  static final Duration LASTING = Duration.ofMinutes(5);

  /** How many partition keys are measured in a table that exceeds the threshold. */
  private static final int KEYS = 16;

  private static final String ELSEWHERE =
      "The tables are at another endpoint. The exported alarm watches this.";
  private static final String ELSEWHERE_COLLECTION =
      "The tables are at another endpoint, and DynamoDB has no metric for bytes per partition key.";
  private static final String ABSENT = "The engine does not have this table.";
  private static final String SLOWED =
      "The engine slows all writes down because its background work does not keep up.";
  private static final String UNLIMITED =
      "The engine does not limit this table. Start the server with --limits to test its capacity.";
  private static final String THROTTLED =
      "Throttled reads and writes of the table and its global indexes in the last minute.";
  private static final String WHOLE = "Size of the whole table, which no key can exceed.";
  private static final String HOTTEST = "Largest of the most used keys, estimated.";

  private final List<ConsoleSystem> systems;
  private final Optional<Engine> engine;
  private final InstantSource clock;

  /** Guards all below. */
  private final ReentrantLock lock = new ReentrantLock();

  private final ArrayDeque<Map<String, TableUsageSnapshot>> notes = new ArrayDeque<>();
  private final Map<Subject, Instant> above = new HashMap<>();
  private int samples;
  private volatile List<ConsoleAlarm> last = List.of();

  AlarmView(List<ConsoleSystem> systems, Optional<Engine> engine, InstantSource clock) {
    this.systems = systems;
    this.engine = engine;
    this.clock = clock;
    notes.add(meters());
    measure();
  }

  record View(boolean engine, long raised, List<ConsoleAlarm> alarms) {}

  /** Identifies an alarm. */
  private record Subject(String system, String table, Optional<String> index, Kind kind) {}

  private record Reading(Optional<Double> value, Optional<String> remark) {
    static Reading of(double value) {
      return new Reading(Optional.of(value), Optional.empty());
    }

    static Reading of(double value, String remark) {
      return new Reading(Optional.of(value), Optional.of(remark));
    }

    static Reading unknown(String why) {
      return new Reading(Optional.empty(), Optional.of(why));
    }
  }

  /** Records the meters. Called with each sample. */
  void note() {
    lock.lock();
    try {
      if (samples++ % EVERY_SAMPLES != 0) return;
      measure();
      notes.addLast(meters());
      if (notes.size() > NOTES) notes.removeFirst();
    } finally {
      lock.unlock();
    }
  }

  View view() {
    measure();
    return new View(engine.isPresent(), raised(), last);
  }

  /** The alarms as last evaluated, always the same in the same order. */
  List<ConsoleAlarm> last() {
    return last;
  }

  long raised() {
    return last.stream().filter(alarm -> alarm.state() == State.RAISED).count();
  }

  private Map<String, TableUsageSnapshot> meters() {
    var meters = new HashMap<String, TableUsageSnapshot>();
    for (var system : systems) {
      for (var table : system.model().tables()) {
        if (table.alarms().isEmpty()) continue;
        var stored = system.stored(table);
        meter(stored).ifPresent(meter -> meters.put(stored, TableUsageSnapshot.of(meter)));
      }
    }
    return meters;
  }

  private Optional<TableUsage> meter(String stored) {
    return engine.flatMap(running -> running.usage(stored));
  }

  private void measure() {
    lock.lock();
    try {
      var alarms = new ArrayList<ConsoleAlarm>();
      boolean slowed = slowed();
      for (var system : systems) {
        for (var table : system.model().tables()) {
          table.alarms().ifPresent(wanted -> alarms.addAll(of(system, table, wanted, slowed)));
        }
      }
      last = List.copyOf(alarms);
    } finally {
      lock.unlock();
    }
  }

  /** The same for all tables, which share the engine's background work. */
  private boolean slowed() {
    if (engine.isEmpty()) return false;
    var writes = engine.get().stats().storage().writes();
    return writes.stopped() || writes.delayedBytesPerSecond() > 0;
  }

  private Reading throttled(
      String stored, TableUsageSnapshot now, TableUsageSnapshot before, boolean slowed) {
    double count = now.throttles() - before.throttles();
    if (slowed) return Reading.of(count + 1, SLOWED);
    boolean isLimited = engine.filter(running -> running.isLimited(stored)).isPresent();
    return Reading.of(count, isLimited ? THROTTLED : UNLIMITED);
  }

  private List<ConsoleAlarm> of(ConsoleSystem system, Table table, Alarms wanted, boolean slowed) {
    var stored = system.stored(table);
    var now = meter(stored).map(TableUsageSnapshot::of);
    var before = notes.getFirst().getOrDefault(stored, TableUsageSnapshot.NONE);
    var alarms = new ArrayList<ConsoleAlarm>();
    if (table.billing() instanceof Billing.Provisioned units) {
      alarms.addAll(units(system, table, Optional.empty(), units.most(), wanted, now, before));
      for (var index : table.indexes()) {
        if (index.scope() != TableIndex.Scope.GLOBAL) continue;
        var own = index.provisioned().orElse(units);
        var name = Optional.of(index.name());
        alarms.addAll(units(system, table, name, own.most(), wanted, now, before));
      }
    }
    if (wanted.throttled()) {
      var subject = subject(system, table, Optional.empty(), Kind.THROTTLED);
      var reading = now.map(note -> throttled(stored, note, before, slowed));
      alarms.add(alarm(subject, 0, reading.orElseGet(this::unmeasured)));
    }
    wanted
        .latencyP99()
        .ifPresent(latency ->
            alarms.add(
                alarm(
                    subject(system, table, Optional.empty(), Kind.LATENCY_P99),
                    latency.toNanos() / 1e6,
                    now.map(note -> latency(note, before)).orElseGet(this::unmeasured))));
    if (table.sort().isPresent()) {
      wanted
          .collectionBytes()
          .ifPresent(bytes ->
              alarms.add(
                  alarm(
                      subject(system, table, Optional.empty(), Kind.COLLECTION_BYTES),
                      bytes.doubleValue(),
                      collection(stored, table, bytes))));
    }
    return alarms;
  }

  /** Scaling follows the load up to its maximum, so the alarm is for a share of that. */
  private List<ConsoleAlarm> units(
      ConsoleSystem system,
      Table table,
      Optional<String> index,
      Throughput units,
      Alarms wanted,
      Optional<TableUsageSnapshot> now,
      TableUsageSnapshot before) {
    var payers = payers(table, index);
    var reads = now.map(note -> rate(note.reads(payers), before.reads(payers)));
    var writes = now.map(note -> rate(note.writes(payers), before.writes(payers)));
    return List.of(
        alarm(
            subject(system, table, index, Kind.READ_UNITS),
            units.read() * wanted.consumedShare(),
            reads.orElseGet(this::unmeasured)),
        alarm(
            subject(system, table, index, Kind.WRITE_UNITS),
            units.write() * wanted.consumedShare(),
            writes.orElseGet(this::unmeasured)));
  }

  /** What uses these units: a global index, or the table with its local indexes. */
  private static List<Optional<String>> payers(Table table, Optional<String> index) {
    if (index.isPresent()) return List.of(index);
    var payers = new ArrayList<Optional<String>>();
    payers.add(Optional.empty());
    for (var each : table.indexes()) {
      if (each.scope() == TableIndex.Scope.LOCAL) payers.add(Optional.of(each.name()));
    }
    return payers;
  }

  /** Over the whole minute, as CloudWatch adds up, even if less has passed. */
  private static Reading rate(double now, double before) {
    return Reading.of(Math.max(0, now - before) / WINDOW_SECONDS);
  }

  private static Reading latency(TableUsageSnapshot now, TableUsageSnapshot before) {
    return now.slowest(before)
        .map(slowest -> Reading.of(slowest.millis(), slowest.operation()))
        .orElseGet(() -> Reading.of(0));
  }

  private Reading collection(String stored, Table table, long threshold) {
    if (engine.isEmpty()) return Reading.unknown(ELSEWHERE_COLLECTION);
    var meter = meter(stored);
    if (meter.isEmpty()) return Reading.unknown(ABSENT);
    double bytes = engine.get().run(new DescribeTable(stored)).size().bytes();
    if (bytes <= threshold) return Reading.of(bytes, WHOLE);
    double share = 0;
    for (var hitter : meter.get().hitters().top(KEYS)) {
      var key = hitter.partitionKey().get(table.partition().name());
      share = Math.max(share, key.map(value -> share(stored, value)).orElse(0.0));
    }
    return Reading.of(bytes * share, HOTTEST);
  }

  private double share(String stored, Value key) {
    return engine.flatMap(running -> running.shareOf(stored, key)).orElse(0.0);
  }

  private Reading unmeasured() {
    return Reading.unknown(engine.isPresent() ? ABSENT : ELSEWHERE);
  }

  private static Subject subject(
      ConsoleSystem system, Table table, Optional<String> index, Kind kind) {
    return new Subject(system.name(), table.name(), index, kind);
  }

  private ConsoleAlarm alarm(Subject subject, double threshold, Reading reading) {
    return new ConsoleAlarm(
        subject.system,
        subject.table,
        subject.index,
        subject.kind,
        threshold,
        reading.value,
        state(subject, threshold, reading),
        reading.remark);
  }

  private State state(Subject subject, double threshold, Reading reading) {
    if (reading.value.isEmpty()) return State.UNKNOWN;
    if (reading.value.get() <= threshold) {
      above.remove(subject);
      return State.FINE;
    }
    var now = clock.instant();
    var since = above.computeIfAbsent(subject, _ -> now);
    return Duration.between(since, now).compareTo(lasting(subject.kind)) >= 0
        ? State.RAISED
        : State.PENDING;
  }

  private static Duration lasting(Kind kind) {
    return switch (kind) {
      case READ_UNITS, WRITE_UNITS, LATENCY_P99 -> LASTING;
      case THROTTLED, COLLECTION_BYTES -> Duration.ZERO;
    };
  }
}
