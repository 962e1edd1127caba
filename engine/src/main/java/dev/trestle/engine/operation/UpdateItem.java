package dev.trestle.engine.operation;

import dev.trestle.engine.expression.Bound;
import dev.trestle.engine.expression.Expressions;
import dev.trestle.engine.expression.LegacyParameters;
import dev.trestle.item.Item;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** UpdateItem: changes an item in place, making it if there is none. */
public record UpdateItem(
    @Nullable String tableName,
    @Nullable Item key,
    Expressions expressions,
    LegacyParameters legacy,
    ReturnOptions returns)
    implements Operation<WriteResult> {
  @Override
  public WriteResult run(Kernel kernel) {
    var named = checked();
    var bound = Bound.of(expressions, legacy);
    var change = ItemChange.of(kernel, tableName);
    var action = change.update(named, bound, returns.showsRefusedItem());
    return change.run(action, returns, answer(bound));
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

  private ItemChange.Answer answer(Bound bound) {
    return switch (returns.values() == null ? "NONE" : returns.values()) {
      case "ALL_OLD" -> done -> done.before();
      case "ALL_NEW" -> done -> done.after();
      case "UPDATED_OLD" ->
          done -> bound.update().flatMap(plan -> done.before().map(plan::touched));
      case "UPDATED_NEW" -> done -> bound.update().flatMap(plan -> done.after().map(plan::touched));
      default -> done -> Optional.empty();
    };
  }
}
