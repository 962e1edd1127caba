package dev.trestle.conformance.random;

import dev.trestle.testing.reference.PlaceholderMap;
import dev.trestle.testing.reference.ReferenceCondition;
import dev.trestle.testing.reference.ReferenceValues;
import dev.trestle.testing.reference.ReferenceWrite;
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

/** Writes of one item as requests, by themselves or in a transaction. */
final class Writing {
  private final DynamoDbClient client;

  Writing(DynamoDbClient client) {
    this.client = client;
  }

  StepResult one(ReferenceWrite write, ReturnValue returned, boolean showOld) {
    var p = new PlaceholderMap();
    var condition = render(write.condition(), p);
    var onFailure = onFailure(showOld);
    var units = ReturnConsumedCapacity.INDEXES;
    return switch (write) {
      case ReferenceWrite.Put(var table, var item, _) -> {
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
      case ReferenceWrite.Delete(var table, var key, _) -> {
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
      case ReferenceWrite.Change(var table, var key, var update, _) -> {
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
      case ReferenceWrite.Check _ -> throw new IllegalArgumentException("only in transactions");
    };
  }

  private static StepResult done(Map<String, AttributeValue> attributes, ConsumedCapacity units) {
    return StepResult.Done.of(
        attributes.isEmpty() ? List.of() : List.of(ReferenceValues.normal(attributes)),
        StepRunner.units(List.of(units)));
  }

  static TransactWriteItem inTransaction(ReferenceWrite write, boolean showOld) {
    var p = new PlaceholderMap();
    var condition = render(write.condition(), p);
    var onFailure = onFailure(showOld);
    var action = TransactWriteItem.builder();
    switch (write) {
      case ReferenceWrite.Put(var table, var item, _) ->
          action.put(put ->
              put.tableName(table)
                  .item(item)
                  .conditionExpression(condition)
                  .expressionAttributeNames(p.names())
                  .expressionAttributeValues(p.values())
                  .returnValuesOnConditionCheckFailure(onFailure));
      case ReferenceWrite.Delete(var table, var key, _) ->
          action.delete(delete ->
              delete
                  .tableName(table)
                  .key(key)
                  .conditionExpression(condition)
                  .expressionAttributeNames(p.names())
                  .expressionAttributeValues(p.values())
                  .returnValuesOnConditionCheckFailure(onFailure));
      case ReferenceWrite.Change(var table, var key, var update, _) -> {
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
      case ReferenceWrite.Check(var table, var key, _) ->
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

  private static @Nullable String render(Optional<ReferenceCondition> condition, PlaceholderMap p) {
    return condition.map(c -> c.render(p)).orElse(null);
  }

  private static ReturnValuesOnConditionCheckFailure onFailure(boolean showOld) {
    return showOld
        ? ReturnValuesOnConditionCheckFailure.ALL_OLD
        : ReturnValuesOnConditionCheckFailure.NONE;
  }
}
