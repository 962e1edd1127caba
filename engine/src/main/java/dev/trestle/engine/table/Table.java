package dev.trestle.engine.table;

import dev.trestle.engine.capacity.TableMeter;
import dev.trestle.engine.refusal.Refusal.ResourceNotFoundException;
import dev.trestle.item.Item;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * A table that is open: its definition, which changes as a whole, and its running totals. Writers
 * read the definition while they hold an item's lock; a change of it is followed by passing every
 * lock once, so that from then on all writers know the new one.
 */
public final class Table {
  private volatile TableDefinition definition;
  private volatile boolean deleted;
  private final int id;
  private final TableMeter meter = new TableMeter();
  private final Tally items = new Tally();
  private final ConcurrentMap<Integer, Tally> indexEntries = new ConcurrentHashMap<>();

  Table(TableDefinition definition) {
    this.definition = definition;
    this.id = definition.id();
  }

  /**
   * What is declared of the table now.
   *
   * @throws ResourceNotFoundException once the table was deleted; so whoever reads this under an
   *     item's lock before writing writes nothing into a table whose items are being removed
   */
  public TableDefinition definition() {
    var current = definition;
    if (deleted) throw Catalog.notFound();
    return current;
  }

  /** What requests have used of it since it was opened. */
  public TableMeter meter() {
    return meter;
  }

  /** The number its items are kept under. */
  public int id() {
    return id;
  }

  void define(TableDefinition changed) {
    definition = changed;
  }

  /** Lets nobody write any more. */
  void delete() {
    deleted = true;
  }

  /** The definition, unless the table was deleted. */
  Optional<TableDefinition> ifThere() {
    return deleted ? Optional.empty() : Optional.of(definition);
  }

  /** The key attributes of an item. */
  public Item keyOf(Item item) {
    return item.only(definition.keys().names());
  }

  /**
   * Counts a change of the table's contents. Called before the change is queued for commit: the
   * totals kept at closing are good only if everything committed by then has been counted.
   */
  public void count(int itemsMore, int bytesMore) {
    items.add(itemsMore, bytesMore);
  }

  /** Counts a change of an index's contents, also before it is queued. */
  public void countIndex(int indexId, int entriesMore, int bytesMore) {
    tally(indexId).add(entriesMore, bytesMore);
  }

  public long itemCount() {
    return items.entries();
  }

  public long byteCount() {
    return items.bytes();
  }

  public long indexItemCount(int indexId) {
    return tally(indexId).entries();
  }

  public long indexByteCount(int indexId) {
    return tally(indexId).bytes();
  }

  /** The count of what is kept under one of the table's numbers. */
  Tally tally(int countedId) {
    if (countedId == id) return items;
    var tally = indexEntries.get(countedId);
    return tally != null ? tally : indexEntries.computeIfAbsent(countedId, _ -> new Tally());
  }
}
