package dev.trestle.store;

import dev.trestle.model.Delete;
import dev.trestle.model.Entity;
import java.util.List;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.ReturnValue;
import software.amazon.awssdk.services.dynamodb.model.ReturnValuesOnConditionCheckFailure;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/** A delete, ready to run. */
final class DeletePlan<K, R> implements WritePlan<K> {
  private final PlanContext connection;
  private final UsageCounter meter;
  private final String table;
  private final Entity<R> entity;
  private final ReadItems<R> reader;
  private final ItemKey<K> key;
  private final PatternExpressions<K> expressions;

  DeletePlan(Delete<K, R> delete, PlanContext connection, UsageCounter meter) {
    this.connection = connection;
    this.meter = meter;
    entity = delete.entity();
    table = connection.table(entity);
    reader =
        new ReadItems<>(delete.heading(), entity.table(), table, ItemReader.of(entity.codec()));
    key = ItemKey.of(entity, delete.parameters(), delete.binding());
    var draft = new ExpressionBuilder<K>();
    var parameters = new PatternParameters<>(delete.heading(), delete.parameters());
    var conditions = new ConditionWriter<>(draft, List.of(entity), parameters);
    var seen = WriteCondition.seen(entity, parameters);
    expressions = draft.finish(WriteCondition.of(delete, seen, draft, conditions));
  }

  Written<R> run(K parameters) {
    return meter.run(parameters, () -> delete(parameters));
  }

  private Written<R> delete(K parameters) {
    var bound = expressions.bind(parameters, connection.clock());
    var request =
        DeleteItemRequest.builder()
            .tableName(table)
            .key(key.of(parameters))
            .conditionExpression(bound.text(0))
            .expressionAttributeNames(bound.namesOrNull())
            .expressionAttributeValues(bound.valuesOrNull())
            .returnValues(ReturnValue.ALL_OLD)
            .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL)
            .returnValuesOnConditionCheckFailure(ReturnValuesOnConditionCheckFailure.ALL_OLD)
            .build();
    try {
      var answer =
          connection.attempts(meter).call(true, () -> connection.client().deleteItem(request));
      meter.written(answer.consumedCapacity());
      meter.items(1);
      return new Written.Done<>(WritePlan.record(answer.attributes(), reader));
    } catch (ConditionalCheckFailedException e) {
      return WritePlan.refused(e, reader, meter);
    }
  }

  @Override
  public TransactWriteItem item(K parameters) {
    var bound = expressions.bind(parameters, connection.clock());
    return TransactWriteItem.builder()
        .delete(
            software.amazon.awssdk.services.dynamodb.model.Delete.builder()
                .tableName(table)
                .key(key.of(parameters))
                .conditionExpression(bound.text(0))
                .expressionAttributeNames(bound.namesOrNull())
                .expressionAttributeValues(bound.valuesOrNull())
                .returnValuesOnConditionCheckFailure(ReturnValuesOnConditionCheckFailure.ALL_OLD)
                .build())
        .build();
  }
}
