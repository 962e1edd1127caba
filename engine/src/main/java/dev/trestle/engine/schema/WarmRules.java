package dev.trestle.engine.schema;

import dev.trestle.engine.execution.OperationContext;
import dev.trestle.engine.refusal.Refusal.LimitExceededException;
import dev.trestle.engine.refusal.Refusal.ValidationException;
import dev.trestle.engine.request.TableParameters.WarmThroughput;
import dev.trestle.engine.table.ProvisionedUnits;
import dev.trestle.engine.table.TableDefinition;
import dev.trestle.engine.table.WarmUnits;
import org.jspecify.annotations.Nullable;

/** The rules for the warm throughput of tables and their global indexes. */
public final class WarmRules {
  private static final String INVALID = "One or more parameter values were invalid: ";
  private static final String READ = "ReadUnitsPerSecond";
  private static final String WRITE = "WriteUnitsPerSecond";
  private static final String TABLE = "table";
  private static final String BELOW_INITIAL =
      "initial throughput for OnDemand. See:"
          + " https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/on-demand-capacity-mode.html#on-demand-capacity-mode-initial";
  private static final String BELOW_CURRENT =
      "current WarmThroughput, decreasing WarmThroughput is not supported";

  private WarmRules() {}

  /** Returns whether a request has a warm throughput. One without members has none. */
  public static boolean isGiven(@Nullable WarmThroughput requested) {
    return requested != null && (requested.readUnits() != null || requested.writeUnits() != null);
  }

  /** Returns the warm throughput of a new table with these provisioned units. */
  public static WarmUnits ofNewTable(@Nullable WarmThroughput requested, ProvisionedUnits units) {
    return created(requested, units, TABLE);
  }

  /** Returns the warm throughput of a new index with these provisioned units. */
  public static WarmUnits ofNewIndex(
      String name, @Nullable WarmThroughput requested, ProvisionedUnits units) {
    return created(requested, units, index(name));
  }

  private static WarmUnits created(
      @Nullable WarmThroughput requested, ProvisionedUnits units, String whose) {
    var initial = WarmUnits.initial(units);
    boolean onDemand = units.equals(ProvisionedUnits.ON_DEMAND);
    return raised(
        initial,
        requested,
        whose,
        onDemand ? BELOW_INITIAL : "ReadCapacityUnits of ProvisionedThroughput",
        onDemand ? BELOW_INITIAL : "WriteCapacityUnits of ProvisionedThroughput");
  }

  /** Returns a table's warm throughput after an update. What the request omits stays. */
  public static WarmUnits ofTable(WarmUnits now, @Nullable WarmThroughput requested) {
    return raised(now, requested, TABLE, BELOW_CURRENT, BELOW_CURRENT);
  }

  /** Returns an index's warm throughput after an update. What the request omits stays. */
  static WarmUnits ofIndex(String name, WarmUnits now, @Nullable WarmThroughput requested) {
    return raised(now, requested, index(name), BELOW_CURRENT, BELOW_CURRENT);
  }

  private static String index(String name) {
    return "index " + name;
  }

  private static WarmUnits raised(
      WarmUnits now,
      @Nullable WarmThroughput requested,
      String whose,
      String readBound,
      String writeBound) {
    if (requested == null) return now;
    return new WarmUnits(
        raised(READ, now.readUnits(), requested.readUnits(), whose, readBound),
        raised(WRITE, now.writeUnits(), requested.writeUnits(), whose, writeBound));
  }

  private static long raised(
      String name, long now, @Nullable Long requested, String whose, String bound) {
    if (requested == null) return now;
    if (requested >= now) return requested;
    throw new ValidationException(
        INVALID
            + "Requested "
            + name
            + " for WarmThroughput for "
            + whose
            + " is lower than "
            + bound);
  }

  /** Rejects a warm throughput above the account's quota for one table or index. */
  public static void requireWithinQuota(OperationContext context, TableDefinition table) {
    requireWithinQuota(context, table.warm(), TABLE);
    for (var index : table.globalIndexes()) {
      requireWithinQuota(context, index.warm(), index(index.name()));
    }
  }

  private static void requireWithinQuota(OperationContext context, WarmUnits warm, String whose) {
    requireWithinQuota(context, READ, warm.readUnits(), whose, "TableMaxReadCapacityUnits");
    requireWithinQuota(context, WRITE, warm.writeUnits(), whose, "TableMaxWriteCapacityUnits");
  }

  private static void requireWithinQuota(
      OperationContext context, String name, long units, String whose, String quota) {
    if (units <= ThroughputRules.TABLE_UNITS) return;
    throw new LimitExceededException(
        "Subscriber limit exceeded: Requested "
            + name
            + " for WarmThroughput for "
            + whose
            + " exceeds "
            + quota
            + " of the account in region "
            + context.region());
  }
}
