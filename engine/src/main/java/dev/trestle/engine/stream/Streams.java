package dev.trestle.engine.stream;

import dev.trestle.engine.refusal.Refusal.ExpiredIteratorException;
import dev.trestle.engine.refusal.Refusal.ResourceNotFoundException;
import dev.trestle.engine.refusal.Refusal.TrimmedDataAccessException;
import dev.trestle.engine.refusal.Refusal.ValidationException;
import dev.trestle.engine.storage.Storage;
import dev.trestle.engine.table.TableStream;
import dev.trestle.item.Limits;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Reads streams from the log.
 *
 * <p>A read sees only what was committed when it began. Up to that number every record and every
 * boundary is in its final place. So a shard that is seen closed gets no more records, and no
 * record is seen on both sides of a boundary.
 */
public final class Streams {
  /** How long records can be read. */
  static final Duration RETENTION = Duration.ofHours(24);

  private static final Duration ITERATOR_AGE_MAX = Duration.ofMinutes(15);

  private final Storage storage;
  private final InstantSource clock;
  private final Runnable barrier;

  /**
   * @param barrier returns when all writers know the table definitions from before the call and
   *     have queued what they wrote with older ones
   */
  public Streams(Storage storage, InstantSource clock, Runnable barrier) {
    this.storage = storage;
    this.clock = clock;
    this.barrier = barrier;
  }

  /** Returns the shards that can be read, ordered by id. */
  public List<Shard> shards(TableStream stream) {
    seal(stream);
    long committed = storage.committedNumber();
    var horizon = horizon();
    var shards = new ArrayList<Shard>();
    for (int lineage = 0; lineage < LogKeys.LINEAGES; lineage++) {
      for (var shard : new ShardLineage(storage, stream, lineage, committed).shards()) {
        if (isKept(shard, horizon)) shards.add(shard);
      }
    }
    shards.sort(Comparator.comparing(Shard::id));
    return shards;
  }

  /** Returns the position before the oldest record that is kept in the shard. */
  public ShardIterator atHorizon(Shard shard) {
    return iterator(shard, shard.opened().number(), true);
  }

  /** Returns the position after all current records. */
  public ShardIterator atLatest(Shard shard) {
    return iterator(shard, Math.min(storage.committedNumber() + 1, shard.end()), false);
  }

  /** Returns the position before or after the record with this sequence number. */
  public ShardIterator at(TableStream stream, Shard shard, String sequenceNumber, boolean after) {
    long number =
        SequenceNumber.parse(sequenceNumber)
            .orElseThrow(() -> new ValidationException("Invalid SequenceNumber"));
    long committed = storage.committedNumber();
    if (number < shard.opened().number() || number >= Math.min(shard.end(), committed + 1)) {
      throw new ValidationException("Invalid SequenceNumber");
    }
    var lineage = new ShardLineage(storage, stream, shard.lineage(), committed);
    if (number < lineage.trimPoint(horizon())) throw trimmed();
    return iterator(shard, after ? number + 1 : number, false);
  }

  /** Returns the shard with this id. */
  public Shard shard(TableStream stream, String shardId) {
    return shards(stream).stream()
        .filter(shard -> shard.id().equals(shardId))
        .findFirst()
        .orElseThrow(() ->
            new ResourceNotFoundException("Requested resource not found: Shard does not exist"));
  }

  /** A page of records. There is no next iterator at the end of a closed shard. */
  public record Page(List<StreamRecord> records, Optional<ShardIterator> next) {}

  /** Returns the next records after an iterator of this stream. */
  public Page read(TableStream stream, ShardIterator iterator, int recordsMax) {
    var now = clock.instant();
    if (iterator.issuedMillis() < now.minus(ITERATOR_AGE_MAX).toEpochMilli()) {
      throw new ExpiredIteratorException("The provided iterator exceeds the maximum age allowed.");
    }
    seal(stream);
    if (!hasNews(iterator)) {
      // The position stays: a record may be readable already and not be announced yet.
      var same = iterator.movedTo(iterator.position(), now.toEpochMilli());
      return new Page(List.of(), Optional.of(same));
    }
    var lineage = new ShardLineage(storage, stream, iterator.lineage(), storage.committedNumber());
    var horizon = horizon();
    var shard =
        lineage.shards().stream()
            .filter(each -> each.opened().number() == iterator.shard() && isKept(each, horizon))
            .findFirst()
            .orElseThrow(Streams::trimmed);
    long trimPoint = lineage.trimPoint(horizon);
    if (iterator.position() < trimPoint && !iterator.fromHorizon()) throw trimmed();
    long from = Math.max(iterator.position(), trimPoint);
    var batch =
        lineage.records(
            from,
            shard.end(),
            Math.min(recordsMax, Limits.STREAM_RECORDS_PER_CALL),
            Limits.STREAM_BYTES_PER_CALL);
    var next =
        batch.next() >= shard.end()
            ? Optional.<ShardIterator>empty()
            : Optional.of(iterator.movedTo(batch.next(), now.toEpochMilli()));
    return new Page(batch.records(), next);
  }

  /**
   * Whether there may be records after an iterator, or the end of its shard. Both have a number, so
   * neither is missed. Readers that are up to date ask most of the time, and are answered without
   * reading.
   */
  private boolean hasNews(ShardIterator iterator) {
    return storage.logPosition(iterator.channel()) >= iterator.position();
  }

  /**
   * Waits until there may be records after an iterator, the timeout is over or the storage is
   * closed.
   */
  public void await(ShardIterator iterator, Duration timeout) throws InterruptedException {
    storage.awaitLog(iterator.channel(), iterator.position() - 1, timeout);
  }

  /** Closes every open shard and opens a child for each. */
  public void rollOver(TableStream stream) {
    boundary(stream, ShardBoundary.Kind.ROLLED);
  }

  /** Returns when the oldest open shard was opened, or empty if all are closed. */
  Optional<Instant> openSince(TableStream stream) {
    long committed = storage.committedNumber();
    return IntStream.range(0, LogKeys.LINEAGES)
        .mapToObj(
            lineage -> new ShardLineage(storage, stream, lineage, committed).shards().getLast())
        .filter(shard -> shard.closed().isEmpty())
        .map(shard -> Instant.ofEpochMilli(shard.opened().millis()))
        .min(Comparator.naturalOrder());
  }

  /**
   * Closes the shards of a disabled stream, the first time that it is used. Once all writers know
   * that the stream is disabled, the boundary comes after everything that they wrote.
   */
  private void seal(TableStream stream) {
    if (stream.closed().isEmpty() || openSince(stream).isEmpty()) return;
    barrier.run();
    boundary(stream, ShardBoundary.Kind.CLOSED);
  }

  private void boundary(TableStream stream, ShardBoundary.Kind kind) {
    long committed = storage.committedNumber();
    var mutation = storage.mutation();
    for (int lineage = 0; lineage < LogKeys.LINEAGES; lineage++) {
      var last = new ShardLineage(storage, stream, lineage, committed).shards().getLast();
      if (last.closed().isPresent()) continue;
      int id = stream.settings().id();
      mutation.log(
          LogKeys.channel(id, lineage), LogKeys.boundaries(id, lineage), last.opened().next(kind));
    }
    if (!mutation.isEmpty()) storage.commit(mutation);
  }

  private ShardIterator iterator(Shard shard, long position, boolean fromHorizon) {
    return new ShardIterator(
        shard.streamId(),
        shard.lineage(),
        shard.opened().number(),
        position,
        fromHorizon,
        clock.millis());
  }

  private Instant horizon() {
    return clock.instant().minus(RETENTION);
  }

  /**
   * Returns whether a shard can be read. A closed shard is kept as long as its last record could be
   * read.
   */
  private static boolean isKept(Shard shard, Instant horizon) {
    return shard.closed().isEmpty() || shard.closed().get().millis() >= horizon.toEpochMilli();
  }

  private static TrimmedDataAccessException trimmed() {
    return new TrimmedDataAccessException("The data you are trying to access has been trimmed.");
  }
}
