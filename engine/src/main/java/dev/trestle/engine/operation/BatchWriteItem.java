package dev.trestle.engine.operation;

import dev.trestle.engine.capacity.ConsumedCapacity;
import dev.trestle.engine.capacity.ItemCollectionMetrics;
import dev.trestle.item.Item;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** BatchWriteItem. */
public record BatchWriteItem(
    @Nullable Map<String, List<WriteRequest>> requestItems,
    @Nullable String returnConsumedCapacity,
    @Nullable String returnItemCollectionMetrics)
    implements Operation<BatchWriteItem.Result> {
  /** One of the two is there: the item to put, or the key to delete. */
  public record WriteRequest(@Nullable Item put, @Nullable Item delete) {}

  public record Result(
      Map<String, List<WriteRequest>> unprocessedItems,
      Map<String, List<ItemCollectionMetrics>> itemCollectionMetrics,
      List<ConsumedCapacity> consumedCapacity) {}

  @Override
  public Result run(Kernel kernel) {
    throw Kernel.notYet(this);
  }
}
