package dev.trestle.engine.table;

import dev.trestle.item.Item;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/**
 * A table that is open: its definition, which changes as a whole, and its running totals. Writers
 * read the definition while they hold an item's lock; a change of it is followed by passing every
 * lock once, so that from then on all writers know the new one.
 */
public final class Table {
  private volatile TableDefinition definition;
  private final LongAdder items = new LongAdder();
  private final LongAdder bytes = new LongAdder();
  private final Map<Integer, LongAdder[]> indexTotals = new ConcurrentHashMap<>();

  Table(TableDefinition definition) {
    this.definition = definition;
  }

  public TableDefinition definition() {
    return definition;
  }

  void define(TableDefinition changed) {
    definition = changed;
  }

  /** The key attributes of an item. */
  public Item keyOf(Item item) {
    return item.only(definition.keys().names());
  }

  /** Counts a change of the table's contents. */
  public void count(int itemsMore, int bytesMore) {
    if (itemsMore != 0) items.add(itemsMore);
    if (bytesMore != 0) bytes.add(bytesMore);
  }

  /** Counts a change of an index's contents. */
  public void countIndex(int indexId, int entriesMore, int bytesMore) {
    var totals = indexTotals.computeIfAbsent(indexId, id -> newTotals());
    if (entriesMore != 0) totals[0].add(entriesMore);
    if (bytesMore != 0) totals[1].add(bytesMore);
  }

  public long itemCount() {
    return items.sum();
  }

  public long byteCount() {
    return bytes.sum();
  }

  public long indexItemCount(int indexId) {
    return indexTotals.getOrDefault(indexId, newTotals())[0].sum();
  }

  public long indexByteCount(int indexId) {
    return indexTotals.getOrDefault(indexId, newTotals())[1].sum();
  }

  private static LongAdder[] newTotals() {
    return new LongAdder[] {new LongAdder(), new LongAdder()};
  }
}
