package dev.trestle.conformance.cost;

import dev.trestle.conformance.cost.Sample.Cell;
import dev.trestle.conformance.cost.Sample.Change;
import dev.trestle.conformance.cost.Sample.Kind;
import dev.trestle.design.cost.Consumption;
import dev.trestle.design.cost.TableOrIndex;
import dev.trestle.design.cost.Units;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/** Sends the steps of a sample to the engine and returns what they cost. */
record Requests(DynamoDbClient db, String table) {
  private static final ReturnConsumedCapacity ALL = ReturnConsumedCapacity.INDEXES;

  /** An update expression with its names and values. */
  private record Expression(
      String text, Map<String, String> names, Map<String, AttributeValue> values) {
    static Expression of(Change change) {
      var set = new ArrayList<String>();
      var names = new HashMap<String, String>();
      var values = new HashMap<String, AttributeValue>();
      var given = SampleTable.attributes(change.content());
      given.forEach((name, value) -> {
        names.put("#" + name, name);
        values.put(":" + name, SampleTable.sdk(value));
        set.add("#%s = :%s".formatted(name, name));
      });
      var remove = new ArrayList<String>();
      for (var name : List.of("group", "rank", "nested")) {
        if (given.containsKey(name)) continue;
        names.put("#" + name, name);
        remove.add("#" + name);
      }
      var text = "SET " + String.join(", ", set);
      if (!remove.isEmpty()) text += " REMOVE " + String.join(", ", remove);
      return new Expression(text, names, values);
    }
  }

  private static Map<String, AttributeValue> key(Cell cell) {
    return SampleTable.sdk(SampleTable.key(cell));
  }

  private static Map<String, AttributeValue> item(Change change) {
    var item = new HashMap<>(key(change.cell()));
    item.putAll(SampleTable.sdk(SampleTable.attributes(change.content())));
    return item;
  }

  Consumption write(Change change) {
    var consumed =
        switch (change.kind()) {
          case PUT ->
              db.putItem(r -> r.tableName(table).item(item(change)).returnConsumedCapacity(ALL))
                  .consumedCapacity();
          case UPDATE -> {
            var update = Expression.of(change);
            yield db.updateItem(r ->
                    r.tableName(table)
                        .key(key(change.cell()))
                        .updateExpression(update.text)
                        .expressionAttributeNames(update.names)
                        .expressionAttributeValues(update.values)
                        .returnConsumedCapacity(ALL))
                .consumedCapacity();
          }
          case DELETE, CHECK ->
              db.deleteItem(
                      r -> r.tableName(table).key(key(change.cell())).returnConsumedCapacity(ALL))
                  .consumedCapacity();
        };
    return of(List.of(consumed), true);
  }

  Consumption batchWrite(List<Change> changes) {
    var writes =
        changes.stream()
            .map(change ->
                change.kind() == Kind.PUT
                    ? WriteRequest.builder().putRequest(p -> p.item(item(change))).build()
                    : WriteRequest.builder().deleteRequest(d -> d.key(key(change.cell()))).build())
            .toList();
    return of(
        db.batchWriteItem(r -> r.requestItems(Map.of(table, writes)).returnConsumedCapacity(ALL))
            .consumedCapacity(),
        true);
  }

  Consumption transactWrite(List<Change> changes) {
    var writes = changes.stream().map(this::action).toList();
    return of(
        db.transactWriteItems(r -> r.transactItems(writes).returnConsumedCapacity(ALL))
            .consumedCapacity(),
        true);
  }

  private TransactWriteItem action(Change change) {
    var action = TransactWriteItem.builder();
    return switch (change.kind()) {
      case PUT -> action.put(p -> p.tableName(table).item(item(change))).build();
      case DELETE -> action.delete(d -> d.tableName(table).key(key(change.cell()))).build();
      case CHECK ->
          action
              .conditionCheck(c ->
                  c.tableName(table)
                      .key(key(change.cell()))
                      .conditionExpression("attribute_exists(pk) OR attribute_not_exists(pk)"))
              .build();
      case UPDATE -> {
        var update = Expression.of(change);
        yield action
            .update(u ->
                u.tableName(table)
                    .key(key(change.cell()))
                    .updateExpression(update.text)
                    .expressionAttributeNames(update.names)
                    .expressionAttributeValues(update.values))
            .build();
      }
    };
  }

  Consumption get(Cell cell, boolean consistent) {
    var answer =
        db.getItem(r ->
            r.tableName(table)
                .key(key(cell))
                .consistentRead(consistent)
                .returnConsumedCapacity(ALL));
    return of(List.of(answer.consumedCapacity()), false);
  }

  Consumption batchGet(List<Cell> cells, boolean consistent) {
    var keys =
        KeysAndAttributes.builder()
            .keys(cells.stream().map(Requests::key).toList())
            .consistentRead(consistent)
            .build();
    return of(
        db.batchGetItem(r -> r.requestItems(Map.of(table, keys)).returnConsumedCapacity(ALL))
            .consumedCapacity(),
        false);
  }

  Consumption transactGet(List<Cell> cells) {
    var gets =
        cells.stream()
            .map(cell ->
                TransactGetItem.builder().get(g -> g.tableName(table).key(key(cell))).build())
            .toList();
    return of(
        db.transactGetItems(r -> r.transactItems(gets).returnConsumedCapacity(ALL))
            .consumedCapacity(),
        false);
  }

  Consumption query(String attribute, String value, boolean consistent) {
    return of(List.of(query(null, attribute, value, consistent)), false);
  }

  Consumption queryIndex(String index, String attribute, String value, boolean consistent) {
    return of(List.of(query(index, attribute, value, consistent)), false);
  }

  private ConsumedCapacity query(
      @Nullable String index, String attribute, String value, boolean consistent) {
    return db.query(r ->
            r.tableName(table)
                .indexName(index)
                .keyConditionExpression("#k = :k")
                .expressionAttributeNames(Map.of("#k", attribute))
                .expressionAttributeValues(Map.of(":k", AttributeValue.fromS(value)))
                .consistentRead(consistent)
                .returnConsumedCapacity(ALL))
        .consumedCapacity();
  }

  private Consumption of(List<ConsumedCapacity> consumed, boolean writes) {
    var units = new LinkedHashMap<TableOrIndex, Units>();
    for (var each : consumed) {
      add(units, TableOrIndex.of(table), each.table().capacityUnits(), writes);
      each.globalSecondaryIndexes()
          .forEach(
              (name, c) -> add(units, TableOrIndex.of(table, name), c.capacityUnits(), writes));
      each.localSecondaryIndexes()
          .forEach(
              (name, c) -> add(units, TableOrIndex.of(table, name), c.capacityUnits(), writes));
    }
    return new Consumption(units);
  }

  private static void add(
      Map<TableOrIndex, Units> units, TableOrIndex resource, double amount, boolean writes) {
    if (amount == 0) return;
    units.merge(resource, writes ? Units.writing(amount) : Units.reading(amount), Units::plus);
  }
}
