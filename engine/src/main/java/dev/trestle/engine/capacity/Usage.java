package dev.trestle.engine.capacity;

import dev.trestle.engine.refusal.Refusal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Gathers what one request uses while it runs, by one thread; {@link #finish} books it. */
public final class Usage {
  private record Line(
      TableMeter meter,
      String table,
      Optional<String> index,
      boolean consistent,
      int itemsRead,
      int itemsReturned,
      double readUnits,
      double writeUnits) {}

  private final List<Line> lines = new ArrayList<>(2);

  /** A read of a table. */
  public void read(
      TableMeter meter,
      String table,
      Optional<String> index,
      boolean consistent,
      int itemsRead,
      int itemsReturned,
      double units) {
    if (index.isPresent()) meter.readIndex(index.get(), units);
    else meter.read(units);
    lines.add(new Line(meter, table, index, consistent, itemsRead, itemsReturned, units, 0));
  }

  /** A write of one item, without what it cost on indexes. */
  public void write(TableMeter meter, String table, long units) {
    meter.write(units);
    lines.add(new Line(meter, table, Optional.empty(), true, 1, 0, 0, (double) units));
  }

  /** What a write cost on one index. */
  public void writeIndex(TableMeter meter, String index, long units) {
    meter.writeIndex(index, units);
  }

  /** Books the time the request took, and tells whoever wants to know. */
  public void finish(
      String operation,
      long nanos,
      @Nullable Refusal refusal,
      @Nullable Consumer<RequestRecord> observer) {
    TableMeter booked = null;
    for (var line : lines) {
      if (line.meter != booked) line.meter.took(operation, nanos);
      if (line.meter != booked && refusal != null) line.meter.refused(refusal.code());
      booked = line.meter;
      if (observer == null) continue;
      observer.accept(
          new RequestRecord(
              operation,
              line.table,
              line.index,
              line.consistent,
              line.itemsRead,
              line.itemsReturned,
              line.readUnits,
              line.writeUnits,
              nanos,
              Optional.ofNullable(refusal).map(Refusal::code)));
    }
  }
}
