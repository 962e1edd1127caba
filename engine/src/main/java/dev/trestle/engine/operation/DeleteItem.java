package dev.trestle.engine.operation;

import dev.trestle.engine.check.Constraints;
import dev.trestle.engine.execution.ItemActions;
import dev.trestle.engine.execution.OperationContext;
import dev.trestle.engine.expression.BoundExpressions;
import dev.trestle.engine.expression.Expressions;
import dev.trestle.engine.expression.LegacyParameters;
import dev.trestle.engine.request.ReturnOptions;
import dev.trestle.engine.result.WriteResult;
import dev.trestle.item.Item;
import org.jspecify.annotations.Nullable;

/** DeleteItem: deletes an item if it exists. */
public record DeleteItem(
    @Nullable String tableName,
    @Nullable Item key,
    Expressions expressions,
    LegacyParameters legacy,
    ReturnOptions returns)
    implements Operation<WriteResult> {
  @Override
  public WriteResult run(OperationContext context) {
    var named = checked();
    ItemActions.checkReturnValues(returns.values());
    var bound = BoundExpressions.of(expressions, legacy);
    var itemActions = ItemActions.of(context, tableName);
    var action = itemActions.delete(named, bound.condition(), returns.showsRefusedItem());
    return itemActions.run(action, returns, ItemActions.oldOrNothing(returns.values()));
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
