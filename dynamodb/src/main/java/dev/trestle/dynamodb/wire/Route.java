package dev.trestle.dynamodb.wire;

import dev.trestle.engine.operation.Operation;

/** One operation on the wire: how its request is read and how its answer is written. */
record Route<R>(Reader<? extends Operation<R>> request, Writer<R> answer) {
  static <R> Route<R> of(Reader<? extends Operation<R>> request, Writer<R> answer) {
    return new Route<>(request, answer);
  }
}
