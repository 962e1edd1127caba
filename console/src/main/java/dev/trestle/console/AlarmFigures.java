package dev.trestle.console;

import dev.trestle.console.ConsoleAlarm.Kind;
import dev.trestle.console.ConsoleAlarm.State;
import dev.trestle.engine.Engine;
import dev.trestle.engine.capacity.TableMeter;
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
 * The alarms that systems declare, beside what the engine measures: what the exported alarms would
 * do on CloudWatch, here.
 */
final class AlarmFigures {
  /** Meters are noted each so many samples, and so many notes are kept: a minute and a bit. */
  private static final int EVERY_SAMPLES = 5;

  private static final int NOTES = 13;
  private static final double WINDOW_SECONDS = 60;

  /** What lasts for so long is no hiccup. */
  static final Duration LASTING = Duration.ofMinutes(5);

  /** Partition keys that are looked at in a table that is larger than one of them may be. */
  private static final int KEYS = 16;

  private static final String ELSEWHERE =
      "The tables are at another endpoint: the exported alarm watches this.";
  private static final String ELSEWHERE_COLLECTION =
      "The tables are at another endpoint, and DynamoDB does not tell what lies under one key.";
  private static final String ABSENT = "The engine does not have the table.";
  private static final String SERVED =
      "The engine turns nobody away for units; the exported alarm watches this on AWS.";
  private static final String WHOLE = "The whole table: no key can have more.";
  private static final String HOTTEST = "The largest among the most used keys, estimated.";

  private final List<ConsoleSystem> systems;
  private final Optional<Engine> engine;
  private final InstantSource clock;

  /** Guards all below. */
  private final ReentrantLock lock = new ReentrantLock();

  private final ArrayDeque<Map<String, TableNote>> notes = new ArrayDeque<>();
  private final Map<Subject, Instant> above = new HashMap<>();
  private int samples;
  private volatile List<ConsoleAlarm> last = List.of();

  AlarmFigures(List<ConsoleSystem> systems, Optional<Engine> engine, InstantSource clock) {
    this.systems = systems;
    this.engine = engine;
    this.clock = clock;
    notes.add(meters());
    measure();
  }

  record Answer(boolean engine, long raised, List<ConsoleAlarm> alarms) {}

  /** Which alarm is meant. */
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

  /** Looks at the meters; to be called with each sample. */
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

  Answer answer() {
    measure();
    return new Answer(engine.isPresent(), raised(), last);
  }

  /** As they stood when they were last looked at; always the same ones in the same order. */
  List<ConsoleAlarm> last() {
    return last;
  }

  long raised() {
    return last.stream().filter(alarm -> alarm.state() == State.RAISED).count();
  }

  private Map<String, TableNote> meters() {
    var meters = new HashMap<String, TableNote>();
    for (var system : systems) {
      for (var table : system.model().tables()) {
        if (table.alarms().isEmpty()) continue;
        var stored = system.stored(table);
        meter(stored).ifPresent(meter -> meters.put(stored, TableNote.of(meter)));
      }
    }
    return meters;
  }

  private Optional<TableMeter> meter(String stored) {
    return engine.flatMap(running -> running.meter(stored));
  }

  private void measure() {
    lock.lock();
    try {
      var alarms = new ArrayList<ConsoleAlarm>();
      for (var system : systems) {
        for (var table : system.model().tables()) {
          table.alarms().ifPresent(wanted -> alarms.addAll(of(system, table, wanted)));
        }
      }
      last = List.copyOf(alarms);
    } finally {
      lock.unlock();
    }
  }

  private List<ConsoleAlarm> of(ConsoleSystem system, Table table, Alarms wanted) {
    var stored = system.stored(table);
    var now = meter(stored).map(TableNote::of);
    var before = notes.getFirst().getOrDefault(stored, TableNote.NONE);
    var alarms = new ArrayList<ConsoleAlarm>();
    if (table.billing() instanceof Billing.Provisioned(var units)) {
      alarms.addAll(units(system, table, Optional.empty(), units, wanted, now, before));
      for (var index : table.indexes()) {
        if (index.scope() != TableIndex.Scope.GLOBAL) continue;
        var own = index.throughput().orElse(units);
        var name = Optional.of(index.name());
        alarms.addAll(units(system, table, name, own, wanted, now, before));
      }
    }
    if (wanted.throttled()) {
      var subject = subject(system, table, Optional.empty(), Kind.THROTTLED);
      alarms.add(alarm(subject, 0, Reading.unknown(engine.isPresent() ? SERVED : ELSEWHERE)));
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

  private List<ConsoleAlarm> units(
      ConsoleSystem system,
      Table table,
      Optional<String> index,
      Throughput units,
      Alarms wanted,
      Optional<TableNote> now,
      TableNote before) {
    var reads = now.map(note -> rate(note.reads(index), before.reads(index)));
    var writes = now.map(note -> rate(note.writes(index), before.writes(index)));
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

  /** Over the whole minute, as CloudWatch adds up, however little of it has passed. */
  private static Reading rate(double now, double before) {
    return Reading.of(Math.max(0, now - before) / WINDOW_SECONDS);
  }

  private static Reading latency(TableNote now, TableNote before) {
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
