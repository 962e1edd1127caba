package dev.trestle.engine.schema;

import dev.trestle.engine.execution.OperationContext;
import dev.trestle.engine.refusal.Refusal.LimitExceededException;
import dev.trestle.engine.refusal.Refusal.ValidationException;
import dev.trestle.engine.request.TableParameters.OnDemandThroughput;
import dev.trestle.engine.table.MaximumUnits;
import dev.trestle.engine.table.TableDefinition;
import dev.trestle.engine.table.TableDefinition.BillingMode;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The rules for the maximum throughput of on-demand tables and their global indexes. */
public final class MaximumRules {
  private static final String INVALID = "One or more parameter values were invalid: ";
  private static final String READ = "MaxReadRequestUnits";
  private static final String WRITE = "MaxWriteRequestUnits";

  private MaximumRules() {}

  /** Returns whether a request has a maximum. One without members has none. */
  public static boolean isGiven(@Nullable OnDemandThroughput requested) {
    return requested != null
        && (requested.maxReadUnits() != null || requested.maxWriteUnits() != null);
  }

  /** Returns the maximum of a new table. */
  public static MaximumUnits ofNewTable(
      @Nullable OnDemandThroughput requested, BillingMode billing) {
    return created(requested, billing, "", " for table");
  }

  /** Returns the maximum of an index that is created with its table. */
  static MaximumUnits ofNewIndex(
      String name, @Nullable OnDemandThroughput requested, BillingMode billing) {
    return created(requested, billing, " for index: " + name, ofIndex(name));
  }

  private static MaximumUnits created(
      @Nullable OnDemandThroughput requested, BillingMode billing, String whose, String range) {
    if (requested == null || !isGiven(requested)) return MaximumUnits.NONE;
    if (billing == BillingMode.PROVISIONED) {
      throw provisioned(requested, whose, "table BillingMode is PROVISIONED.");
    }
    return checked(INVALID, requested, range, false);
  }

  /** Returns a table's maximum after an update. What the request omits stays. */
  public static MaximumUnits ofTable(
      MaximumUnits now, @Nullable OnDemandThroughput requested, BillingMode billing) {
    return updated(now, requested, billing, "", " for table");
  }

  /** Returns an index's maximum after an update of its table. What the request omits stays. */
  static MaximumUnits ofIndex(
      String name, MaximumUnits now, @Nullable OnDemandThroughput requested, BillingMode billing) {
    return updated(now, requested, billing, ofIndex(name), ofIndex(name));
  }

  /** Returns the maximum of a restored table. */
  public static MaximumUnits ofRestoredTable(
      MaximumUnits source, @Nullable OnDemandThroughput requested, BillingMode billing) {
    if (requested == null || !isGiven(requested)) {
      return billing == BillingMode.PROVISIONED ? MaximumUnits.NONE : source;
    }
    if (billing == BillingMode.PROVISIONED) {
      throw new ValidationException(
          "Invalid Request: Cannot override "
              + memberOf(requested)
              + " for OnDemandThroughput unless BillingModeOverride is PAY_PER_REQUEST");
    }
    return checked("Invalid Request: ", requested, "", false);
  }

  /** Returns the maximum of an index of a restored table. */
  public static MaximumUnits ofRestoredIndex(
      String name,
      MaximumUnits source,
      @Nullable OnDemandThroughput requested,
      BillingMode billing) {
    if (isGiven(requested)) return ofNewIndex(name, requested, billing);
    return billing == BillingMode.PROVISIONED ? MaximumUnits.NONE : source;
  }

  private static MaximumUnits updated(
      MaximumUnits now,
      @Nullable OnDemandThroughput requested,
      BillingMode billing,
      String whose,
      String range) {
    if (requested == null || !isGiven(requested)) {
      return billing == BillingMode.PROVISIONED ? MaximumUnits.NONE : now;
    }
    if (billing == BillingMode.PROVISIONED) {
      throw provisioned(requested, whose, "the table BillingMode is PROVISIONED");
    }
    var wanted = checked(INVALID, requested, range, true);
    return new MaximumUnits(
        wanted.readUnits().or(now::readUnits), wanted.writeUnits().or(now::writeUnits));
  }

  private static String ofIndex(String name) {
    return " for index : " + name;
  }

  private static ValidationException provisioned(
      OnDemandThroughput requested, String whose, String when) {
    return new ValidationException(
        INVALID
            + memberOf(requested)
            + " for OnDemandThroughput"
            + whose
            + " cannot be specified when "
            + when);
  }

  private static String memberOf(OnDemandThroughput requested) {
    return requested.maxReadUnits() == null ? WRITE : READ;
  }

  private static MaximumUnits checked(
      String prefix, OnDemandThroughput requested, String whose, boolean mayRemove) {
    return new MaximumUnits(
        checked(prefix, READ, requested.maxReadUnits(), whose, mayRemove),
        checked(prefix, WRITE, requested.maxWriteUnits(), whose, mayRemove));
  }

  private static Optional<Long> checked(
      String prefix, String name, @Nullable Long units, String whose, boolean mayRemove) {
    if (units == null || units >= 1 || (mayRemove && units == MaximumUnits.REMOVED)) {
      return Optional.ofNullable(units);
    }
    throw new ValidationException(
        prefix
            + "Requested "
            + name
            + " for OnDemandThroughput"
            + whose
            + " is outside of valid range");
  }

  /** Rejects a maximum above the account's quota for one table or index. */
  public static void requireWithinQuota(OperationContext context, TableDefinition table) {
    requireWithinQuota(context, table.maximum(), " for table");
    for (var index : table.globalIndexes()) {
      requireWithinQuota(context, index.maximum(), ofIndex(index.name()));
    }
  }

  private static void requireWithinQuota(
      OperationContext context, MaximumUnits maximum, String whose) {
    requireWithinQuota(context, READ, maximum.readUnits(), whose, "TableMaxReadCapacityUnits");
    requireWithinQuota(context, WRITE, maximum.writeUnits(), whose, "TableMaxWriteCapacityUnits");
  }

  private static void requireWithinQuota(
      OperationContext context, String name, Optional<Long> units, String whose, String quota) {
    if (units.orElse(0L) <= ThroughputRules.TABLE_UNITS) return;
    throw new LimitExceededException(
        "Subscriber limit exceeded: Requested "
            + name
            + " for OnDemandThroughput"
            + whose
            + " exceeds "
            + quota
            + " of the account in region "
            + context.region());
  }
}
