package dev.trestle.console;

import dev.trestle.engine.capacity.Histogram;
import dev.trestle.engine.capacity.TableMeter;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** What a table's meter had counted at some moment. */
record TableNote(
    double readUnits,
    double writeUnits,
    Map<String, Double> indexReadUnits,
    Map<String, Long> indexWriteUnits,
    Map<String, Histogram> latencies) {
  /** Of a table that was not there yet. */
  static final TableNote NONE = new TableNote(0, 0, Map.of(), Map.of(), Map.of());

  private static final double NANOS_PER_MILLI = 1_000_000;
  private static final Histogram NOTHING = new Histogram();

  /** The operation whose slowest hundredth was slowest. */
  record Slowest(String operation, double millis) {}

  static TableNote of(TableMeter meter) {
    var latencies = new HashMap<String, Histogram>();
    meter.latencies().forEach((operation, histogram) -> latencies.put(operation, histogram.copy()));
    return new TableNote(
        meter.readUnits(),
        (double) meter.writeUnits(),
        meter.indexReadUnits(),
        meter.indexWriteUnits(),
        latencies);
  }

  double reads(Optional<String> index) {
    return index.map(name -> indexReadUnits.getOrDefault(name, 0.0)).orElse(readUnits);
  }

  double writes(Optional<String> index) {
    return index
        .map(name -> indexWriteUnits.getOrDefault(name, 0L).doubleValue())
        .orElse(writeUnits);
  }

  /** Of the requests since an earlier note; none where nothing was asked. */
  Optional<Slowest> slowest(TableNote before) {
    Optional<Slowest> slowest = Optional.empty();
    for (var entry : latencies.entrySet()) {
      var added = entry.getValue().since(before.latencies.getOrDefault(entry.getKey(), NOTHING));
      if (added.count() == 0) continue;
      double millis = added.percentile(0.99) / NANOS_PER_MILLI;
      if (slowest.isEmpty() || millis > slowest.get().millis) {
        slowest = Optional.of(new Slowest(entry.getKey(), millis));
      }
    }
    return slowest;
  }
}
