package dev.trestle.engine.expression;

import dev.trestle.engine.refusal.Refusal.ValidationException;
import dev.trestle.item.Value;
import java.util.List;

/**
 * Binds expressions that come as trees and not as text of their own: the clauses of a PartiQL
 * statement. They are checked like any others, but DynamoDB tells their faults without the name of
 * a parameter. A {@link Operand.ValueReference}'s slot is a position in the values.
 */
public final class TreeBinder {
  private final Scope scope;

  public TreeBinder(List<Value> values) {
    this.scope = new Scope(Kind.STATEMENT, new Part.Name[0], values.toArray(Value[]::new));
  }

  /**
   * The condition, ready to be asked.
   *
   * @throws ValidationException with DynamoDB's text if its operands do not fit
   */
  public Condition condition(Predicate predicate) {
    return new BoundCondition(new ConditionBinder(scope).bind(predicate));
  }

  /**
   * What the actions do to an item.
   *
   * @throws ValidationException with DynamoDB's text if operands do not fit or paths overlap
   */
  public UpdatePlan update(List<UpdateAction> actions) {
    return new UpdateBinder(scope).bind(actions);
  }

  /** Shows what stands at each path under a name of its own, out of its map or list. */
  public Projection columns(List<Column> columns) {
    return new ColumnProjection(
        columns.stream()
            .map(column -> new ColumnProjection.Bound(column.path().bind(scope), column.name()))
            .toList());
  }
}
