package dev.trestle.engine.operation;

import org.jspecify.annotations.Nullable;
/** DeleteTable. */
public record DeleteTable(@Nullable String tableName)
    implements Operation<TableDescription> {
  @Override
  public TableDescription run(Kernel kernel) {
    throw Kernel.notYet(this);
  }
}
