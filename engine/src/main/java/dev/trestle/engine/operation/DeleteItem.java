package dev.trestle.engine.operation;

import dev.trestle.engine.expression.Expressions;
import dev.trestle.engine.expression.LegacyParameters;
import dev.trestle.item.Item;
import org.jspecify.annotations.Nullable;

/** DeleteItem. */
public record DeleteItem(
    @Nullable String tableName,
    @Nullable Item key,
    Expressions expressions,
    LegacyParameters legacy,
    ReturnOptions returns)
    implements Operation<WriteResult> {
  @Override
  public WriteResult run(Kernel kernel) {
    throw Kernel.notYet(this);
  }
}
