package dev.trestle.engine.operation;

import dev.trestle.engine.execution.OperationContext;
import dev.trestle.engine.result.TableDescription;
import org.jspecify.annotations.Nullable;

/** DescribeTable: returns a table's definition, status and sizes. */
public record DescribeTable(@Nullable String tableName) implements Operation<TableDescription> {
  @Override
  public TableDescription run(OperationContext context) {
    return TableDescription.of(context.region(), context.checkedTable(tableName));
  }
}
