package dev.trestle.engine.stream;

import dev.trestle.engine.storage.ColumnFamily;
import dev.trestle.engine.storage.RangeIterator;
import dev.trestle.engine.storage.Snapshot;
import dev.trestle.engine.storage.Storage;
import dev.trestle.engine.table.StoredKeys;
import dev.trestle.engine.table.TableDefinition;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Checks that the records of a stream or a recovery log can be read, are in order and that none is
 * missing.
 */
public final class LogVerification {
  private static final int TIME_BYTES = Long.BYTES;

  /** Which share of the heap the chains of a lineage may take. */
  private static final int HEAP_SHARE = 8;

  /** How often a lineage is read at most; what does not fit into so many passes is not checked. */
  private static final int PASSES_MAX = 8;

  private final Storage storage;
  private final Snapshot snapshot;
  private final TableDefinition table;
  private final Runnable progress;
  private long records;

  public LogVerification(
      Storage storage, Snapshot snapshot, TableDefinition table, Runnable progress) {
    this.storage = storage;
    this.snapshot = snapshot;
    this.table = table;
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
    for (int lineage = 0; lineage < LogKeys.LINEAGES; lineage++) {
      var chains = new ChangeChains(Runtime.getRuntime().maxMemory() / HEAP_SHARE);
      verifyChanges(logId, lineage, chains, problems);
      verifyBoundaries(logId, lineage, problems);
      if (isLive) compareWithItems(lineage, chains);
      for (int pass = 1; pass < PASSES_MAX && chains.next(); pass++) {
        readAgain(logId, lineage, chains);
        if (isLive) compareWithItems(lineage, chains);
      }
      report(chains, problems);
    }
  }

  private void verifyChanges(
      int logId, int lineage, ChangeChains chains, Consumer<String> problems) {
    var floorBytes = storage.get(ColumnFamily.LOG, LogKeys.floor(logId, lineage), snapshot);
    long floor = floorBytes == null ? 0 : LogBytes.longAt(floorBytes, 0);
    long last = 0;
    try (var range = changes(logId, lineage)) {
      while (range.next()) {
        var record = range.value();
        long millis = LogBytes.longAt(record, 0);
        add(record, chains);
        if (millis < last) problems.accept("the time of a record goes back");
        if (LogKeys.number(range.key()) < floor) problems.accept("a trimmed record is still there");
        last = millis;
        records++;
        progress.run();
      }
    }
  }

  private void readAgain(int logId, int lineage, ChangeChains chains) {
    try (var range = changes(logId, lineage)) {
      while (range.next()) add(range.value(), chains);
    }
  }

  private void add(byte[] record, ChangeChains chains) {
    var change = ChangeEncoding.decodeStates(record, TIME_BYTES, table.keys());
    chains.change(StoredKeys.item(table, change.key()), change.before(), change.after());
  }

  private void compareWithItems(int lineage, ChangeChains chains) {
    var start = StoredKeys.ofHash(table.id(), LogKeys.firstHash(lineage));
    var end =
        lineage + 1 == LogKeys.LINEAGES
            ? StoredKeys.ofId(table.id() + 1)
            : StoredKeys.ofHash(table.id(), LogKeys.firstHash(lineage + 1));
    try (var items = storage.range(ColumnFamily.ITEMS, start, end, false, Optional.of(snapshot))) {
      while (items.next()) chains.item(items.key(), items.value());
    }
    chains.compared();
  }

  private static void report(ChangeChains chains, Consumer<String> problems) {
    if (chains.holes() > 0) {
      problems.accept("changes are missing before later ones: " + chains.holes());
    }
    if (chains.different() > 0) {
      problems.accept("the last change does not lead to the present item: " + chains.different());
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

  private RangeIterator changes(int logId, int lineage) {
    return entries(LogKeys.lineage(logId, lineage));
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
