package dev.trestle.engine.table;

import dev.trestle.engine.capacity.TableUsage;
import dev.trestle.engine.refusal.Refusal.ResourceNotFoundException;
import dev.trestle.item.throughput.ResourceThroughput;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Supplier;

/**
 * An open table: its current definition, its usage and its running totals. Writers read the
 * definition while they hold an item's lock. After a change every lock is taken and released once,
 * so that all later writers see the new definition.
 */
public final class OpenTable {
  private volatile TableDefinition definition;
  private volatile boolean deleted;
  private final int id;
  private final TableUsage usage = new TableUsage();
  private final SizeCounter items = new SizeCounter();
  private final ConcurrentMap<Integer, SizeCounter> indexEntries = new ConcurrentHashMap<>();
  private final ConcurrentMap<Integer, ResourceThroughput> throughput = new ConcurrentHashMap<>();

  OpenTable(TableDefinition definition) {
    this.definition = definition;
    this.id = definition.id();
  }

  /**
   * Returns the current definition.
   *
   * @throws ResourceNotFoundException if the table was deleted. A writer that reads the definition
   *     under an item's lock therefore never writes into a table whose items are being removed
   */
  public TableDefinition definition() {
    var current = definition;
    if (deleted) throw Catalog.notFound();
    return current;
  }

  /** Returns the usage since the engine was opened. */
  public TableUsage usage() {
    return usage;
  }

  /** Returns the id with which the keys of its items begin. */
  public int id() {
    return id;
  }

  /** Returns whether item operations may use it. */
  public boolean isUsable() {
    return !definition.isRestoring();
  }

  void setDefinition(TableDefinition changed) {
    definition = changed;
  }

  /** Prevents all further writes. */
  void delete() {
    deleted = true;
  }

  /** Returns the definition unless the table was deleted. */
  public Optional<TableDefinition> definitionIfPresent() {
    return deleted ? Optional.empty() : Optional.of(definition);
  }

  /**
   * Counts a change of the table's contents. Called before the change is queued for commit, because
   * the totals that are stored on closing must include everything that was committed.
   */
  public void count(int itemsMore, int bytesMore) {
    items.add(itemsMore, bytesMore);
  }

  /** Counts a change of an index's contents, also before it is queued. */
  public void countIndex(int indexId, int entriesMore, int bytesMore) {
    counter(indexId).add(entriesMore, bytesMore);
  }

  public long itemCount() {
    return items.entries();
  }

  public long byteCount() {
    return items.bytes();
  }

  public long indexItemCount(int indexId) {
    return counter(indexId).entries();
  }

  public long indexByteCount(int indexId) {
    return counter(indexId).bytes();
  }

  /** Returns the throughput of the table or one of its global indexes, for enforcing limits. */
  public ResourceThroughput throughput(int resourceId, Supplier<ResourceThroughput> create) {
    var known = throughput.get(resourceId);
    return known != null ? known : throughput.computeIfAbsent(resourceId, ignored -> create.get());
  }

  /** Returns the counter for the table or one of its indexes. */
  SizeCounter counter(int countedId) {
    if (countedId == id) return items;
    var counter = indexEntries.get(countedId);
    return counter != null
        ? counter
        : indexEntries.computeIfAbsent(countedId, ignored -> new SizeCounter());
  }
}
