package dev.trestle.engine.read;

import dev.trestle.engine.expression.BoundCondition;
import dev.trestle.engine.expression.ItemProjection;
import dev.trestle.engine.storage.ColumnFamily;
import dev.trestle.engine.storage.Snapshot;
import dev.trestle.engine.storage.Storage;
import dev.trestle.engine.table.StoredKeys;
import dev.trestle.item.CapacityUnits;
import dev.trestle.item.Item;
import dev.trestle.item.Limits;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads one page: up to the limit of items, or until a megabyte was read, both counted before the
 * filter. Memory is bounded by that megabyte and one item. Use once, from one thread.
 */
public final class PageReader {
  private final Storage storage;
  private final ReadTarget target;
  private final @Nullable BoundCondition filter;
  private final PageShape shape;
  private final @Nullable ItemProjection projection;
  private final int limit;

  private final List<Item> items = new ArrayList<>();
  private int count;
  private int scanned;
  private long bytes;
  private long pageBytes;
  private int fetched;
  private long fetchedBlocks;
  private @Nullable Item last;

  public PageReader(
      Storage storage,
      ReadTarget target,
      Optional<BoundCondition> filter,
      PageShape shape,
      int limit) {
    this.storage = storage;
    this.target = target;
    this.filter = filter.orElse(null);
    this.shape = shape;
    this.projection = shape.projection().orElse(null);
    this.limit = limit;
  }

  public ReadPage read(KeyRange keyRange, boolean reverse) {
    if (!shape.fetch()) return read(keyRange, reverse, Optional.empty());
    // Index entries and items are read separately. A snapshot keeps them consistent.
    try (var snapshot = storage.snapshot()) {
      return read(keyRange, reverse, Optional.of(snapshot));
    }
  }

  /** Reads a page of a past state, if one is given. */
  public ReadPage read(KeyRange keyRange, boolean reverse, Optional<Snapshot> snapshot) {
    if (!keyRange.isEmpty()) readRange(keyRange, reverse, snapshot);
    return page();
  }

  private void readRange(KeyRange keyRange, boolean reverse, Optional<Snapshot> snapshot) {
    try (var range =
        storage.range(target.family(), keyRange.from(), keyRange.to(), reverse, snapshot)) {
      while (range.next()) {
        var entry = Item.ofBytes(range.value());
        scanned++;
        bytes += entry.size();
        pageBytes += entry.size();
        if (filter == null || filter.holds(entry)) keep(entry, snapshot);
        if (scanned == limit || pageBytes >= Limits.PAGE_BYTES) {
          last = entry;
          return;
        }
      }
    }
  }

  private void keep(Item entry, Optional<Snapshot> snapshot) {
    count++;
    if (shape.countOnly()) return;
    var item = shape.fetch() ? fetched(entry, snapshot.orElseThrow()) : entry;
    items.add(projection == null ? item : projection.of(item));
  }

  private Item fetched(Item entry, Snapshot snapshot) {
    var found = storage.get(ColumnFamily.ITEMS, StoredKeys.item(target.table(), entry), snapshot);
    if (found == null) throw new IllegalStateException("an index entry without its item");
    var item = Item.ofBytes(found);
    pageBytes += item.size() - entry.size();
    fetched++;
    fetchedBlocks += CapacityUnits.readBlocks(item.size());
    return item;
  }

  private ReadPage page() {
    var end = Optional.ofNullable(last).map(item -> item.only(target.positionNames()));
    return new ReadPage(items, count, scanned, bytes, fetched, fetchedBlocks, end);
  }
}
