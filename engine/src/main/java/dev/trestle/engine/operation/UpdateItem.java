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
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** UpdateItem: updates an item, or creates it if it does not exist. */
public record UpdateItem(
    @Nullable String tableName,
    @Nullable Item key,
    Expressions expressions,
    LegacyParameters legacy,
    ReturnOptions returns)
    implements Operation<WriteResult> {
  @Override
  public WriteResult run(OperationContext context) {
    var named = checked();
    var bound = BoundExpressions.of(expressions, legacy);
    var itemActions = ItemActions.of(context, tableName);
    var action = itemActions.update(named, bound, returns.showsRefusedItem());
    return itemActions.run(action, returns, returnedAttributes(bound));
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

  private ItemActions.ReturnedAttributes returnedAttributes(BoundExpressions bound) {
    return switch (returns.values() == null ? "NONE" : returns.values()) {
      case "ALL_OLD" -> done -> done.before();
      case "ALL_NEW" -> done -> done.after();
      case "UPDATED_OLD" ->
          done -> bound.update().flatMap(plan -> done.before().map(plan::updatedAttributes));
      case "UPDATED_NEW" ->
          done -> bound.update().flatMap(plan -> done.after().map(plan::updatedAttributes));
      default -> done -> Optional.empty();
    };
  }
}
