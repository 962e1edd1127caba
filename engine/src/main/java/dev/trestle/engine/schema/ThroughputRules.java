package dev.trestle.engine.schema;

import static dev.trestle.engine.check.Constraints.given;

import dev.trestle.engine.execution.OperationContext;
import dev.trestle.engine.refusal.Refusal.LimitExceededException;
import dev.trestle.engine.refusal.Refusal.ValidationException;
import dev.trestle.engine.request.TableParameters.ProvisionedThroughput;
import dev.trestle.engine.table.ProvisionedUnits;
import dev.trestle.engine.table.SecondaryIndex;
import dev.trestle.engine.table.TableDefinition;

/** The rules for provisioned throughput. The quotas are those of a new DynamoDB account. */
public final class ThroughputRules {
  public static final long ACCOUNT_UNITS = 80_000;
  public static final long TABLE_UNITS = 40_000;

  private static final String INVALID = "One or more parameter values were invalid: ";
  private static final long UNITS_MAX = 1_000_000_000_000L;
  private static final String SEE_GUIDE =
      " Refer to the Amazon DynamoDB Developer Guide for current limits and how to request higher"
          + " limits.";

  private ThroughputRules() {}

  public static ProvisionedUnits of(ProvisionedThroughput throughput) {
    return new ProvisionedUnits(given(throughput.readUnits()), given(throughput.writeUnits()));
  }

  static boolean inBounds(ProvisionedThroughput throughput) {
    return given(throughput.readUnits()) <= UNITS_MAX
        && given(throughput.writeUnits()) <= UNITS_MAX;
  }

  public static void requireInBounds(ProvisionedThroughput throughput) {
    requireInBounds("ReadCapacityUnits", given(throughput.readUnits()));
    requireInBounds("WriteCapacityUnits", given(throughput.writeUnits()));
  }

  private static void requireInBounds(String name, long units) {
    if (units > UNITS_MAX) {
      throw new ValidationException("Given value " + units + " for " + name + " is out of bounds");
    }
  }

  /** Rejects units above the account's quota for one table or index. */
  public static void requireWithinQuota(OperationContext context, TableDefinition table) {
    requireWithinQuota(context, table.throughput(), "", "table");
    for (SecondaryIndex index : table.globalIndexes()) {
      requireWithinQuota(context, index.throughput(), " for index " + index.name(), "index");
    }
  }

  private static void requireWithinQuota(
      OperationContext context, ProvisionedUnits throughput, String whose, String what) {
    requireWithinQuota(context, "ReadCapacityUnits", throughput.readUnits(), whose, what);
    requireWithinQuota(context, "WriteCapacityUnits", throughput.writeUnits(), whose, what);
  }

  private static void requireWithinQuota(
      OperationContext context, String name, long units, String whose, String what) {
    if (units <= TABLE_UNITS) return;
    throw new LimitExceededException(
        "The requested "
            + name
            + whose
            + ", "
            + units
            + ", is above the per "
            + what
            + " maximum for the account in "
            + context.region()
            + ". Per table maximum: "
            + TABLE_UNITS
            + "."
            + SEE_GUIDE);
  }

  /** Rejects an update that does not change a table's units. */
  public static void requireChange(ProvisionedUnits now, ProvisionedUnits wanted) {
    requireChange("the table", now, wanted);
  }

  /** Rejects an update that does not change an index's units. */
  static void requireChange(SecondaryIndex index, ProvisionedUnits wanted) {
    requireChange("the index " + index.name(), index.throughput(), wanted);
  }

  private static void requireChange(String whose, ProvisionedUnits now, ProvisionedUnits wanted) {
    if (!now.equals(wanted)) return;
    var provisionedFor = whose.replace("the index", "index");
    throw new ValidationException(
        "The provisioned throughput for "
            + whose
            + " will not change. The requested value equals the current value. Current"
            + " ReadCapacityUnits provisioned for "
            + provisionedFor
            + ": "
            + now.readUnits()
            + ". Requested ReadCapacityUnits: "
            + wanted.readUnits()
            + ". Current WriteCapacityUnits provisioned for "
            + provisionedFor
            + ": "
            + now.writeUnits()
            + ". Requested WriteCapacityUnits: "
            + wanted.writeUnits()
            + "."
            + SEE_GUIDE);
  }

  public static ValidationException perRequest() {
    return new ValidationException(
        INVALID
            + "Neither ReadCapacityUnits nor WriteCapacityUnits can be specified when BillingMode"
            + " is PAY_PER_REQUEST");
  }
}
