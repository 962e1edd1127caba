package dev.trestle.engine.operation;

/**
 * One request of DynamoDB's API, as a value. What a client left out is null; nothing has been
 * checked yet. {@link #run} checks it as DynamoDB does, carries it out and answers, or throws a
 * {@link dev.trestle.engine.refusal.Refusal}.
 *
 * @param <R> the answer
 */
public interface Operation<R> {
  R run(Kernel kernel);

  /**
   * Checks only what DynamoDB's service model says of the request's members, which is all that it
   * looks at before the values of items. For requests whose values are known to be faulty.
   */
  default void constraints() {}
}
