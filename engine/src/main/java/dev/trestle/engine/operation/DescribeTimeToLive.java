package dev.trestle.engine.operation;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** DescribeTimeToLive. */
public record DescribeTimeToLive(@Nullable String tableName)
    implements Operation<DescribeTimeToLive.Result> {
  /** Status is DISABLED, ENABLING or ENABLED. */
  public record Result(String status, Optional<String> attributeName) {}

  @Override
  public DescribeTimeToLive.Result run(Kernel kernel) {
    var definition = TableNames.require(kernel, tableName).definition();
    return definition
        .timeToLive()
        .map(ttl ->
            new Result(ttl.complete() ? "ENABLED" : "ENABLING", Optional.of(ttl.attribute())))
        .orElse(new Result("DISABLED", Optional.empty()));
  }
}
