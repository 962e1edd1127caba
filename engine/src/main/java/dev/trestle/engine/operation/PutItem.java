package dev.trestle.engine.operation;

import dev.trestle.engine.expression.Bound;
import dev.trestle.engine.expression.Expressions;
import dev.trestle.engine.expression.LegacyParameters;
import dev.trestle.item.Item;
import org.jspecify.annotations.Nullable;

/** PutItem: stores an item in place of whatever has its key. */
public record PutItem(
    @Nullable String tableName,
    @Nullable Item item,
    Expressions expressions,
    LegacyParameters legacy,
    ReturnOptions returns)
    implements Operation<WriteResult> {
  @Override
  public WriteResult run(Kernel kernel) {
    var stored = checked();
    ItemChange.onlyOldOrNothing(returns.values());
    ItemChange.sizeOfNew(stored);
    var bound = Bound.of(expressions, legacy);
    var change = ItemChange.of(kernel, tableName);
    var action = change.put(stored, bound.condition(), returns.showsRefusedItem());
    return change.run(action, returns, ItemChange.oldOrNothing(returns.values()));
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
