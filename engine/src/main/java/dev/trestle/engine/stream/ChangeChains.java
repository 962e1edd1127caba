package dev.trestle.engine.stream;

import dev.trestle.engine.storage.ColumnFamily;
import dev.trestle.engine.storage.RangeIterator;
import dev.trestle.engine.storage.Snapshot;
import dev.trestle.engine.storage.Storage;
import dev.trestle.engine.table.StoredKeys;
import dev.trestle.engine.table.TableDefinition;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Checks that no record is missing in a stream or a recovery log. The changes of each item form a
 * chain: what one leaves is what the next one finds, and what the last one leaves is the item.
 *
 * <p>The items of a lineage are checked in parts that fit into memory, each in one pass over the
 * lineage. If a lineage has more than {@link #PASSES_MAX} parts, only so many are checked; which
 * ones depends on the time.
 */
final class ChangeChains {
  private static final int TIME_BYTES = Long.BYTES;

  /** How many items one pass checks at most. */
  private static final int PASS_ITEMS = 250_000;

  private static final int PASSES_MAX = 16;

  private final Storage storage;
  private final Snapshot snapshot;
  private final TableDefinition table;
  private final Consumer<String> problems;

  ChangeChains(
      Storage storage, Snapshot snapshot, TableDefinition table, Consumer<String> problems) {
    this.storage = storage;
    this.snapshot = snapshot;
    this.table = table;
    this.problems = problems;
  }

  /**
   * Checks one lineage.
   *
   * @param records how many records it has
   * @param isLive whether its last changes led to the present items
   */
  void verify(int logId, int lineage, long records, boolean isLive, Instant now) {
    long parts = Math.ceilDiv(records, PASS_ITEMS);
    for (int pass = 0; pass < Math.min(parts, PASSES_MAX); pass++) {
      long part = Math.floorMod(now.toEpochMilli() + pass, parts);
      var last = readChains(logId, lineage, key -> Math.floorMod(key.hashCode(), parts) == part);
      if (isLive) compareWithItems(lineage, last);
    }
  }

  private interface Part {
    boolean contains(ByteBuffer key);
  }

  /** Returns the state in which the changes of each item of a part leave it. */
  private Map<ByteBuffer, ImageState> readChains(int logId, int lineage, Part part) {
    var last = new HashMap<ByteBuffer, ImageState>();
    long holes = 0;
    var prefix = LogKeys.lineage(logId, lineage);
    try (var range =
        entries(ColumnFamily.LOG, LogKeys.at(prefix, 0), LogKeys.at(prefix, Long.MAX_VALUE))) {
      while (range.next()) {
        var change = ChangeEncoding.decodeStates(range.value(), TIME_BYTES, table.keys());
        var key = ByteBuffer.wrap(StoredKeys.item(table, change.key()));
        if (!part.contains(key)) continue;
        var before = last.put(key, change.after());
        if (before != null && !before.fits(change.before())) holes++;
      }
    }
    if (holes > 0) problems.accept("changes are missing before later ones: " + holes);
    return last;
  }

  private void compareWithItems(int lineage, Map<ByteBuffer, ImageState> last) {
    long different = 0;
    var end =
        lineage + 1 == LogKeys.LINEAGES
            ? StoredKeys.ofId(table.id() + 1)
            : StoredKeys.ofHash(table.id(), LogKeys.firstHash(lineage + 1));
    var start = StoredKeys.ofHash(table.id(), LogKeys.firstHash(lineage));
    try (var items = entries(ColumnFamily.ITEMS, start, end)) {
      while (items.next()) {
        var state = last.remove(ByteBuffer.wrap(items.key()));
        if (state != null && !state.fits(ImageState.of(items.value()))) different++;
      }
    }
    for (var state : last.values()) if (!state.fits(ImageState.ABSENT)) different++;
    if (different > 0) {
      problems.accept("the last change does not lead to the present item: " + different);
    }
  }

  private RangeIterator entries(ColumnFamily family, byte[] start, byte[] end) {
    return storage.range(family, start, end, false, Optional.of(snapshot));
  }
}
