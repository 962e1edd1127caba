package dev.trestle.engine.operation;

import dev.trestle.engine.table.TableDefinition;
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
}
