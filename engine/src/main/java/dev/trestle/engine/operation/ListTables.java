package dev.trestle.engine.operation;

import dev.trestle.engine.check.Constraints;
import dev.trestle.engine.execution.OperationContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** ListTables: lists the names of all tables, page by page. */
public record ListTables(@Nullable String exclusiveStartTableName, @Nullable Integer limit)
    implements Operation<ListTables.Result> {
  private static final int PAGE_MAX = 100;

  public record Result(List<String> tableNames, Optional<String> lastEvaluatedTableName) {}

  @Override
  public ListTables.Result run(OperationContext context) {
    new Constraints()
        .atLeast("limit", limit, 1)
        .atMost("limit", limit, PAGE_MAX)
        .startName("exclusiveStartTableName", exclusiveStartTableName)
        .check();
    var names = new ArrayList<String>();
    int most = limit == null ? PAGE_MAX : limit;
    for (var name : context.catalog().names()) {
      if (exclusiveStartTableName != null && name.compareTo(exclusiveStartTableName) <= 0) continue;
      if (names.size() == most) return new Result(names, Optional.of(names.getLast()));
      names.add(name);
    }
    return new Result(names, Optional.empty());
  }
}
