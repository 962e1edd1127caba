package dev.trestle.engine.operation;

import dev.trestle.engine.execution.OperationContext;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** DescribeTimeToLive: returns a table's time-to-live settings. */
public record DescribeTimeToLive(@Nullable String tableName)
    implements Operation<DescribeTimeToLive.Result> {
  /** The settings. The status is DISABLED, ENABLING or ENABLED. */
  public record Result(String status, Optional<String> attributeName) {}

  @Override
  public DescribeTimeToLive.Result run(OperationContext context) {
    var definition = context.checkedTable(tableName).definition();
    return definition
        .timeToLive()
        .map(ttl ->
            new Result(ttl.complete() ? "ENABLED" : "ENABLING", Optional.of(ttl.attribute())))
        .orElse(new Result("DISABLED", Optional.empty()));
  }
}
