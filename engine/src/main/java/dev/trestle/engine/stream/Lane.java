package dev.trestle.engine.stream;

import dev.trestle.engine.storage.Family;
import dev.trestle.engine.storage.Storage;
import dev.trestle.engine.table.TableStream;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads one lane of a stream. Nothing behind {@code committed} is looked at. */
final class Lane {
  private static final int TIME_BYTES = Long.BYTES;

  private final Storage storage;
  private final TableStream stream;
  private final int lane;
  private final long committed;

  Lane(Storage storage, TableStream stream, int lane, long committed) {
    this.storage = storage;
    this.stream = stream;
    this.lane = lane;
    this.committed = committed;
  }

  /** The shards whose marks are still kept, oldest first; there is at least one. */
  List<Shard> shards() {
    var shards = new ArrayList<Shard>();
    var opened = Mark.first(stream.settings().created().toEpochMilli());
    for (var mark : marks()) {
      shards.add(shard(opened, Optional.of(mark)));
      if (mark.kind() == Mark.Kind.CLOSED) return shards;
      opened = mark;
    }
    shards.add(shard(opened, Optional.empty()));
    return shards;
  }

  private Shard shard(Mark opened, Optional<Mark> closed) {
    return new Shard(stream.settings().id(), lane, opened, closed);
  }

  /**
   * The marks in force. Of two that ended the same shard, because two rolled it over at the same
   * time, the first counts; behind the end of the stream none does.
   */
  List<Mark> marks() {
    var prefix = LogKeys.marks(stream.settings().id(), lane);
    var marks = new ArrayList<Mark>();
    int generation = 0;
    try (var range =
        storage.range(
            Family.LOG, LogKeys.at(prefix, 0), LogKeys.at(prefix, committed + 1), false)) {
      while (range.next()) {
        var mark = Mark.decode(LogKeys.number(range.key()), range.value());
        if (mark.kind() == Mark.Kind.ROLLED && mark.generation() <= generation) continue;
        marks.add(mark);
        if (mark.kind() == Mark.Kind.CLOSED) break;
        generation = mark.generation();
      }
    }
    return marks;
  }

  /** The number below which records were removed. */
  long floor() {
    var floor = storage.get(Family.LOG, LogKeys.floor(stream.settings().id(), lane));
    return floor == null ? 0 : LogBytes.longAt(floor, 0);
  }

  /** The number below which all records are from before the horizon, or were removed. */
  long trimPoint(Instant horizon) {
    return trimPoint(horizon, Integer.MAX_VALUE);
  }

  /** As {@link #trimPoint(Instant)}, looking at no more than so many records. */
  long trimPoint(Instant horizon, int recordsMax) {
    long point = floor();
    try (var range = storage.range(Family.LOG, key(point), key(committed + 1), false)) {
      for (int i = 0; i < recordsMax && range.next(); i++) {
        if (LogBytes.longAt(range.value(), 0) >= horizon.toEpochMilli()) return point;
        point = LogKeys.number(range.key()) + 1;
      }
    }
    return point;
  }

  /** Some records, and the least number that is yet to be read behind them. */
  record Batch(List<StreamRecord> records, long next) {}

  /** Records from one number (included) to another (excluded), as many as one answer holds. */
  Batch records(long from, long to, int recordsMax, long bytesMax) {
    var records = new ArrayList<StreamRecord>();
    long end = Math.min(to, committed + 1);
    if (from >= end) return new Batch(records, from);
    long bytes = 0;
    try (var range = storage.range(Family.LOG, key(from), key(end), false)) {
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
        ChangeForm.decode(stored, TIME_BYTES, stream.settings().view(), stream.keys()));
  }

  private byte[] key(long number) {
    return LogKeys.at(LogKeys.lane(stream.settings().id(), lane), number);
  }
}
