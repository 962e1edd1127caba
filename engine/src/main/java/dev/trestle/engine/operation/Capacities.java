package dev.trestle.engine.operation;

import static dev.trestle.engine.operation.Constraints.given;

import dev.trestle.engine.operation.TableParameters.ProvisionedThroughput;
import dev.trestle.engine.refusal.Refusal.LimitExceededException;
import dev.trestle.engine.refusal.Refusal.ValidationException;
import dev.trestle.engine.table.SecondaryIndex;
import dev.trestle.engine.table.TableDefinition;
import dev.trestle.engine.table.Throughput;

/** The rules for provisioned units. The quotas are those that DynamoDB gives a new account. */
final class Capacities {
  static final long ACCOUNT_UNITS = 80_000;
  static final long TABLE_UNITS = 40_000;

  private static final String INVALID = "One or more parameter values were invalid: ";
  private static final long UNITS_MAX = 1_000_000_000_000L;
  private static final String SEE_GUIDE =
      " Refer to the Amazon DynamoDB Developer Guide for current limits and how to request higher"
          + " limits.";

  private Capacities() {}

  static Throughput of(ProvisionedThroughput throughput) {
    return new Throughput(given(throughput.readUnits()), given(throughput.writeUnits()));
  }

  static boolean inBounds(ProvisionedThroughput throughput) {
    return given(throughput.readUnits()) <= UNITS_MAX
        && given(throughput.writeUnits()) <= UNITS_MAX;
  }

  static void requireInBounds(ProvisionedThroughput throughput) {
    requireInBounds("ReadCapacityUnits", given(throughput.readUnits()));
    requireInBounds("WriteCapacityUnits", given(throughput.writeUnits()));
  }

  private static void requireInBounds(String name, long units) {
    if (units > UNITS_MAX) {
      throw new ValidationException("Given value " + units + " for " + name + " is out of bounds");
    }
  }

  /** Refuses what is above an account's quota for one table or one index. */
  static void requireWithinQuota(Kernel kernel, TableDefinition table) {
    requireWithinQuota(kernel, table.throughput(), "", "table");
    for (SecondaryIndex index : table.globalIndexes()) {
      requireWithinQuota(kernel, index.throughput(), " for index " + index.name(), "index");
    }
  }

  private static void requireWithinQuota(
      Kernel kernel, Throughput throughput, String whose, String what) {
    requireWithinQuota(kernel, "ReadCapacityUnits", throughput.readUnits(), whose, what);
    requireWithinQuota(kernel, "WriteCapacityUnits", throughput.writeUnits(), whose, what);
  }

  private static void requireWithinQuota(
      Kernel kernel, String name, long units, String whose, String what) {
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
            + kernel.region()
            + ". Per table maximum: "
            + TABLE_UNITS
            + "."
            + SEE_GUIDE);
  }

  /** Refuses a change of a table's units that is none. */
  static void requireChange(Throughput now, Throughput wanted) {
    requireChange("the table", now, wanted);
  }

  /** Refuses a change of an index's units that is none. */
  static void requireChange(SecondaryIndex index, Throughput wanted) {
    requireChange("the index " + index.name(), index.throughput(), wanted);
  }

  private static void requireChange(String whose, Throughput now, Throughput wanted) {
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

  static ValidationException perRequest() {
    return new ValidationException(
        INVALID
            + "Neither ReadCapacityUnits nor WriteCapacityUnits can be specified when BillingMode"
            + " is PAY_PER_REQUEST");
  }
}
