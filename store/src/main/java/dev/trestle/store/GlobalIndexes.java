package dev.trestle.store;

import dev.trestle.model.Table;
import dev.trestle.model.TableIndex;
import java.util.ArrayList;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndexUpdate;
import software.amazon.awssdk.services.dynamodb.model.IndexStatus;

/**
 * Adds and drops global indexes of tables that exist. DynamoDB fills a new index by itself and
 * refuses queries of it until it is complete.
 */
public final class GlobalIndexes {
  /** What has become of an index. */
  public enum Status {
    /** There is no such index. */
    ABSENT,
    /** It is being filled or dropped, and cannot be read. */
    CHANGING,
    /** It is complete. */
    ACTIVE
  }

  private GlobalIndexes() {}

  /**
   * Returns the status of an index.
   *
   * @param table the table's name, with its prefix
   */
  public static Status status(DynamoDbClient client, String table, String index) {
    return client
        .describeTable(ask -> ask.tableName(table))
        .table()
        .globalSecondaryIndexes()
        .stream()
        .filter(live -> live.indexName().equals(index))
        .map(live -> live.indexStatus() == IndexStatus.ACTIVE ? Status.ACTIVE : Status.CHANGING)
        .findFirst()
        .orElse(Status.ABSENT);
  }

  /** Starts to add a declared index. */
  public static void add(DynamoDbClient client, Table table, TableIndex index, String prefix) {
    var definitions = new ArrayList<AttributeDefinition>();
    definitions.add(TableRequest.definition(index.partition()));
    index.sort().map(TableRequest::definition).ifPresent(definitions::add);
    var wanted = TableRequest.global(table, index);
    var change =
        GlobalSecondaryIndexUpdate.builder()
            .create(made ->
                made.indexName(wanted.indexName())
                    .keySchema(wanted.keySchema())
                    .projection(wanted.projection())
                    .provisionedThroughput(wanted.provisionedThroughput()))
            .build();
    client.updateTable(ask ->
        ask.tableName(prefix + table.name())
            .attributeDefinitions(definitions)
            .globalSecondaryIndexUpdates(change));
  }

  /**
   * Starts to drop an index.
   *
   * @param table the table's name, with its prefix
   */
  public static void drop(DynamoDbClient client, String table, String index) {
    var change =
        GlobalSecondaryIndexUpdate.builder().delete(named -> named.indexName(index)).build();
    client.updateTable(ask -> ask.tableName(table).globalSecondaryIndexUpdates(change));
  }
}
