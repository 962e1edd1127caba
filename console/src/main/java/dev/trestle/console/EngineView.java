package dev.trestle.console;

import dev.trestle.engine.Engine;
import dev.trestle.engine.StorageStats;
import dev.trestle.engine.capacity.Histogram;
import dev.trestle.engine.capacity.TableUsage;
import dev.trestle.engine.operation.ListTables;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The state of the engine and of its process. */
record EngineView(Optional<Engine> engine) {
  private static final double NANOS_PER_MILLI = 1_000_000;

  record View(Host process, Optional<OfEngine> engine) {}

  /** The JVM. */
  record Host(
      long heapBytes, long heapBytesMax, int processors, int threads, double uptimeSeconds) {}

  record OfEngine(
      String region,
      Instant opened,
      double uptimeSeconds,
      Optional<String> folder,
      String durability,
      StorageStats.Memory memory,
      StorageStats.Background background,
      StorageStats.Writes writes,
      Optional<StorageStats.Disk> disk,
      List<StorageStats.FamilyStats> families,
      List<Operation> operations,
      List<Refused> refusals) {}

  /** Requests of one operation on one table; latencies in milliseconds. */
  record Operation(
      String table, String operation, long count, double p50, double p99, double p999) {}

  record Refused(String table, String code, long count) {}

  View view() {
    return new View(process(), engine.map(EngineView::of));
  }

  private static Host process() {
    var runtime = Runtime.getRuntime();
    return new Host(
        runtime.totalMemory() - runtime.freeMemory(),
        runtime.maxMemory(),
        runtime.availableProcessors(),
        ManagementFactory.getThreadMXBean().getThreadCount(),
        ManagementFactory.getRuntimeMXBean().getUptime() / 1000.0);
  }

  private static OfEngine of(Engine engine) {
    var health = engine.stats();
    var storage = health.storage();
    var operations = new ArrayList<Operation>();
    var refusals = new ArrayList<Refused>();
    for (var table : engine.run(new ListTables(null, null)).tableNames()) {
      engine.usage(table).ifPresent(meter -> add(table, meter, operations, refusals));
    }
    operations.sort(Comparator.comparingLong(Operation::count).reversed());
    refusals.sort(Comparator.comparingLong(Refused::count).reversed());
    return new OfEngine(
        engine.region(),
        health.opened(),
        Duration.between(health.opened(), health.now()).toMillis() / 1000.0,
        storage.folder().map(Object::toString),
        storage.durability().name(),
        storage.memory(),
        storage.background(),
        storage.writes(),
        storage.disk(),
        storage.families(),
        operations,
        refusals);
  }

  private static void add(
      String table, TableUsage meter, List<Operation> operations, List<Refused> refusals) {
    for (Map.Entry<String, Histogram> entry : meter.latencies().entrySet()) {
      var histogram = entry.getValue();
      operations.add(
          new Operation(
              table,
              entry.getKey(),
              histogram.count(),
              millis(histogram, 0.5),
              millis(histogram, 0.99),
              millis(histogram, 0.999)));
    }
    meter.refusals().forEach((code, count) -> refusals.add(new Refused(table, code, count)));
  }

  private static double millis(Histogram histogram, double share) {
    return Math.round(histogram.percentile(share) / NANOS_PER_MILLI * 1000) / 1000.0;
  }
}
