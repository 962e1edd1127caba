package dev.trestle.engine.stream;

import dev.trestle.engine.storage.Family;
import dev.trestle.engine.storage.Storage;
import dev.trestle.engine.table.TableStream;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.function.BooleanSupplier;

/**
 * What is done for the log as time goes by: shards that have been open long enough give way to
 * children, and what is older than the horizon is removed.
 */
public final class LogKeeper {
  /** As long as DynamoDB keeps a shard open. */
  public static final Duration SHARD_AGE = Duration.ofHours(4);

  /** Records looked at between two commits. */
  private static final int CHUNK_RECORDS = 10_000;

  private final Storage storage;
  private final Streams streams;
  private final InstantSource clock;
  private final Duration shardAge;

  public LogKeeper(Storage storage, Streams streams, InstantSource clock, Duration shardAge) {
    this.storage = storage;
    this.streams = streams;
    this.clock = clock;
    this.shardAge = shardAge;
  }

  /** The time before which streams that were closed are no longer kept. */
  public Instant horizon() {
    return clock.instant().minus(Streams.RETENTION);
  }

  /**
   * Does what is due.
   *
   * @param stopping looked at between small steps; true ends the work early
   */
  public void keep(List<TableStream> all, BooleanSupplier stopping) {
    for (var stream : all) {
      if (stopping.getAsBoolean()) return;
      if (stream.closed().isEmpty()) inside(() -> rollOver(stream));
      for (int lane = 0; lane < LogKeys.LANES; lane++) {
        int each = lane;
        inside(() -> forgetMarks(stream, each));
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

  /** Removes some records from before the horizon; says whether there may be more. */
  private boolean trim(TableStream stream, int lane) {
    var more = new boolean[1];
    inside(() -> {
      var reader = new Lane(storage, stream, lane, storage.committedNumber());
      long floor = reader.floor();
      long point = reader.trimPoint(horizon(), CHUNK_RECORDS);
      if (point == floor) return;
      int id = stream.settings().id();
      var records = LogKeys.lane(id, lane);
      var mutation =
          storage
              .mutation()
              .deleteRange(Family.LOG, LogKeys.at(records, floor), LogKeys.at(records, point))
              .put(Family.LOG, LogKeys.floor(id, lane), LogBytes.ofLong(point));
      storage.commit(mutation);
      more[0] = true;
    });
    return more[0];
  }

  /** Removes the marks of shards that were closed before the horizon. */
  private void forgetMarks(TableStream stream, int lane) {
    var marks = new Lane(storage, stream, lane, storage.committedNumber()).marks();
    long horizon = horizon().toEpochMilli();
    int old = 0;
    while (old < marks.size() && marks.get(old).millis() < horizon) old++;
    // The last of them stays: the shard behind it begins there.
    if (old < 2) return;
    var prefix = LogKeys.marks(stream.settings().id(), lane);
    var end = LogKeys.at(prefix, marks.get(old - 1).number());
    storage.commit(storage.mutation().deleteRange(Family.LOG, LogKeys.at(prefix, 0), end));
  }

  private void inside(Runnable step) {
    storage.enter();
    try {
      step.run();
    } finally {
      storage.leave();
    }
  }
}
