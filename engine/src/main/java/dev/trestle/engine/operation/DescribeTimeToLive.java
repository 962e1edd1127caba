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
    throw Kernel.notYet(this);
  }
}
