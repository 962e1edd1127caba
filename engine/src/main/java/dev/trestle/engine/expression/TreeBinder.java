package dev.trestle.engine.expression;

import dev.trestle.engine.refusal.Refusal.ValidationException;
import dev.trestle.item.Value;
import java.util.List;

/**
 * Binds the clauses of a PartiQL statement, which are parsed trees without text of their own. They
 * are checked like expressions, but DynamoDB reports their errors without the name of a parameter.
 * The slot of a {@link ParsedOperand.ValueReference} is an index into the values.
 */
public final class TreeBinder {
  private final Bindings bindings;

  public TreeBinder(List<Value> values) {
    this.bindings =
        new Bindings(
            ExpressionKind.STATEMENT, new PathElement.Name[0], values.toArray(Value[]::new));
  }

  /**
   * Binds a condition.
   *
   * @throws ValidationException with DynamoDB's text if its operands are invalid
   */
  public BoundCondition condition(Predicate predicate) {
    return new BoundCondition(new ConditionBinder(bindings).bind(predicate));
  }

  /**
   * Binds the actions of an update.
   *
   * @throws ValidationException with DynamoDB's text if operands are invalid or paths overlap
   */
  public BoundUpdate update(List<ParsedAction> actions) {
    return new UpdateBinder(bindings).bind(actions);
  }

  /** Binds columns. The value at each path is returned under the column's name. */
  public ItemProjection columns(List<Column> columns) {
    return new ColumnProjection(
        columns.stream()
            .map(column ->
                new ColumnProjection.BoundColumn(column.path().bind(bindings), column.name()))
            .toList());
  }
}
