package dev.trestle.bench.stak;

import dev.trestle.engine.Engine;
import dev.trestle.engine.capacity.RequestRecord;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.DoubleAdder;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;

/** What the engine says of its requests, added up over all tables. */
final class CapacityMeter implements Consumer<RequestRecord> {
  private static final Set<String> READS =
      Set.of("GetItem", "BatchGetItem", "Query", "Scan", "TransactGetItems");

  private final Engine engine;
  private final Set<String> tables = ConcurrentHashMap.newKeySet();
  private final LongAdder written = new LongAdder();
  private final DoubleAdder writeUnits = new DoubleAdder();
  private final DoubleAdder readUnits = new DoubleAdder();
  private final LongAdder refused = new LongAdder();

  /**
   * What was done between two looks.
   *
   * @param written items that were put, updated or deleted, entries of indexes not counted
   * @param refused requests that were refused, such as conditions that failed
   */
  record Consumed(long written, double writeUnits, double readUnits, long refused) {
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

  CapacityMeter(Engine engine) {
    this.engine = engine;
  }

  @Override
  public void accept(RequestRecord request) {
    tables.add(request.table());
    writeUnits.add(request.writeUnits());
    readUnits.add(request.readUnits());
    if (request.refusal().isPresent()) {
      refused.increment();
    } else if (!READS.contains(request.operation()) && request.index().isEmpty()) {
      written.add(request.itemsRead());
    }
  }

  Consumed consumed() {
    return new Consumed(
        written.sum(), writeUnits.sum() + ofIndexes(), readUnits.sum(), refused.sum());
  }

  /** Records of requests do not have them. */
  private double ofIndexes() {
    return tables.stream()
        .flatMap(table -> engine.meter(table).stream())
        .flatMap(meter -> meter.indexWriteUnits().values().stream())
        .mapToDouble(Long::doubleValue)
        .sum();
  }
}
