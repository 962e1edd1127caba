package dev.trestle.engine.operation;

import dev.trestle.engine.capacity.ConsumedCapacity;
import dev.trestle.engine.expression.Expressions;
import dev.trestle.engine.expression.LegacyParameters;
import dev.trestle.item.Item;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** GetItem. */
public record GetItem(
    @Nullable String tableName,
    @Nullable Item key,
    @Nullable Boolean consistentRead,
    Expressions expressions,
    LegacyParameters legacy,
    @Nullable String returnConsumedCapacity)
    implements Operation<GetItem.Result> {
  /** The item, if there is one, and the units it took if that was asked. */
  public record Result(Optional<Item> item, Optional<ConsumedCapacity> consumedCapacity) {}

  @Override
  public Result run(Kernel kernel) {
    throw Kernel.notYet(this);
  }
}
