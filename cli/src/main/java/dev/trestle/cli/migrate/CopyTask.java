package dev.trestle.cli.migrate;

import dev.trestle.model.codec.CodecException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionCheck;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.ItemResponse;
import software.amazon.awssdk.services.dynamodb.model.Put;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItem;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItemsResponse;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

/**
 * Copies an item to its new key. One transaction checks that the item is as it was read and puts
 * the copy, if that is as it was read, too. Programs write both in one transaction, so whoever is
 * first, the two are equal afterwards. The copy of another item is not replaced.
 */
final class CopyTask implements ItemTask {
  private final DynamoDbClient client;
  private final MovedItems<?, ?> moved;
  private final String from;
  private final String to;

  /** The attributes of the items that are copied. */
  private final Set<String> formerNames;

  /** The attributes of the copies. */
  private final Set<String> copyNames;

  CopyTask(DynamoDbClient client, MovedItems<?, ?> moved, String prefix) {
    this.client = client;
    this.moved = moved;
    this.from = prefix + moved.former().table().name();
    this.to = prefix + moved.entity().table().name();
    this.formerNames = new DeclaredItems<>(moved.former()).names();
    this.formerNames.add(moved.former().table().partition().name());
    this.copyNames = new DeclaredItems<>(moved.entity()).names();
  }

  @Override
  public Outcome run(Map<String, AttributeValue> read) {
    if (!moved.has(read)) return Outcome.unchanged(0);
    var key = ItemKeys.of(moved.former().table(), read);
    var item = read;
    double units = 0;
    var contention = new Contention(from);
    while (true) {
      contention.next();
      Map<String, AttributeValue> wanted;
      try {
        wanted = moved.moved(item);
      } catch (CodecException | IllegalArgumentException e) {
        var found = new UnreadableItem(from, key, String.valueOf(e.getMessage()));
        return Outcome.unreadable(found, units);
      }
      var copyKey = ItemKeys.of(moved.entity().table(), wanted);
      var copy = get(to, copyKey);
      units += ConsumedUnits.of(copy.consumedCapacity());
      if (isCopy(copy.item(), wanted)) return Outcome.unchanged(units);
      try {
        if (isOfAnother(copy.item(), item)) {
          // The item may be gone by now. Only what is read together tells.
          var both = together(key, copyKey);
          units += ConsumedUnits.of(both.consumedCapacity());
          if (isTaken(both.responses(), item)) return Outcome.unreadable(taken(key), units);
        } else {
          var steps = List.of(check(key, item), put(copy.item(), wanted));
          var answer =
              client.transactWriteItems(ask ->
                  ask.transactItems(steps).returnConsumedCapacity(ReturnConsumedCapacity.TOTAL));
          return Outcome.changed(units + ConsumedUnits.of(answer.consumedCapacity()));
        }
      } catch (TransactionCanceledException e) {
        if (Throttling.isThrottled(e)) throw e;
        contention.pause();
      }
      var again = get(from, key);
      units += ConsumedUnits.of(again.consumedCapacity());
      if (!again.hasItem()) return Outcome.unchanged(units);
      item = again.item();
    }
  }

  /** A copy that cannot be read is replaced. */
  private boolean isOfAnother(Map<String, AttributeValue> copy, Map<String, AttributeValue> item) {
    try {
      return moved.isOfAnother(copy, item);
    } catch (CodecException | IllegalArgumentException e) {
      return false;
    }
  }

  private boolean isTaken(List<ItemResponse> both, Map<String, AttributeValue> item) {
    return StoredValue.isSame(both.getFirst().item(), item)
        && isOfAnother(both.getLast().item(), item);
  }

  private UnreadableItem taken(Map<String, AttributeValue> key) {
    return new UnreadableItem(
        from,
        key,
        "another %s has the same key as a %s"
            .formatted(moved.former().name(), moved.entity().name()));
  }

  /** Reads an item and a copy as they are at one moment. */
  private TransactGetItemsResponse together(
      Map<String, AttributeValue> key, Map<String, AttributeValue> copyKey) {
    return client.transactGetItems(ask ->
        ask.transactItems(
                TransactGetItem.builder().get(one -> one.tableName(from).key(key)).build(),
                TransactGetItem.builder().get(one -> one.tableName(to).key(copyKey)).build())
            .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL));
  }

  private boolean isCopy(Map<String, AttributeValue> there, Map<String, AttributeValue> wanted) {
    boolean more =
        copyNames.stream().anyMatch(name -> there.containsKey(name) && !wanted.containsKey(name));
    return !more
        && wanted.entrySet().stream()
            .allMatch(entry -> StoredValue.covers(there.get(entry.getKey()), entry.getValue()));
  }

  private GetItemResponse get(String table, Map<String, AttributeValue> key) {
    return client.getItem(ask ->
        ask.tableName(table)
            .key(key)
            .consistentRead(true)
            .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL));
  }

  private TransactWriteItem check(
      Map<String, AttributeValue> key, Map<String, AttributeValue> item) {
    var unchanged = Unchanged.of(item, formerNames);
    return TransactWriteItem.builder()
        .conditionCheck(
            ConditionCheck.builder()
                .tableName(from)
                .key(key)
                .conditionExpression(unchanged.condition)
                .expressionAttributeNames(unchanged.names)
                .expressionAttributeValues(unchanged.values)
                .build())
        .build();
  }

  private TransactWriteItem put(
      Map<String, AttributeValue> there, Map<String, AttributeValue> wanted) {
    var names = new TreeSet<>(wanted.keySet());
    names.addAll(there.keySet());
    var unchanged = Unchanged.of(there, names);
    return TransactWriteItem.builder()
        .put(
            Put.builder()
                .tableName(to)
                .item(wanted)
                .conditionExpression(unchanged.condition)
                .expressionAttributeNames(unchanged.names)
                .expressionAttributeValues(unchanged.values.isEmpty() ? null : unchanged.values)
                .build())
        .build();
  }

  /** The condition that attributes are as they were read. */
  private record Unchanged(
      String condition, Map<String, String> names, Map<String, AttributeValue> values) {
    static Unchanged of(Map<String, AttributeValue> item, Set<String> attributes) {
      var conditions = new ArrayList<String>();
      var names = new HashMap<String, String>();
      var values = new HashMap<String, AttributeValue>();
      for (var attribute : List.copyOf(attributes)) {
        int number = conditions.size();
        names.put("#a" + number, attribute);
        var stored = item.get(attribute);
        if (stored == null) {
          conditions.add("attribute_not_exists(#a%d)".formatted(number));
        } else {
          values.put(":a" + number, stored);
          conditions.add("#a%d = :a%d".formatted(number, number));
        }
      }
      return new Unchanged(String.join(" AND ", conditions), names, values);
    }
  }
}
