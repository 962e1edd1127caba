package dev.trestle.store;

import dev.trestle.model.Change;
import dev.trestle.model.Entity;
import dev.trestle.model.Operand;
import dev.trestle.model.Update;
import java.util.List;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.ReturnValue;
import software.amazon.awssdk.services.dynamodb.model.ReturnValuesOnConditionCheckFailure;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/** An update, ready to run. */
final class UpdatePlan<K, R> implements StepPlan<K> {
  private static final int CONDITION = 0;
  private static final int UPDATE = 1;

  private final Connection connection;
  private final Meter meter;
  private final String table;
  private final Entity<R> entity;
  private final ItemKey<K> key;
  private final Expressions<K> expressions;
  private final boolean repeatable;

  UpdatePlan(Update<K, R> update, Connection connection, Meter meter) {
    this.connection = connection;
    this.meter = meter;
    entity = update.entity();
    table = connection.table(entity);
    key = ItemKey.of(entity, update.parameters(), update.binding());
    var draft = new ExpressionDraft<K>();
    var conditions = new ConditionTexts<>(draft, List.of(entity), update.parameters());
    var seen = Guard.seen(entity, update.parameters());
    var guard = Guard.of(entity, update.condition(), seen, draft, conditions);
    expressions = draft.finish(guard, UpdateTexts.of(update, draft, conditions));
    boolean counts =
        entity.version().isPresent() || update.changes().stream().anyMatch(UpdatePlan::counts);
    repeatable = seen.isPresent() || !counts;
  }

  /** Whether done twice it would change the item twice. */
  private static boolean counts(Change change) {
    return switch (change) {
      case Change.Add _ -> true;
      case Change.Set(var _, var operand) -> countsItself(operand);
      case Change.Remove _, Change.Take _ -> false;
    };
  }

  private static boolean countsItself(Operand<?> operand) {
    return switch (operand) {
      case Operand.Plus<?> _, Operand.Minus<?> _, Operand.Joined<?> _ -> true;
      case Operand.Literal<?> _,
          Operand.Parameter<?> _,
          Operand.Current<?> _,
          Operand.OrElse<?> _ ->
          false;
    };
  }

  Written<R> run(K parameters) {
    return meter.run(() -> update(parameters));
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
            .returnValues(ReturnValue.ALL_NEW)
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
      return new Written.Done<>(StepPlan.record(answer.attributes(), entity));
    } catch (ConditionalCheckFailedException e) {
      return StepPlan.refused(e, entity, meter);
    }
  }

  @Override
  public TransactWriteItem item(K parameters) {
    var bound = expressions.bind(parameters, connection.clock());
    if (bound.text(UPDATE) == null) {
      throw new IllegalArgumentException("a step of a transaction that changes nothing");
    }
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
}
