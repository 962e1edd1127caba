package dev.trestle.engine.stream;

import dev.trestle.engine.FaultPoints;
import dev.trestle.engine.storage.ColumnFamily;
import dev.trestle.engine.storage.Storage;
import dev.trestle.engine.table.TableStream;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.function.BooleanSupplier;

/**
 * Periodic work for streams: rolls over shards that have been open long enough, and removes records
 * that are older than the horizon.
 */
public final class StreamMaintenance {
  /** How long DynamoDB keeps a shard open. */
  public static final Duration SHARD_AGE = Duration.ofHours(4);

  /** How many records are read between two commits. */
  private static final int CHUNK_RECORDS = 10_000;

  private final Storage storage;
  private final Streams streams;
  private final InstantSource clock;
  private final Duration shardAge;
  private final FaultPoints faults;

  public StreamMaintenance(
      Storage storage,
      Streams streams,
      InstantSource clock,
      Duration shardAge,
      FaultPoints faults) {
    this.storage = storage;
    this.streams = streams;
    this.clock = clock;
    this.shardAge = shardAge;
    this.faults = faults;
  }

  /** Returns the time before which closed streams are no longer kept. */
  public Instant horizon() {
    return clock.instant().minus(Streams.RETENTION);
  }

  /**
   * Does what is due.
   *
   * @param stopping checked between small steps; true ends the work early
   */
  public void run(List<TableStream> all, BooleanSupplier stopping) {
    for (var stream : all) {
      if (stopping.getAsBoolean()) return;
      if (stream.closed().isEmpty()) withStorage(() -> rollOver(stream));
      for (int lineage = 0; lineage < LogKeys.LINEAGES; lineage++) {
        int each = lineage;
        withStorage(() -> forgetBoundaries(stream, each));
        while (!stopping.getAsBoolean() && trim(stream, each)) {}
      }
    }
  }

  private void rollOver(TableStream stream) {
    var latest = clock.instant().minus(shardAge);
    if (streams.openSince(stream).filter(since -> !since.isAfter(latest)).isPresent()) {
      streams.rollOver(stream);
    }
  }

  /** Removes some records that are older than the horizon. Returns whether there may be more. */
  private boolean trim(TableStream stream, int lineage) {
    var more = new boolean[1];
    withStorage(() -> {
      var reader = new ShardLineage(storage, stream, lineage, storage.committedNumber());
      long floor = reader.floor();
      long point = reader.trimPoint(horizon(), CHUNK_RECORDS);
      if (point == floor) return;
      faults.reached(FaultPoints.TRIM_CHUNK);
      int id = stream.settings().id();
      var records = LogKeys.lineage(id, lineage);
      var mutation =
          storage
              .mutation()
              .deleteRange(ColumnFamily.LOG, LogKeys.at(records, floor), LogKeys.at(records, point))
              .put(ColumnFamily.LOG, LogKeys.floor(id, lineage), LogBytes.ofLong(point));
      storage.commit(mutation);
      more[0] = true;
    });
    return more[0];
  }

  /** Removes the boundaries of shards that were closed before the horizon. */
  private void forgetBoundaries(TableStream stream, int lineage) {
    var boundaries =
        new ShardLineage(storage, stream, lineage, storage.committedNumber()).boundaries();
    long horizon = horizon().toEpochMilli();
    int old = 0;
    while (old < boundaries.size() && boundaries.get(old).millis() < horizon) old++;
    // The last one stays, because the next shard begins there.
    if (old < 2) return;
    var prefix = LogKeys.boundaries(stream.settings().id(), lineage);
    var end = LogKeys.at(prefix, boundaries.get(old - 1).number());
    storage.commit(storage.mutation().deleteRange(ColumnFamily.LOG, LogKeys.at(prefix, 0), end));
  }

  private void withStorage(Runnable step) {
    storage.enter();
    try {
      step.run();
    } finally {
      storage.leave();
    }
  }
}
