package dev.trestle.engine.stream;

import dev.trestle.engine.storage.ColumnFamily;
import dev.trestle.engine.storage.RangeIterator;
import dev.trestle.engine.storage.Snapshot;
import dev.trestle.engine.storage.Storage;
import dev.trestle.engine.table.StreamSettings.ViewType;
import dev.trestle.engine.table.TableDefinition;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Checks that the records of a stream or a recovery log can be read, are in order and that none is
 * missing.
 */
public final class LogVerification {
  private static final int TIME_BYTES = Long.BYTES;

  private final Storage storage;
  private final Snapshot snapshot;
  private final TableDefinition table;
  private final Instant now;
  private final Runnable progress;
  private long records;

  public LogVerification(
      Storage storage, Snapshot snapshot, TableDefinition table, Instant now, Runnable progress) {
    this.storage = storage;
    this.snapshot = snapshot;
    this.table = table;
    this.now = now;
    this.progress = progress;
  }

  /** Returns how many records were read. */
  public long records() {
    return records;
  }

  /**
   * Reads all records with this id and reports what is wrong with them.
   *
   * @param isLive whether every change of the table is still recorded
   */
  public void verify(int logId, boolean isLive, Consumer<String> problems) {
    var chains = new ChangeChains(storage, snapshot, table, problems);
    for (int lineage = 0; lineage < LogKeys.LINEAGES; lineage++) {
      long before = records;
      verifyChanges(logId, lineage, problems);
      verifyBoundaries(logId, lineage, problems);
      chains.verify(logId, lineage, records - before, isLive, now);
    }
  }

  private void verifyChanges(int logId, int lineage, Consumer<String> problems) {
    var floorBytes = storage.get(ColumnFamily.LOG, LogKeys.floor(logId, lineage), snapshot);
    long floor = floorBytes == null ? 0 : LogBytes.longAt(floorBytes, 0);
    long last = 0;
    try (var range = entries(LogKeys.lineage(logId, lineage))) {
      while (range.next()) {
        var record = range.value();
        long millis = LogBytes.longAt(record, 0);
        ChangeEncoding.decode(record, TIME_BYTES, ViewType.NEW_AND_OLD_IMAGES, table.keys());
        if (millis < last) problems.accept("the time of a record goes back");
        if (LogKeys.number(range.key()) < floor) problems.accept("a trimmed record is still there");
        last = millis;
        records++;
        progress.run();
      }
    }
  }

  /**
   * Boundaries number their shards without gaps. Two rollovers at the same time may leave two with
   * the same number.
   */
  private void verifyBoundaries(int logId, int lineage, Consumer<String> problems) {
    int generation = -1;
    try (var range = entries(LogKeys.boundaries(logId, lineage))) {
      while (range.next()) {
        var boundary = ShardBoundary.decode(LogKeys.number(range.key()), range.value());
        if (generation >= 0 && boundary.generation() - generation > 1) {
          problems.accept("a shard is missing");
        }
        generation = boundary.generation();
      }
    }
  }

  private RangeIterator entries(byte[] prefix) {
    return storage.range(
        ColumnFamily.LOG,
        LogKeys.at(prefix, 0),
        LogKeys.at(prefix, Long.MAX_VALUE),
        false,
        Optional.of(snapshot));
  }
}
