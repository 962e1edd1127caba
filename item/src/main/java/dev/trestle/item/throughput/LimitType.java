package dev.trestle.item.throughput;

/** Why a request is throttled. */
public enum LimitType {
  /** The provisioned units and the burst capacity are used up. */
  PROVISIONED_THROUGHPUT("ProvisionedThroughputExceeded"),
  /** An on-demand table or index exceeds the account's quota for one table. */
  ACCOUNT_LIMIT("AccountLimitExceeded"),
  /** An on-demand table or index exceeds the maximum that was set for it. */
  MAXIMUM_THROUGHPUT("MaxOnDemandThroughputExceeded"),
  /** The partition of the key is at its limit. */
  KEY_RANGE_THROUGHPUT("KeyRangeThroughputExceeded");

  private final String suffix;

  LimitType(String suffix) {
    this.suffix = suffix;
  }

  /** Returns DynamoDB's throttling reason, such as TableReadProvisionedThroughputExceeded. */
  public String reason(boolean isIndex, UnitKind kind) {
    return (isIndex ? "Index" : "Table") + (kind == UnitKind.READ ? "Read" : "Write") + suffix;
  }
}
