package dev.trestle.cli.migrate;

import java.util.Map;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.TransactionConflictException;

/**
 * Deletes an item that was copied to its new key, and that no program writes any more. It does not
 * look for the copy: programs that write only the new key may have changed or deleted it.
 */
final class DeleteTask implements ItemTask {
  private final DynamoDbClient client;
  private final MovedItems<?, ?> moved;
  private final String from;

  DeleteTask(DynamoDbClient client, MovedItems<?, ?> moved, String prefix) {
    this.client = client;
    this.moved = moved;
    this.from = prefix + moved.former().table().name();
  }

  @Override
  public Outcome run(Map<String, AttributeValue> item) {
    if (!moved.has(item)) return Outcome.unchanged(0);
    var key = ItemKeys.of(moved.former().table(), item);
    var contention = new Contention(from);
    while (true) {
      contention.next();
      try {
        var answer =
            client.deleteItem(ask ->
                ask.tableName(from).key(key).returnConsumedCapacity(ReturnConsumedCapacity.TOTAL));
        return Outcome.changed(ConsumedUnits.of(answer.consumedCapacity()));
      } catch (TransactionConflictException e) {
        contention.pause();
      }
    }
  }
}
