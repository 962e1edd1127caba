package dev.trestle.engine.stream;

import dev.trestle.engine.FaultPoints;
import dev.trestle.engine.storage.ColumnFamily;
import dev.trestle.engine.storage.Snapshot;
import dev.trestle.engine.storage.Storage;
import dev.trestle.engine.table.KeySchema;
import dev.trestle.engine.table.StreamSettings.ViewType;
import java.time.Instant;
import java.util.Optional;
import java.util.function.BiPredicate;

/**
 * The changes of a table, with the old image of each item. The value of an item at a past time is
 * the old image of its first change after that time.
 */
public final class RecoveryLog {
  private static final int TIME_BYTES = Long.BYTES;

  /** How many records are removed by one commit. */
  private static final int CHUNK_RECORDS = 10_000;

  private final Storage storage;
  private final int logId;

  public RecoveryLog(Storage storage, int logId) {
    this.storage = storage;
    this.logId = logId;
  }

  /**
   * Passes on the changes after a time, with their times. The changes of an item come newest first.
   *
   * @param more returns false to end early
   */
  public void newestFirst(
      Snapshot snapshot, KeySchema keys, Instant after, BiPredicate<Instant, ItemChange> more) {
    for (int lineage = 0; lineage < LogKeys.LINEAGES; lineage++) {
      var prefix = LogKeys.lineage(logId, lineage);
      try (var range =
          storage.range(
              ColumnFamily.LOG,
              LogKeys.at(prefix, 0),
              LogKeys.at(prefix, Long.MAX_VALUE),
              true,
              Optional.of(snapshot))) {
        while (range.next()) {
          var record = range.value();
          long millis = LogBytes.longAt(record, 0);
          if (millis <= after.toEpochMilli()) break;
          var change = ChangeEncoding.decode(record, TIME_BYTES, ViewType.OLD_IMAGE, keys);
          if (!more.test(Instant.ofEpochMilli(millis), change)) return;
        }
      }
    }
  }

  /** Returns the time since which no record was removed, or the epoch if none was at all. */
  public Instant completeSince() {
    long millis = 0;
    for (int lineage = 0; lineage < LogKeys.LINEAGES; lineage++) {
      var floor = storage.get(ColumnFamily.LOG, LogKeys.floor(logId, lineage));
      // Earlier versions stored only the number.
      if (floor == null || floor.length == Long.BYTES) continue;
      millis = Math.max(millis, LogBytes.longAt(floor, Long.BYTES) + 1);
    }
    return Instant.ofEpochMilli(millis);
  }

  /**
   * Removes some of the records before a time.
   *
   * @return whether there may be more
   */
  public boolean trim(Instant before, FaultPoints faults) {
    boolean more = false;
    for (int lineage = 0; lineage < LogKeys.LINEAGES; lineage++) {
      more |= trim(lineage, before, faults);
    }
    return more;
  }

  private boolean trim(int lineage, Instant before, FaultPoints faults) {
    var prefix = LogKeys.lineage(logId, lineage);
    var floorKey = LogKeys.floor(logId, lineage);
    var stored = storage.get(ColumnFamily.LOG, floorKey);
    long floor = stored == null ? 0 : LogBytes.longAt(stored, 0);
    long end = floor;
    long last = 0;
    int records = 0;
    try (var range =
        storage.range(
            ColumnFamily.LOG,
            LogKeys.at(prefix, floor),
            LogKeys.at(prefix, Long.MAX_VALUE),
            false)) {
      while (records < CHUNK_RECORDS && range.next()) {
        long millis = LogBytes.longAt(range.value(), 0);
        if (millis >= before.toEpochMilli()) break;
        last = millis;
        end = LogKeys.number(range.key()) + 1;
        records++;
      }
    }
    if (end == floor) return false;
    faults.reached(FaultPoints.TRIM_CHUNK);
    storage.commit(
        storage
            .mutation()
            .deleteRange(ColumnFamily.LOG, LogKeys.at(prefix, floor), LogKeys.at(prefix, end))
            .put(ColumnFamily.LOG, floorKey, LogBytes.ofLongs(end, last)));
    return records == CHUNK_RECORDS;
  }
}
