package dev.trestle.store;

import dev.trestle.model.ConditionCheck;
import dev.trestle.model.Delete;
import dev.trestle.model.ItemWrite;
import dev.trestle.model.Put;
import dev.trestle.model.Update;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.ReturnValuesOnConditionCheckFailure;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/** A write of one item, ready to run as a step of a transaction. */
interface WritePlan<P> {
  TransactWriteItem item(P parameters);

  static <P> WritePlan<P> of(ItemWrite<P> step, PlanContext connection, UsageCounter meter) {
    return switch (step) {
      case Put<P, ?> put -> new PutPlan<>(put, connection, meter);
      case Update<P, ?> update -> new UpdatePlan<>(update, connection, meter);
      case Delete<P, ?> delete -> new DeletePlan<>(delete, connection, meter);
      case ConditionCheck<P, ?> check -> new CheckPlan<>(check, connection);
    };
  }

  /** Returns a step that only requires a condition, the first of the bound expressions. */
  static TransactWriteItem check(
      String table, Map<String, AttributeValue> key, PatternExpressions.Bound bound) {
    return TransactWriteItem.builder()
        .conditionCheck(check ->
            check
                .tableName(table)
                .key(key)
                .conditionExpression(bound.text(0))
                .expressionAttributeNames(bound.namesOrNull())
                .expressionAttributeValues(bound.valuesOrNull())
                .returnValuesOnConditionCheckFailure(ReturnValuesOnConditionCheckFailure.ALL_OLD))
        .build();
  }

  /** Returns the item that did not satisfy the condition. */
  static <R> Written.Refused<R> refused(
      ConditionalCheckFailedException e, ReadItems<R> reader, UsageCounter meter) {
    meter.refused();
    return new Written.Refused<>(e.hasItem() ? record(e.item(), reader) : Optional.empty());
  }

  static <R> Optional<R> record(Map<String, AttributeValue> item, ReadItems<R> reader) {
    return item.isEmpty() ? Optional.empty() : Optional.of(reader.read(item));
  }
}
