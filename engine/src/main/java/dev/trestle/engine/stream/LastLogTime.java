package dev.trestle.engine.stream;

import dev.trestle.engine.storage.ColumnFamily;
import dev.trestle.engine.storage.Storage;
import dev.trestle.engine.table.Catalog;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * The time of the last record in the log, or the last one that housekeeping stored. New records are
 * never given an earlier time, even if the system's clock was set back while the engine was closed.
 */
public final class LastLogTime {
  private static final byte[] TIME = "catalog/time".getBytes(StandardCharsets.US_ASCII);

  private LastLogTime() {}

  /** Stores a time, for tables without a log. */
  public static void store(Storage storage, Instant time) {
    var mutation = storage.mutation();
    mutation.put(ColumnFamily.META, TIME, LogBytes.ofLong(time.toEpochMilli()));
    storage.commit(mutation);
  }

  /** Returns the time in milliseconds, or 0 if none was stored. */
  public static long find(Storage storage, Catalog catalog) {
    var stored = storage.get(ColumnFamily.META, TIME);
    long last = stored == null ? 0 : LogBytes.longAt(stored, 0);
    for (int logId : logIds(catalog)) {
      for (int lineage = 0; lineage < LogKeys.LINEAGES; lineage++) {
        last = Math.max(last, lastOf(storage, LogKeys.lineage(logId, lineage)));
      }
    }
    return last;
  }

  private static List<Integer> logIds(Catalog catalog) {
    var ids = new ArrayList<Integer>();
    for (var stream : catalog.streams()) ids.add(stream.settings().id());
    for (var recovery : catalog.recoveries()) ids.add(recovery.logId());
    return ids;
  }

  private static long lastOf(Storage storage, byte[] prefix) {
    try (var range =
        storage.range(
            ColumnFamily.LOG, LogKeys.at(prefix, 0), LogKeys.at(prefix, Long.MAX_VALUE), true)) {
      return range.next() ? LogBytes.longAt(range.value(), 0) : 0;
    }
  }
}
