package dev.trestle.ecobid.search;

import dev.trestle.ecobid.geo.Cell;
import dev.trestle.ecobid.model.Category;
import dev.trestle.ecobid.model.Items;
import dev.trestle.ecobid.model.Items.Summary;
import dev.trestle.ecobid.model.Status;
import dev.trestle.store.Cursor;
import dev.trestle.store.Page;
import dev.trestle.store.Store;
import java.time.Instant;

/** The items of one partition of an index, newest first, a page at a time. */
@FunctionalInterface
interface CellPages {
  Page<Summary> page(Instant upTo, Cursor cursor, int itemsMax);

  static CellPages of(Store store, Cell cell) {
    var hash = cell.hash();
    return switch (cell.precision()) {
      case 6 ->
          (upTo, cursor, max) ->
              store.run(Items.IN_CELL6, new Items.InCell6(hash, upTo), cursor, max);
      case 5 ->
          (upTo, cursor, max) ->
              store.run(Items.IN_CELL5, new Items.InCell5(hash, upTo), cursor, max);
      case 4 ->
          (upTo, cursor, max) ->
              store.run(Items.IN_CELL4, new Items.InCell4(hash, upTo), cursor, max);
      case Cell.AREA -> available(store, cell);
      default -> throw new IllegalArgumentException("no index has cells of this precision");
    };
  }

  /** A whole market. */
  static CellPages available(Store store, Cell area) {
    return (upTo, cursor, max) ->
        store.run(
            Items.BY_STATUS, new Items.OfStatus(Status.AVAILABLE, area.hash(), upTo), cursor, max);
  }

  /** A whole market, of one category. */
  static CellPages ofCategory(Store store, Category category, Cell area) {
    return (upTo, cursor, max) ->
        store.run(
            Items.BY_CATEGORY, new Items.OfCategory(category, area.hash(), upTo), cursor, max);
  }
}
