package dev.trestle.engine.operation;

import dev.trestle.engine.capacity.ConsumedCapacity;
import dev.trestle.engine.expression.Expressions;
import dev.trestle.item.Item;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** TransactGetItems. */
public record TransactGetItems(
    @Nullable List<Get> transactItems, @Nullable String returnConsumedCapacity)
    implements Operation<TransactGetItems.Result> {
  public record Get(@Nullable String tableName, @Nullable Item key, Expressions expressions) {}

  /** The items in the order they were asked for. */
  public record Result(List<Optional<Item>> responses, List<ConsumedCapacity> consumedCapacity) {}

  @Override
  public Result run(Kernel kernel) {
    throw Kernel.notYet(this);
  }
}
