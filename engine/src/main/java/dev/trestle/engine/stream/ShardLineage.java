package dev.trestle.engine.stream;

import dev.trestle.engine.storage.ColumnFamily;
import dev.trestle.engine.storage.Storage;
import dev.trestle.engine.table.TableStream;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads one lineage of a stream, up to the number {@code committed}. */
final class ShardLineage {
  private static final int TIME_BYTES = Long.BYTES;

  private final Storage storage;
  private final TableStream stream;
  private final int lineage;
  private final long committed;

  ShardLineage(Storage storage, TableStream stream, int lineage, long committed) {
    this.storage = storage;
    this.stream = stream;
    this.lineage = lineage;
    this.committed = committed;
  }

  /** Returns the shards whose boundaries are still kept, oldest first. There is at least one. */
  List<Shard> shards() {
    var shards = new ArrayList<Shard>();
    var opened = ShardBoundary.first(stream.settings().created().toEpochMilli());
    for (var boundary : boundaries()) {
      shards.add(shard(opened, Optional.of(boundary)));
      if (boundary.kind() == ShardBoundary.Kind.CLOSED) return shards;
      opened = boundary;
    }
    shards.add(shard(opened, Optional.empty()));
    return shards;
  }

  private Shard shard(ShardBoundary opened, Optional<ShardBoundary> closed) {
    return new Shard(stream.settings().id(), lineage, opened, closed);
  }

  /**
   * Returns the effective boundaries. If two threads rolled over the same shard at the same time,
   * the first boundary counts. No boundary counts after the end of the stream.
   */
  List<ShardBoundary> boundaries() {
    var prefix = LogKeys.boundaries(stream.settings().id(), lineage);
    var boundaries = new ArrayList<ShardBoundary>();
    int generation = 0;
    try (var range =
        storage.range(
            ColumnFamily.LOG, LogKeys.at(prefix, 0), LogKeys.at(prefix, committed + 1), false)) {
      while (range.next()) {
        var boundary = ShardBoundary.decode(LogKeys.number(range.key()), range.value());
        if (boundary.kind() == ShardBoundary.Kind.ROLLED && boundary.generation() <= generation)
          continue;
        boundaries.add(boundary);
        if (boundary.kind() == ShardBoundary.Kind.CLOSED) break;
        generation = boundary.generation();
      }
    }
    return boundaries;
  }

  /** Returns the number below which records were removed. */
  long floor() {
    var floor = storage.get(ColumnFamily.LOG, LogKeys.floor(stream.settings().id(), lineage));
    return floor == null ? 0 : LogBytes.longAt(floor, 0);
  }

  /** Returns the number below which all records are older than the horizon, or were removed. */
  long trimPoint(Instant horizon) {
    return trimPoint(horizon, Integer.MAX_VALUE);
  }

  /** Like {@link #trimPoint(Instant)}, but reads at most this many records. */
  long trimPoint(Instant horizon, int recordsMax) {
    long point = floor();
    try (var range = storage.range(ColumnFamily.LOG, key(point), key(committed + 1), false)) {
      for (int i = 0; i < recordsMax && range.next(); i++) {
        if (LogBytes.longAt(range.value(), 0) >= horizon.toEpochMilli()) return point;
        point = LogKeys.number(range.key()) + 1;
      }
    }
    return point;
  }

  /** Some records, and the lowest number that was not read yet. */
  record Batch(List<StreamRecord> records, long next) {}

  /**
   * Returns records from one number (inclusive) to another (exclusive), up to the limits of one
   * call.
   */
  Batch records(long from, long to, int recordsMax, long bytesMax) {
    var records = new ArrayList<StreamRecord>();
    long end = Math.min(to, committed + 1);
    if (from >= end) return new Batch(records, from);
    long bytes = 0;
    try (var range = storage.range(ColumnFamily.LOG, key(from), key(end), false)) {
      while (range.next()) {
        var record = record(LogKeys.number(range.key()), range.value());
        bytes += record.change().size();
        if (bytes > bytesMax && !records.isEmpty()) return new Batch(records, record.number());
        records.add(record);
        if (records.size() == recordsMax) return new Batch(records, record.number() + 1);
      }
    }
    return new Batch(records, end);
  }

  private StreamRecord record(long number, byte[] stored) {
    return new StreamRecord(
        stream.settings().id(),
        number,
        Instant.ofEpochMilli(LogBytes.longAt(stored, 0)),
        ChangeEncoding.decode(stored, TIME_BYTES, stream.settings().view(), stream.keys()));
  }

  private byte[] key(long number) {
    return LogKeys.at(LogKeys.lineage(stream.settings().id(), lineage), number);
  }
}
