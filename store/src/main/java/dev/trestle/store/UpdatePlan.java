package dev.trestle.store;

import dev.trestle.model.Entity;
import dev.trestle.model.Update;
import dev.trestle.model.expression.UpdateAction;
import java.util.List;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.ReturnValue;
import software.amazon.awssdk.services.dynamodb.model.ReturnValuesOnConditionCheckFailure;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/** An update, ready to run. */
final class UpdatePlan<K, R> implements WritePlan<K> {
  private static final int CONDITION = 0;
  private static final int UPDATE = 1;

  private final PlanContext connection;
  private final UsageCounter meter;
  private final String table;
  private final String pattern;
  private final Entity<R> entity;
  private final ReadItems<R> reader;
  private final ItemKey<K> key;
  private final PatternExpressions<K> expressions;
  private final boolean repeatable;
  private final ReturnValue returned;

  UpdatePlan(Update<K, R> update, PlanContext connection, UsageCounter meter) {
    this.connection = connection;
    this.meter = meter;
    pattern = update.id();
    entity = update.entity();
    table = connection.table(entity);
    reader =
        new ReadItems<>(update.heading(), entity.table(), table, ItemReader.of(entity.codec()));
    key = ItemKey.of(entity, update.parameters(), update.binding());
    var draft = new ExpressionBuilder<K>();
    var parameters = new PatternParameters<>(update.heading(), update.parameters());
    var conditions = new ConditionWriter<>(draft, List.of(entity), parameters);
    var seen = WriteCondition.seen(entity, parameters);
    var guard = WriteCondition.of(update, seen, draft, conditions);
    expressions = draft.finish(guard, UpdateWriter.of(update, draft, conditions));
    boolean counts =
        entity.version().isPresent() || !UpdateAction.repeating(update.actions()).isEmpty();
    repeatable = seen.isPresent() || !counts;
    returned = update.returnsOld() ? ReturnValue.ALL_OLD : ReturnValue.ALL_NEW;
  }

  Written<R> run(K parameters) {
    return meter.run(parameters, () -> update(parameters));
  }

  private Written<R> update(K parameters) {
    var bound = expressions.bind(parameters, connection.clock());
    var request =
        UpdateItemRequest.builder()
            .tableName(table)
            .key(key.of(parameters))
            .conditionExpression(bound.text(CONDITION))
            .updateExpression(bound.text(UPDATE))
            .expressionAttributeNames(bound.namesOrNull())
            .expressionAttributeValues(bound.valuesOrNull())
            .returnValues(returned)
            .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL)
            .returnValuesOnConditionCheckFailure(ReturnValuesOnConditionCheckFailure.ALL_OLD)
            .build();
    try {
      var answer =
          connection
              .attempts(meter)
              .call(repeatable, () -> connection.client().updateItem(request));
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
    if (bound.text(UPDATE) == null) return check(parameters, bound);
    return TransactWriteItem.builder()
        .update(
            software.amazon.awssdk.services.dynamodb.model.Update.builder()
                .tableName(table)
                .key(key.of(parameters))
                .conditionExpression(bound.text(CONDITION))
                .updateExpression(bound.text(UPDATE))
                .expressionAttributeNames(bound.namesOrNull())
                .expressionAttributeValues(bound.valuesOrNull())
                .returnValuesOnConditionCheckFailure(ReturnValuesOnConditionCheckFailure.ALL_OLD)
                .build())
        .build();
  }

  /** A step that changes nothing, such as removing no members of a set, still has a condition. */
  private TransactWriteItem check(K parameters, PatternExpressions.Bound bound) {
    if (bound.text(CONDITION) == null) {
      throw new IllegalArgumentException(
          pattern + ": with these parameters the update changes nothing, which a step must not.");
    }
    return WritePlan.check(table, key.of(parameters), bound);
  }
}
