package dev.trestle.engine.result;

import dev.trestle.engine.request.BackupArns;
import dev.trestle.engine.request.TableNames;
import dev.trestle.engine.table.OpenTable;
import dev.trestle.engine.table.RestoreSummary;
import dev.trestle.engine.table.SecondaryIndex.State;
import dev.trestle.engine.table.TableDefinition;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * What DescribeTable returns.
 *
 * @param arn the table's ARN; an index's is {@code arn/index/NAME}, the stream's {@code
 *     arn/stream/LABEL}
 * @param indexSizes the sizes by index name
 * @param restore empty unless the table was restored
 */
public record TableDescription(
    TableDefinition definition,
    Status status,
    String arn,
    Size size,
    Map<String, Size> indexSizes,
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

  /** The size of a table or index, as DynamoDB counts it. */
  public record Size(long items, long bytes) {}

  public static TableDescription of(
      String region, OpenTable table, TableDefinition definition, Status status) {
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
        definition
            .restore()
            .filter(restore -> !restore.isImport())
            .map(restore -> Restore.of(region, restore)));
  }

  /** Returns the description of a table in its current state. */
  public static TableDescription of(String region, OpenTable table) {
    var definition = table.definition();
    return of(region, table, definition, status(definition));
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
