package dev.trestle.store;

import dev.trestle.model.Check;
import java.util.List;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.model.ConditionCheck;
import software.amazon.awssdk.services.dynamodb.model.ReturnValuesOnConditionCheckFailure;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/** A condition of a transaction on an item that it does not write. */
final class CheckPlan<K, R> implements StepPlan<K> {
  private final Connection connection;
  private final String table;
  private final ItemKey<K> key;
  private final Expressions<K> expressions;

  CheckPlan(Check<K, R> check, Connection connection) {
    this.connection = connection;
    var entity = check.entity();
    table = connection.table(entity);
    key = ItemKey.of(entity, check.parameters(), check.binding());
    var draft = new ExpressionDraft<K>();
    var conditions = new ConditionTexts<>(draft, List.of(entity), check.parameters());
    expressions =
        draft.finish(Guard.of(entity, check.condition(), Optional.empty(), draft, conditions));
  }

  @Override
  public TransactWriteItem item(K parameters) {
    var bound = expressions.bind(parameters, connection.clock());
    return TransactWriteItem.builder()
        .conditionCheck(
            ConditionCheck.builder()
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
