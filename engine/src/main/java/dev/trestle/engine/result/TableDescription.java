package dev.trestle.engine.result;

import dev.trestle.engine.request.BackupArns;
import dev.trestle.engine.request.TableNames;
import dev.trestle.engine.table.OpenTable;
import dev.trestle.engine.table.RestoreSummary;
import dev.trestle.engine.table.SecondaryIndex.State;
import dev.trestle.engine.table.TableDefinition;
import dev.trestle.engine.table.WarmUnits;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * What DescribeTable returns.
 *
 * @param arn the table's ARN; an index's is {@code arn/index/NAME}, the stream's {@code
 *     arn/stream/LABEL}
 * @param indexSizes the sizes by index name
 * @param warm the warm throughput of the table and its global indexes, by id, where it is shown
 * @param restore empty unless the table was restored
 */
public record TableDescription(
    TableDefinition definition,
    Status status,
    String arn,
    Size size,
    Map<String, Size> indexSizes,
    Map<Integer, Warm> warm,
    Optional<Restore> restore) {
  public enum Status {
    CREATING,
    ACTIVE,
    UPDATING,
    DELETING
  }

  /** Where a restored table comes from. */
  public record Restore(
      String sourceTableArn, Optional<String> sourceBackupArn, Instant at, boolean inProgress) {
    static Restore of(String region, RestoreSummary restore) {
      var table = restore.sourceTable();
      return new Restore(
          TableNames.arn(region, table),
          restore.sourceBackup().map(id -> BackupArns.of(region, table, id)),
          restore.at(),
          restore.inProgress());
    }
  }

  /** A warm throughput. While it is being raised, the units are still the old ones. */
  public record Warm(WarmUnits units, boolean isUpdating) {
    /** Returns DynamoDB's status. */
    public String status() {
      return isUpdating ? "UPDATING" : "ACTIVE";
    }
  }

  /** The size of a table or index, as DynamoDB counts it. */
  public record Size(long items, long bytes) {}

  /** Returns a description without warm throughput. */
  public static TableDescription of(
      String region, OpenTable table, TableDefinition definition, Status status) {
    return of(region, table, definition, status, Map.of());
  }

  public static TableDescription of(
      String region,
      OpenTable table,
      TableDefinition definition,
      Status status,
      Map<Integer, Warm> warm) {
    var sizes = new LinkedHashMap<String, Size>();
    for (var index : definition.indexes()) {
      sizes.put(
          index.name(),
          new Size(table.indexItemCount(index.id()), table.indexByteCount(index.id())));
    }
    return new TableDescription(
        definition,
        status,
        TableNames.arn(region, definition.name()),
        new Size(table.itemCount(), table.byteCount()),
        sizes,
        warm,
        definition
            .restore()
            .filter(restore -> restore.inProgress() && !restore.isImport())
            .map(restore -> Restore.of(region, restore)));
  }

  /** Returns the description of a table in its current state. */
  public static TableDescription of(String region, OpenTable table) {
    var definition = table.definition();
    return of(region, table, definition, status(definition), warm(definition));
  }

  /** Returns the warm throughput of a table and of its active global indexes, by id. */
  public static Map<Integer, Warm> warm(TableDefinition definition) {
    var warm = new HashMap<Integer, Warm>();
    warm.put(definition.id(), new Warm(definition.warm(), false));
    for (var index : definition.globalIndexes()) {
      if (index.state() == State.ACTIVE) warm.put(index.id(), new Warm(index.warm(), false));
    }
    return warm;
  }

  private static Status status(TableDefinition definition) {
    if (definition.isRestoring()) return Status.CREATING;
    return isStable(definition) ? Status.ACTIVE : Status.UPDATING;
  }

  /** Returns whether no index is being created or deleted. */
  public static boolean isStable(TableDefinition definition) {
    return definition.indexes().stream().allMatch(index -> index.state() == State.ACTIVE);
  }
}
