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
}
