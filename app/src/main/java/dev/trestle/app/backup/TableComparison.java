package dev.trestle.app.backup;

import java.util.Iterator;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * The result of comparing two tables item by item. Engines return the items of a scan in the order
 * of keys.
 *
 * @param items how many items are equal, up to the first difference
 * @param difference what differs first; empty if the tables are equal
 */
record TableComparison(long items, Optional<String> difference) {
  static TableComparison of(
      DynamoDbClient first, String firstTable, DynamoDbClient second, String secondTable) {
    var left = items(first, firstTable);
    var right = items(second, secondTable);
    long equal = 0;
    while (left.hasNext() && right.hasNext()) {
      if (!left.next().equals(right.next())) {
        return new TableComparison(
            equal, Optional.of("%s differs after %d equal items".formatted(firstTable, equal)));
      }
      equal++;
    }
    var longer = "%s has items in one copy only, after %d".formatted(firstTable, equal);
    return new TableComparison(
        equal, left.hasNext() || right.hasNext() ? Optional.of(longer) : Optional.empty());
  }

  private static Iterator<Map<String, AttributeValue>> items(DynamoDbClient client, String table) {
    return client
        .scanPaginator(request -> request.tableName(table).consistentRead(true))
        .items()
        .iterator();
  }
}
