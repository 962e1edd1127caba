package dev.trestle.engine.read;

import dev.trestle.engine.expression.Condition;
import dev.trestle.engine.expression.Projection;
import dev.trestle.engine.storage.Family;
import dev.trestle.engine.storage.Snapshot;
import dev.trestle.engine.storage.Storage;
import dev.trestle.engine.table.Keys;
import dev.trestle.item.CapacityUnits;
import dev.trestle.item.Item;
import dev.trestle.item.Limits;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads one page: up to a number of items or until a megabyte was read, both counted before the
 * filter. Memory is bounded by that megabyte and one item. Used once, by one thread.
 */
public final class PageReader {
  private final Storage storage;
  private final Source source;
  private final @Nullable Condition filter;
  private final Shape shape;
  private final @Nullable Projection projection;
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
      Storage storage, Source source, Optional<Condition> filter, Shape shape, int limit) {
    this.storage = storage;
    this.source = source;
    this.filter = filter.orElse(null);
    this.shape = shape;
    this.projection = shape.projection().orElse(null);
    this.limit = limit;
  }

  public ReadPage read(Span span, boolean reverse) {
    if (span.isEmpty()) return page();
    if (!shape.fetch()) {
      read(span, reverse, null);
    } else {
      // Entries and items are read apart; only a snapshot makes them belong together.
      try (var snapshot = storage.snapshot()) {
        read(span, reverse, snapshot);
      }
    }
    return page();
  }

  private void read(Span span, boolean reverse, @Nullable Snapshot snapshot) {
    try (var range =
        storage.range(
            source.family(), span.from(), span.to(), reverse, Optional.ofNullable(snapshot))) {
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

  private void keep(Item entry, @Nullable Snapshot snapshot) {
    count++;
    if (shape.countOnly()) return;
    var item = snapshot == null ? entry : fetched(entry, snapshot);
    items.add(projection == null ? item : projection.of(item));
  }

  private Item fetched(Item entry, Snapshot snapshot) {
    var found = storage.get(Family.ITEMS, Keys.item(source.table(), entry), snapshot);
    if (found == null) throw new IllegalStateException("an index entry without its item");
    var item = Item.ofBytes(found);
    pageBytes += item.size() - entry.size();
    fetched++;
    fetchedBlocks += CapacityUnits.readBlocks(item.size());
    return item;
  }

  private ReadPage page() {
    var end = Optional.ofNullable(last).map(item -> item.only(source.positionNames()));
    return new ReadPage(items, count, scanned, bytes, fetched, fetchedBlocks, end);
  }
}
