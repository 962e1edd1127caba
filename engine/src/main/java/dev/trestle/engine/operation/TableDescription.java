package dev.trestle.engine.operation;

import dev.trestle.engine.table.SecondaryIndex.State;
import dev.trestle.engine.table.Table;
import dev.trestle.engine.table.TableDefinition;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What DescribeTable tells of a table, beside its definition.
 *
 * @param arn the table's ARN; an index's is {@code arn/index/NAME}, the stream's {@code
 *     arn/stream/LABEL}
 * @param indexSizes by index name
 */
public record TableDescription(
    TableDefinition definition,
    Status status,
    String arn,
    Size size,
    Map<String, Size> indexSizes) {
  public enum Status {
    CREATING,
    ACTIVE,
    UPDATING,
    DELETING
  }

  /** How much there is in a table or index, as DynamoDB counts bytes. */
  public record Size(long items, long bytes) {}

  static TableDescription of(
      Kernel kernel, Table table, TableDefinition definition, Status status) {
    var sizes = new LinkedHashMap<String, Size>();
    for (var index : definition.indexes()) {
      sizes.put(
          index.name(),
          new Size(table.indexItemCount(index.id()), table.indexByteCount(index.id())));
    }
    return new TableDescription(
        definition,
        status,
        TableNames.arn(kernel.region(), definition.name()),
        new Size(table.itemCount(), table.byteCount()),
        sizes);
  }

  /** The table as it is now. */
  static TableDescription of(Kernel kernel, Table table) {
    var definition = table.definition();
    return of(kernel, table, definition, isSettled(definition) ? Status.ACTIVE : Status.UPDATING);
  }

  /** Whether nothing is on its way to something else. */
  static boolean isSettled(TableDefinition definition) {
    return definition.indexes().stream().allMatch(index -> index.state() == State.ACTIVE);
  }
}
