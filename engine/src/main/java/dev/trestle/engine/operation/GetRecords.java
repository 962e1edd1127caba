package dev.trestle.engine.operation;

import dev.trestle.engine.check.Constraints;
import dev.trestle.engine.execution.OperationContext;
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

/** GetRecords: reads the changes after a position in a shard. */
public record GetRecords(@Nullable String shardIterator, @Nullable Integer limit)
    implements Operation<GetRecords.Result> {
  private static final int ITERATOR_LENGTH_MAX = 2048;

  public enum EventName {
    INSERT,
    MODIFY,
    REMOVE
  }

  /** A change of one item. It is by the service if time to live removed the item. */
  public record ChangeRecord(
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

  /** The records. There is no next iterator at the end of a closed shard. */
  public record Result(List<ChangeRecord> records, Optional<String> nextShardIterator) {}

  @Override
  public GetRecords.Result run(OperationContext context) {
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
        context.catalog().stream(iterator.streamId())
            .orElseThrow(() -> new ResourceNotFoundException("Requested resource not found"));
    int recordsMax = limit == null ? Limits.STREAM_RECORDS_PER_CALL : limit;
    var page = context.streams().read(stream, iterator, recordsMax);
    var view = stream.settings().view();
    return new Result(
        page.records().stream().map(record -> change(context.region(), view, record)).toList(),
        page.next().map(ShardIterator::text));
  }

  private static ChangeRecord change(String region, ViewType view, StreamRecord record) {
    var change = record.change();
    return new ChangeRecord(
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
