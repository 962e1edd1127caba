package dev.trestle.engine.operation;

import org.jspecify.annotations.Nullable;

/** DescribeTable. */
public record DescribeTable(@Nullable String tableName) implements Operation<TableDescription> {
  @Override
  public TableDescription run(Kernel kernel) {
    return TableDescription.of(kernel, TableNames.require(kernel, tableName));
  }
}
