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
 * Streams as views of the log.
 *
 * <p>Whatever is read here is bounded by the number that was committed when reading began. Up to
 * there every record and every mark is readable and in its final place, so the end of a shard that
 * is seen closed has no more records to come, and none is seen on both sides of a mark.
 */
public final class Streams {
  /** How long records can be read. */
  static final Duration RETENTION = Duration.ofHours(24);

  private static final Duration ITERATOR_AGE_MAX = Duration.ofMinutes(15);

  private final Storage storage;
  private final InstantSource clock;
  private final Runnable barrier;

  /**
   * @param barrier returns when every writer knows the table definitions of before the call, and
   *     has queued what it wrote by older ones
   */
  public Streams(Storage storage, InstantSource clock, Runnable barrier) {
    this.storage = storage;
    this.clock = clock;
    this.barrier = barrier;
  }

  /** The shards that can be read, in the order of their ids. */
  public List<Shard> shards(TableStream stream) {
    seal(stream);
    long committed = storage.committedNumber();
    var horizon = horizon();
    var shards = new ArrayList<Shard>();
    for (int lane = 0; lane < LogKeys.LANES; lane++) {
      for (var shard : new Lane(storage, stream, lane, committed).shards()) {
        if (isKept(shard, horizon)) shards.add(shard);
      }
    }
    shards.sort(Comparator.comparing(Shard::id));
    return shards;
  }

  /** The place before the oldest record of the shard that is kept. */
  public ShardIterator atHorizon(Shard shard) {
    return iterator(shard, shard.opened().number(), true);
  }

  /** The place behind all records there are now. */
  public ShardIterator atLatest(Shard shard) {
    return iterator(shard, Math.min(storage.committedNumber() + 1, shard.end()), false);
  }

  /** The place before or behind the record with this sequence number. */
  public ShardIterator at(TableStream stream, Shard shard, String sequenceNumber, boolean behind) {
    long number =
        SequenceNumber.parse(sequenceNumber)
            .orElseThrow(() -> new ValidationException("Invalid SequenceNumber"));
    long committed = storage.committedNumber();
    if (number < shard.opened().number() || number >= Math.min(shard.end(), committed + 1)) {
      throw new ValidationException("Invalid SequenceNumber");
    }
    var lane = new Lane(storage, stream, shard.lane(), committed);
    if (number < lane.trimPoint(horizon())) throw trimmed();
    return iterator(shard, behind ? number + 1 : number, false);
  }

  /** The shard of this id. */
  public Shard shard(TableStream stream, String shardId) {
    return shards(stream).stream()
        .filter(shard -> shard.id().equals(shardId))
        .findFirst()
        .orElseThrow(() ->
            new ResourceNotFoundException("Requested resource not found: Shard does not exist"));
  }

  /** What {@link #read} gives; there is no next iterator at the end of a closed shard. */
  public record Page(List<StreamRecord> records, Optional<ShardIterator> next) {}

  /** The next records behind an iterator of this stream. */
  public Page read(TableStream stream, ShardIterator iterator, int recordsMax) {
    var now = clock.instant();
    if (iterator.issuedMillis() < now.minus(ITERATOR_AGE_MAX).toEpochMilli()) {
      throw new ExpiredIteratorException("The provided iterator exceeds the maximum age allowed.");
    }
    seal(stream);
    var lane = new Lane(storage, stream, iterator.lane(), storage.committedNumber());
    var horizon = horizon();
    var shard =
        lane.shards().stream()
            .filter(each -> each.opened().number() == iterator.shard() && isKept(each, horizon))
            .findFirst()
            .orElseThrow(Streams::trimmed);
    long trimPoint = lane.trimPoint(horizon);
    if (iterator.position() < trimPoint && !iterator.fromHorizon()) throw trimmed();
    long from = Math.max(iterator.position(), trimPoint);
    var batch =
        lane.records(
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

  /** Closes every open shard and opens a child of each. */
  public void rollOver(TableStream stream) {
    mark(stream, Mark.Kind.ROLLED);
  }

  /** The oldest of the open shards' beginnings; none where all are closed. */
  Optional<Instant> openSince(TableStream stream) {
    long committed = storage.committedNumber();
    return IntStream.range(0, LogKeys.LANES)
        .mapToObj(lane -> new Lane(storage, stream, lane, committed).shards().getLast())
        .filter(shard -> shard.closed().isEmpty())
        .map(shard -> Instant.ofEpochMilli(shard.opened().millis()))
        .min(Comparator.naturalOrder());
  }

  /**
   * Closes the shards of a stream that was switched off. Done by whoever meets it first: once all
   * writers know that the stream is off, the mark comes behind everything they wrote before.
   */
  private void seal(TableStream stream) {
    if (stream.closed().isEmpty() || openSince(stream).isEmpty()) return;
    barrier.run();
    mark(stream, Mark.Kind.CLOSED);
  }

  private void mark(TableStream stream, Mark.Kind kind) {
    long committed = storage.committedNumber();
    var mutation = storage.mutation();
    for (int lane = 0; lane < LogKeys.LANES; lane++) {
      var last = new Lane(storage, stream, lane, committed).shards().getLast();
      if (last.closed().isPresent()) continue;
      mutation.log(LogKeys.marks(stream.settings().id(), lane), last.opened().next(kind));
    }
    if (!mutation.isEmpty()) storage.commit(mutation);
  }

  private ShardIterator iterator(Shard shard, long position, boolean fromHorizon) {
    return new ShardIterator(
        shard.streamId(),
        shard.lane(),
        shard.opened().number(),
        position,
        fromHorizon,
        clock.millis());
  }

  private Instant horizon() {
    return clock.instant().minus(RETENTION);
  }

  /** A closed shard can be read as long as its last record could be. */
  private static boolean isKept(Shard shard, Instant horizon) {
    return shard.closed().isEmpty() || shard.closed().get().millis() >= horizon.toEpochMilli();
  }

  private static TrimmedDataAccessException trimmed() {
    return new TrimmedDataAccessException("The data you are trying to access has been trimmed.");
  }
}
