package dev.trestle.engine.operation;

import dev.trestle.engine.expression.Expressions;
import dev.trestle.engine.expression.LegacyParameters;
import dev.trestle.item.Item;
import org.jspecify.annotations.Nullable;

/** PutItem. */
public record PutItem(
    @Nullable String tableName,
    @Nullable Item item,
    Expressions expressions,
    LegacyParameters legacy,
    ReturnOptions returns)
    implements Operation<WriteResult> {
  @Override
  public WriteResult run(Kernel kernel) {
    throw Kernel.notYet(this);
  }
}
