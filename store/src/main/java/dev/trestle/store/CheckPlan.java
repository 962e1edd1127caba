package dev.trestle.store;

import dev.trestle.model.ConditionCheck;
import java.util.List;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/** A condition in a transaction on an item that it does not write. */
final class CheckPlan<K, R> implements WritePlan<K> {
  private final PlanContext connection;
  private final String table;
  private final ItemKey<K> key;
  private final PatternExpressions<K> expressions;

  CheckPlan(ConditionCheck<K, R> check, PlanContext connection) {
    this.connection = connection;
    var entity = check.entity();
    table = connection.table(entity);
    key = ItemKey.of(entity, check.parameters(), check.binding());
    var draft = new ExpressionBuilder<K>();
    var parameters = new PatternParameters<>(check.heading(), check.parameters());
    var conditions = new ConditionWriter<>(draft, List.of(entity), parameters);
    var seen = WriteCondition.seen(entity, parameters);
    expressions = draft.finish(WriteCondition.of(check, seen, draft, conditions));
  }

  @Override
  public TransactWriteItem item(K parameters) {
    var bound = expressions.bind(parameters, connection.clock());
    return WritePlan.check(table, key.of(parameters), bound);
  }
}
