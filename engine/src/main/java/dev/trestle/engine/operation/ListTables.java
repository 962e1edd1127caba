package dev.trestle.engine.operation;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
/** ListTables. */
public record ListTables(@Nullable String exclusiveStartTableName, @Nullable Integer limit)
    implements Operation<ListTables.Result> {
  public record Result(List<String> tableNames, Optional<String> lastEvaluatedTableName) {}

  @Override
  public ListTables.Result run(Kernel kernel) {
    throw Kernel.notYet(this);
  }
}
