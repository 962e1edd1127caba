package dev.trestle.engine.operation;

import dev.trestle.engine.expression.Bound;
import dev.trestle.engine.expression.Expressions;
import dev.trestle.engine.expression.LegacyParameters;
import dev.trestle.item.Item;
import org.jspecify.annotations.Nullable;

/** DeleteItem: removes an item, if there is one. */
public record DeleteItem(
    @Nullable String tableName,
    @Nullable Item key,
    Expressions expressions,
    LegacyParameters legacy,
    ReturnOptions returns)
    implements Operation<WriteResult> {
  @Override
  public WriteResult run(Kernel kernel) {
    var named = checked();
    ItemChange.onlyOldOrNothing(returns.values());
    var bound = Bound.of(expressions, legacy);
    var change = ItemChange.of(kernel, tableName);
    var action = change.delete(named, bound.condition(), returns.showsRefusedItem());
    return change.run(action, returns, ItemChange.oldOrNothing(returns.values()));
  }

  @Override
  public void constraints() {
    checked();
  }

  private Item checked() {
    return new Constraints()
        .consumedCapacity(returns.consumedCapacity())
        .table("tableName", tableName)
        .returns(returns)
        .present("key", key);
  }
}
