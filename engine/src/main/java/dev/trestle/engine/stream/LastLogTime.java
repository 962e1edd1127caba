package dev.trestle.engine.stream;

import dev.trestle.engine.storage.ColumnFamily;
import dev.trestle.engine.storage.Storage;
import dev.trestle.engine.table.Catalog;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The time of the last record in the log, or the last one that housekeeping stored. New records are
 * never given an earlier time, even if the system's clock was set back while the engine was closed.
 *
 * <p>Housekeeping stores what it believes the time to be. Records have the system's time, which may
 * be far ahead.
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

  /** Returns the time that housekeeping stored last, if it ever did. */
  public static Optional<Instant> stored(Storage storage) {
    return Optional.ofNullable(storage.get(ColumnFamily.META, TIME))
        .map(bytes -> Instant.ofEpochMilli(LogBytes.longAt(bytes, 0)));
  }

  /** Returns the time in milliseconds, or 0 if none was stored. */
  public static long find(Storage storage, Catalog catalog) {
    long last = stored(storage).map(Instant::toEpochMilli).orElse(0L);
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
