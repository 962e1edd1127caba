package dev.trestle.engine.operation;

import dev.trestle.engine.check.Constraints;
import dev.trestle.engine.execution.ItemActions;
import dev.trestle.engine.execution.OperationContext;
import dev.trestle.engine.expression.BoundExpressions;
import dev.trestle.engine.expression.Expressions;
import dev.trestle.engine.expression.LegacyParameters;
import dev.trestle.engine.refusal.Refusal.ValidationException;
import dev.trestle.engine.request.ReturnOptions;
import dev.trestle.engine.result.WriteResult;
import dev.trestle.item.Item;
import org.jspecify.annotations.Nullable;

/** PutItem: creates an item or replaces the one with the same key. */
public record PutItem(
    @Nullable String tableName,
    @Nullable Item item,
    Expressions expressions,
    LegacyParameters legacy,
    ReturnOptions returns)
    implements Operation<WriteResult> {
  @Override
  public WriteResult run(OperationContext context) {
    var stored = checked();
    ItemActions.checkReturnValues(returns.values());
    ItemActions.checkItemSize(stored);
    checkValuesAreUsed();
    var bound = BoundExpressions.of(expressions, legacy);
    var itemActions = ItemActions.of(context, tableName);
    var action = itemActions.put(stored, bound.condition(), returns.showsRefusedItem());
    return itemActions.run(action, returns, ItemActions.oldOrNothing(returns.values()));
  }

  private void checkValuesAreUsed() {
    if (expressions.values() == null || expressions.condition() != null) return;
    throw new ValidationException(
        "ExpressionAttributeValues can only be specified when using expressions:"
            + " ConditionExpression is null");
  }

  @Override
  public void constraints() {
    checked();
  }

  private Item checked() {
    return new Constraints()
        .consumedCapacity(returns.consumedCapacity())
        .returns(returns)
        .table("tableName", tableName)
        .present("item", item);
  }
}
