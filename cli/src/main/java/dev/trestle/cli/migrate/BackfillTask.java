package dev.trestle.cli.migrate;

import dev.trestle.model.Entity;
import dev.trestle.model.Table;
import dev.trestle.model.codec.CodecException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.TransactionConflictException;

/**
 * Writes an item that is not stored as declared. The write is conditional on what was read; if
 * somebody else was faster, the change is computed again from what is there now.
 */
final class BackfillTask implements ItemTask {
  private final DynamoDbClient client;
  private final Table table;
  private final String name;
  private final List<DeclaredItems<?>> declared;

  BackfillTask(
      DynamoDbClient client, Table table, String name, List<? extends Entity<?>> entities) {
    this.client = client;
    this.table = table;
    this.name = name;
    this.declared = entities.stream().<DeclaredItems<?>>map(DeclaredItems::new).toList();
  }

  @Override
  public Outcome run(Map<String, AttributeValue> read) {
    var item = read;
    double units = 0;
    var contention = new Contention(name);
    while (true) {
      contention.next();
      var key = ItemKeys.of(table, item);
      Optional<ItemRewrite> change;
      try {
        change = rewrite(item);
      } catch (CodecException | IllegalArgumentException e) {
        var found = new UnreadableItem(name, key, String.valueOf(e.getMessage()));
        return Outcome.unreadable(found, units);
      }
      if (change.isEmpty()) return Outcome.unchanged(units);
      try {
        var answer = client.updateItem(change.get().request(name, key));
        return Outcome.changed(units + ConsumedUnits.of(answer.consumedCapacity()));
      } catch (ConditionalCheckFailedException e) {
        // Refused writes consume units too; DynamoDB does not say how many.
        units++;
        if (!e.hasItem() || e.item().isEmpty()) return Outcome.unchanged(units);
        item = e.item();
      } catch (TransactionConflictException e) {
        contention.pause();
      }
    }
  }

  private Optional<ItemRewrite> rewrite(Map<String, AttributeValue> item) {
    for (var each : declared) {
      if (each.has(item)) return each.rewrite(item);
    }
    return Optional.empty();
  }
}
