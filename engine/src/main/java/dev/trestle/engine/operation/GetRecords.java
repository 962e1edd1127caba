package dev.trestle.engine.operation;

import dev.trestle.engine.refusal.Refusal.ResourceNotFoundException;
import dev.trestle.engine.refusal.Refusal.ValidationException;
import dev.trestle.engine.stream.ShardIterator;
import dev.trestle.engine.stream.StreamRecord;
import dev.trestle.engine.table.StreamSettings.ViewType;
import dev.trestle.item.Item;
import dev.trestle.item.Limits;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** GetRecords: the changes that follow a place in a shard. */
public record GetRecords(@Nullable String shardIterator, @Nullable Integer limit)
    implements Operation<GetRecords.Result> {
  private static final int ITERATOR_LENGTH_MAX = 2048;

  public enum EventName {
    INSERT,
    MODIFY,
    REMOVE
  }

  /** A change of one item; by the service where time to live removed it. */
  public record Change(
      String eventId,
      EventName eventName,
      String region,
      Instant created,
      Item keys,
      Optional<Item> oldImage,
      Optional<Item> newImage,
      String sequenceNumber,
      long sizeBytes,
      ViewType view,
      boolean byService) {}

  /** There is no next iterator at the end of a closed shard. */
  public record Result(List<Change> records, Optional<String> nextShardIterator) {}

  @Override
  public GetRecords.Result run(Kernel kernel) {
    var text =
        new Constraints()
            .length("shardIterator", shardIterator, 1, ITERATOR_LENGTH_MAX)
            .atLeast("limit", limit, 1)
            .atMost("limit", limit, Limits.STREAM_RECORDS_PER_CALL)
            .present("shardIterator", shardIterator);
    var iterator =
        ShardIterator.parse(text)
            .orElseThrow(() -> new ValidationException("Invalid ShardIterator"));
    var stream =
        kernel.catalog().stream(iterator.streamId())
            .orElseThrow(() -> new ResourceNotFoundException("Requested resource not found"));
    int recordsMax = limit == null ? Limits.STREAM_RECORDS_PER_CALL : limit;
    var page = kernel.streams().read(stream, iterator, recordsMax);
    var view = stream.settings().view();
    return new Result(
        page.records().stream().map(record -> change(kernel.region(), view, record)).toList(),
        page.next().map(ShardIterator::text));
  }

  private static Change change(String region, ViewType view, StreamRecord record) {
    var change = record.change();
    return new Change(
        record.eventId(),
        switch (change.kind()) {
          case INSERT -> EventName.INSERT;
          case MODIFY -> EventName.MODIFY;
          case REMOVE -> EventName.REMOVE;
        },
        region,
        record.time(),
        change.key(),
        change.oldImage(),
        change.newImage(),
        record.sequenceNumber(),
        change.size(),
        view,
        change.byService());
  }
}
