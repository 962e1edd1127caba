package dev.trestle.engine.operation;

import dev.trestle.engine.capacity.ConsumedCapacity;
import dev.trestle.engine.expression.Expressions;
import dev.trestle.engine.expression.LegacyParameters;
import dev.trestle.item.Item;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** BatchGetItem. */
public record BatchGetItem(
    @Nullable Map<String, KeysAndAttributes> requestItems, @Nullable String returnConsumedCapacity)
    implements Operation<BatchGetItem.Result> {
  /** What is read from one table. */
  public record KeysAndAttributes(
      @Nullable List<Item> keys,
      @Nullable Boolean consistentRead,
      Expressions expressions,
      LegacyParameters legacy) {}

  /** Items by table; what was left undone, by table, as it was asked. */
  public record Result(
      Map<String, List<Item>> responses,
      Map<String, KeysAndAttributes> unprocessedKeys,
      List<ConsumedCapacity> consumedCapacity) {}

  @Override
  public Result run(Kernel kernel) {
    throw Kernel.notYet(this);
  }
}
