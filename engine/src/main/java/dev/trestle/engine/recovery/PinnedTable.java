package dev.trestle.engine.recovery;

import dev.trestle.engine.execution.OperationContext;
import dev.trestle.engine.refusal.Refusal.PointInTimeRecoveryUnavailableException;
import dev.trestle.engine.storage.Snapshot;
import dev.trestle.engine.table.TableDefinition;
import java.time.Instant;
import java.util.function.Function;

/**
 * A table with recovery, as it and its log are at one moment. It may be changed, deleted or trimmed
 * while it is read.
 *
 * @param earliest the earliest time whose items can be told
 * @param latest the latest one; every write of an earlier time is in the snapshot
 */
public record PinnedTable(
    TableDefinition definition, Snapshot snapshot, Instant earliest, Instant latest) {
  /**
   * Pins the table with this name or ARN.
   *
   * @param use starts the work that closes the snapshot. If it throws instead, the snapshot is
   *     closed here
   */
  public static <R> R with(
      OperationContext context, String nameOrArn, Function<PinnedTable, R> use) {
    var table = RestoreTarget.source(context, nameOrArn);
    var latest = context.storage().settledLogTime();
    return pinned(
        context,
        snapshot -> {
          // Read after the snapshot was taken: what a definition names has not been removed before.
          var definition =
              table.definitionIfPresent().orElseThrow(() -> RestoreTarget.notFound(nameOrArn));
          var recovery = definition.recovery().orElseThrow(() -> unavailable(definition));
          var earliest = new Recovery(context).earliest(recovery);
          return use.apply(new PinnedTable(definition, snapshot, earliest, latest));
        });
  }

  private static PointInTimeRecoveryUnavailableException unavailable(TableDefinition table) {
    return new PointInTimeRecoveryUnavailableException(
        "Point in time recovery is not enabled for table '" + table.name() + "'");
  }

  /**
   * Takes a snapshot.
   *
   * @param use starts the work that closes it. If it throws instead, the snapshot is closed here
   */
  public static <R> R pinned(OperationContext context, Function<Snapshot, R> use) {
    var snapshot = context.storage().snapshot();
    try {
      return use.apply(snapshot);
    } catch (RuntimeException | Error e) {
      snapshot.close();
      throw e;
    }
  }

  /** Returns whether the items of a time can be told. */
  public boolean contains(Instant time) {
    return !time.isBefore(earliest) && !time.isAfter(latest);
  }
}
