package dev.trestle.console;

import dev.trestle.engine.capacity.Histogram;
import dev.trestle.engine.capacity.TableUsage;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A snapshot of a table's counters. */
record TableUsageSnapshot(
    double readUnits,
    double writeUnits,
    Map<String, Double> indexReadUnits,
    Map<String, Long> indexWriteUnits,
    Map<String, Histogram> latencies,
    long throttles) {
  /** For a table that did not exist yet. */
  static final TableUsageSnapshot NONE =
      new TableUsageSnapshot(0, 0, Map.of(), Map.of(), Map.of(), 0);

  private static final double NANOS_PER_MILLI = 1_000_000;
  private static final Histogram NOTHING = new Histogram();

  /** The highest 99th percentile of all operations. */
  record Slowest(String operation, double millis) {}

  static TableUsageSnapshot of(TableUsage usage) {
    var latencies = new HashMap<String, Histogram>();
    usage.latencies().forEach((operation, histogram) -> latencies.put(operation, histogram.copy()));
    return new TableUsageSnapshot(
        usage.readUnits(),
        (double) usage.writeUnits(),
        usage.indexReadUnits(),
        usage.indexWriteUnits(),
        latencies,
        usage.throttles().values().stream().mapToLong(Long::longValue).sum());
  }

  /** The read units of indexes, and of the table itself, which has no index's name. */
  double reads(List<Optional<String>> payers) {
    double sum = 0;
    for (var payer : payers) {
      sum += payer.map(name -> indexReadUnits.getOrDefault(name, 0.0)).orElse(readUnits);
    }
    return sum;
  }

  double writes(List<Optional<String>> payers) {
    double sum = 0;
    for (var payer : payers) {
      sum +=
          payer
              .map(name -> indexWriteUnits.getOrDefault(name, 0L).doubleValue())
              .orElse(writeUnits);
    }
    return sum;
  }

  /** The requests since an earlier snapshot; empty if there were none. */
  Optional<Slowest> slowest(TableUsageSnapshot before) {
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
