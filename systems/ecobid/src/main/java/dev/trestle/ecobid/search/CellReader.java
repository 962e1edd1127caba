package dev.trestle.ecobid.search;

import dev.trestle.ecobid.model.Items.Summary;
import dev.trestle.store.Cursor;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Optional;

/** Reads one cell from a position on, newest first, as far as needed. Used by one thread. */
final class CellReader {
  /** Ten summaries fit into 4 KB: half a read unit. */
  private static final int PAGE = 10;

  private static final Instant NEWEST = Instant.parse("9999-12-31T00:00:00Z");

  private final CellPages pages;
  private final Optional<Position> after;
  private final ArrayDeque<Summary> read = new ArrayDeque<>();
  private Optional<Cursor> cursor = Optional.of(Cursor.start());
  private double units;

  CellReader(CellPages pages, Optional<Position> after) {
    this.pages = pages;
    this.after = after;
  }

  /** Reads until there is a next item or the cell is exhausted. */
  void fill() {
    while (read.isEmpty() && cursor.isPresent()) {
      var page = pages.page(after.map(Position::listed).orElse(NEWEST), cursor.get(), PAGE);
      units += page.readUnits();
      cursor = page.next();
      for (var item : page.items()) if (isBelow(item)) read.add(item);
    }
  }

  /** Items with the same millisecond as the cursor are read again and skipped. */
  private boolean isBelow(Summary item) {
    return after.isEmpty() || Position.of(item).compareTo(after.get()) > 0;
  }

  boolean isEmpty() {
    return read.isEmpty() && cursor.isEmpty();
  }

  boolean mustRead() {
    return read.isEmpty() && cursor.isPresent();
  }

  Summary first() {
    return read.getFirst();
  }

  Summary take() {
    return read.removeFirst();
  }

  double units() {
    return units;
  }
}
