package dev.trestle.engine.operation;

import dev.trestle.engine.execution.OperationContext;

/**
 * A request of DynamoDB's API. Members that the client did not send are null, and nothing has been
 * checked. {@link #run} checks the request in DynamoDB's order, executes it and returns the result,
 * or throws a {@link dev.trestle.engine.refusal.Refusal}.
 *
 * @param <R> the result
 */
public interface Operation<R> {
  R run(OperationContext context);

  /**
   * Checks only the constraints of DynamoDB's service model. DynamoDB checks them before it looks
   * at the values of items, so this is called for requests with invalid values.
   */
  default void constraints() {}
}
