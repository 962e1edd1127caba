package dev.trestle.bench.stak;

import dev.trestle.engine.Engine;
import dev.trestle.engine.capacity.RequestRecord;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.DoubleAdder;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;

/** Adds up what the engine's requests consume, by table. */
final class CapacityCounter implements Consumer<RequestRecord> {
  private static final Set<String> READS =
      Set.of("GetItem", "BatchGetItem", "Query", "Scan", "TransactGetItems");

  private final Engine engine;
  private final Map<String, Sums> tables = new ConcurrentHashMap<>();

  /** The sums of one table. */
  private static final class Sums {
    final LongAdder written = new LongAdder();
    final DoubleAdder writeUnits = new DoubleAdder();
    final DoubleAdder readUnits = new DoubleAdder();
    final LongAdder refused = new LongAdder();
  }

  /**
   * What was consumed between two moments.
   *
   * @param written items put, updated or deleted, without index entries
   * @param refused refused requests, such as failed conditions
   */
  record Consumed(long written, double writeUnits, double readUnits, long refused) {
    static final Consumed NOTHING = new Consumed(0, 0, 0, 0);

    Consumed plus(Consumed more) {
      return new Consumed(
          written + more.written,
          writeUnits + more.writeUnits,
          readUnits + more.readUnits,
          refused + more.refused);
    }

    Consumed minus(Consumed before) {
      return new Consumed(
          written - before.written,
          writeUnits - before.writeUnits,
          readUnits - before.readUnits,
          refused - before.refused);
    }

    String line() {
      return written + " " + writeUnits + " " + readUnits + " " + refused;
    }

    static Consumed of(String line) {
      var words = line.split(" ", -1);
      return new Consumed(
          Long.parseLong(words[0]),
          Double.parseDouble(words[1]),
          Double.parseDouble(words[2]),
          Long.parseLong(words[3]));
    }
  }

  CapacityCounter(Engine engine) {
    this.engine = engine;
  }

  @Override
  public void accept(RequestRecord request) {
    var sums = tables.computeIfAbsent(request.table(), _ -> new Sums());
    sums.writeUnits.add(request.writeUnits());
    sums.readUnits.add(request.readUnits());
    if (request.refusal().isPresent()) {
      sums.refused.increment();
    } else if (!READS.contains(request.operation()) && request.index().isEmpty()) {
      sums.written.add(request.itemsRead());
    }
  }

  /** All tables, the queue's and the leases' included, which are written all the time. */
  Consumed consumed() {
    return tables.keySet().stream().map(this::consumed).reduce(Consumed.NOTHING, Consumed::plus);
  }

  Consumed consumed(String table) {
    var sums = tables.getOrDefault(table, new Sums());
    return new Consumed(
        sums.written.sum(),
        sums.writeUnits.sum() + indexWriteUnits(table),
        sums.readUnits.sum(),
        sums.refused.sum());
  }

  /** Not in the records of requests. */
  private double indexWriteUnits(String table) {
    return engine.usage(table).stream()
        .flatMap(meter -> meter.indexWriteUnits().values().stream())
        .mapToDouble(Long::doubleValue)
        .sum();
  }
}
