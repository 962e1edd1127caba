package dev.trestle.engine.capacity;

import dev.trestle.engine.refusal.Refusal;
import dev.trestle.item.Item;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Collects what one request uses while it runs on one thread. {@link #finish} adds the latency. */
public final class RequestUsage {
  private record Entry(
      TableUsage usage,
      String table,
      Optional<String> index,
      boolean consistent,
      int itemsRead,
      int itemsReturned,
      double readUnits,
      double writeUnits) {}

  private final List<Entry> entries = new ArrayList<>(2);

  /** Records a read of a table or index. */
  public void read(
      TableUsage usage,
      String table,
      Optional<String> index,
      boolean consistent,
      int itemsRead,
      int itemsReturned,
      double units) {
    if (index.isPresent()) usage.readIndex(index.get(), units);
    else usage.read(units);
    entries.add(new Entry(usage, table, index, consistent, itemsRead, itemsReturned, units, 0));
  }

  /** Records a write of one item, without its index entries. */
  public void write(TableUsage usage, String table, long units) {
    usage.write(units);
    entries.add(new Entry(usage, table, Optional.empty(), true, 1, 0, 0, (double) units));
  }

  /** Records what a write cost on one index. */
  public void writeIndex(TableUsage usage, String index, long units) {
    usage.writeIndex(index, units);
  }

  /** Records that a read or write of one item, or of a page, was throttled. */
  public void throttled(
      TableUsage usage, String table, TableUsage.Throttle throttle, Optional<Item> partitionKey) {
    usage.throttled(throttle, partitionKey);
    entries.add(new Entry(usage, table, throttle.index(), true, 0, 0, 0, 0));
  }

  /** Records the latency and any refusal, and reports the request to the observer. */
  public void finish(
      String operation,
      long nanos,
      @Nullable Refusal refusal,
      @Nullable Consumer<RequestRecord> observer) {
    TableUsage booked = null;
    for (var entry : entries) {
      if (entry.usage != booked) entry.usage.took(operation, nanos);
      if (entry.usage != booked && refusal != null) entry.usage.refused(refusal.code());
      booked = entry.usage;
      if (observer == null) continue;
      observer.accept(
          new RequestRecord(
              operation,
              entry.table,
              entry.index,
              entry.consistent,
              entry.itemsRead,
              entry.itemsReturned,
              entry.readUnits,
              entry.writeUnits,
              nanos,
              Optional.ofNullable(refusal).map(Refusal::code)));
    }
  }
}
