package dev.trestle.conformance.random;

import dev.trestle.testing.reference.Condition;
import dev.trestle.testing.reference.Placeholders;
import dev.trestle.testing.reference.Values;
import dev.trestle.testing.reference.Write;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.ReturnValue;
import software.amazon.awssdk.services.dynamodb.model.ReturnValuesOnConditionCheckFailure;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/** Writes of one item as requests, alone or in a transaction. */
final class Writing {
  private final DynamoDbClient client;

  Writing(DynamoDbClient client) {
    this.client = client;
  }

  Answer one(Write write, ReturnValue returned, boolean showOld) {
    var p = new Placeholders();
    var condition = render(write.condition(), p);
    var onFailure = onFailure(showOld);
    var units = ReturnConsumedCapacity.INDEXES;
    return switch (write) {
      case Write.Put(var table, var item, _) -> {
        var response =
            client.putItem(request ->
                request
                    .tableName(table)
                    .item(item)
                    .conditionExpression(condition)
                    .expressionAttributeNames(p.names())
                    .expressionAttributeValues(p.values())
                    .returnValues(returned)
                    .returnValuesOnConditionCheckFailure(onFailure)
                    .returnConsumedCapacity(units));
        yield done(response.attributes(), response.consumedCapacity());
      }
      case Write.Delete(var table, var key, _) -> {
        var response =
            client.deleteItem(request ->
                request
                    .tableName(table)
                    .key(key)
                    .conditionExpression(condition)
                    .expressionAttributeNames(p.names())
                    .expressionAttributeValues(p.values())
                    .returnValues(returned)
                    .returnValuesOnConditionCheckFailure(onFailure)
                    .returnConsumedCapacity(units));
        yield done(response.attributes(), response.consumedCapacity());
      }
      case Write.Change(var table, var key, var update, _) -> {
        var expression = update.render(p);
        var response =
            client.updateItem(request ->
                request
                    .tableName(table)
                    .key(key)
                    .updateExpression(expression)
                    .conditionExpression(condition)
                    .expressionAttributeNames(p.names())
                    .expressionAttributeValues(p.values())
                    .returnValues(returned)
                    .returnValuesOnConditionCheckFailure(onFailure)
                    .returnConsumedCapacity(units));
        yield done(response.attributes(), response.consumedCapacity());
      }
      case Write.Check _ -> throw new IllegalArgumentException("only in transactions");
    };
  }

  private static Answer done(Map<String, AttributeValue> attributes, ConsumedCapacity units) {
    return Answer.Done.of(
        attributes.isEmpty() ? List.of() : List.of(Values.normal(attributes)),
        Asking.units(List.of(units)));
  }

  static TransactWriteItem inTransaction(Write write, boolean showOld) {
    var p = new Placeholders();
    var condition = render(write.condition(), p);
    var onFailure = onFailure(showOld);
    var action = TransactWriteItem.builder();
    switch (write) {
      case Write.Put(var table, var item, _) ->
          action.put(put ->
              put.tableName(table)
                  .item(item)
                  .conditionExpression(condition)
                  .expressionAttributeNames(p.names())
                  .expressionAttributeValues(p.values())
                  .returnValuesOnConditionCheckFailure(onFailure));
      case Write.Delete(var table, var key, _) ->
          action.delete(delete ->
              delete
                  .tableName(table)
                  .key(key)
                  .conditionExpression(condition)
                  .expressionAttributeNames(p.names())
                  .expressionAttributeValues(p.values())
                  .returnValuesOnConditionCheckFailure(onFailure));
      case Write.Change(var table, var key, var update, _) -> {
        var expression = update.render(p);
        action.update(change ->
            change
                .tableName(table)
                .key(key)
                .updateExpression(expression)
                .conditionExpression(condition)
                .expressionAttributeNames(p.names())
                .expressionAttributeValues(p.values())
                .returnValuesOnConditionCheckFailure(onFailure));
      }
      case Write.Check(var table, var key, _) ->
          action.conditionCheck(check ->
              check
                  .tableName(table)
                  .key(key)
                  .conditionExpression(condition)
                  .expressionAttributeNames(p.names())
                  .expressionAttributeValues(p.values())
                  .returnValuesOnConditionCheckFailure(onFailure));
    }
    return action.build();
  }

  private static @Nullable String render(Optional<Condition> condition, Placeholders p) {
    return condition.map(c -> c.render(p)).orElse(null);
  }

  private static ReturnValuesOnConditionCheckFailure onFailure(boolean showOld) {
    return showOld
        ? ReturnValuesOnConditionCheckFailure.ALL_OLD
        : ReturnValuesOnConditionCheckFailure.NONE;
  }
}
