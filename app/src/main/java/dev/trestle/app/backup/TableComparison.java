package dev.trestle.app.backup;

import java.util.Iterator;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Compares two tables item by item. Engines return the items of a scan in the order of keys. */
final class TableComparison {
  private TableComparison() {}

  /** Returns what differs first, or empty if the tables are equal. */
  static Optional<String> of(
      DynamoDbClient first, String firstTable, DynamoDbClient second, String secondTable) {
    var left = items(first, firstTable);
    var right = items(second, secondTable);
    long compared = 0;
    while (left.hasNext() && right.hasNext()) {
      if (!left.next().equals(right.next())) {
        return Optional.of("%s differs after %d equal items".formatted(firstTable, compared));
      }
      compared++;
    }
    return left.hasNext() || right.hasNext()
        ? Optional.of("%s has items in one copy only, after %d".formatted(firstTable, compared))
        : Optional.empty();
  }

  private static Iterator<Map<String, AttributeValue>> items(DynamoDbClient client, String table) {
    return client
        .scanPaginator(request -> request.tableName(table).consistentRead(true))
        .items()
        .iterator();
  }
}
