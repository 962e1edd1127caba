package dev.trestle.engine.operation;

/** DescribeLimits. */
public record DescribeLimits() implements Operation<DescribeLimits.Result> {
  public record Result(
      long accountMaxReadUnits,
      long accountMaxWriteUnits,
      long tableMaxReadUnits,
      long tableMaxWriteUnits) {}

  @Override
  public DescribeLimits.Result run(Kernel kernel) {
    return new Result(
        Capacities.ACCOUNT_UNITS,
        Capacities.ACCOUNT_UNITS,
        Capacities.TABLE_UNITS,
        Capacities.TABLE_UNITS);
  }
}
