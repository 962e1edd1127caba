package dev.trestle.engine.operation;

import dev.trestle.engine.execution.OperationContext;
import dev.trestle.engine.schema.ThroughputRules;

/** DescribeLimits: returns the quotas of the account. */
public record DescribeLimits() implements Operation<DescribeLimits.Result> {
  public record Result(
      long accountMaxReadUnits,
      long accountMaxWriteUnits,
      long tableMaxReadUnits,
      long tableMaxWriteUnits) {}

  @Override
  public DescribeLimits.Result run(OperationContext context) {
    return new Result(
        ThroughputRules.ACCOUNT_UNITS,
        ThroughputRules.ACCOUNT_UNITS,
        ThroughputRules.TABLE_UNITS,
        ThroughputRules.TABLE_UNITS);
  }
}
