package dev.trestle.engine.operation;

import dev.trestle.engine.table.StreamSettings.ViewType;
import dev.trestle.item.Item;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
/** GetRecords. */
public record GetRecords(@Nullable String shardIterator, @Nullable Integer limit)
    implements Operation<GetRecords.Result> {
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
    throw Kernel.notYet(this);
  }
}
