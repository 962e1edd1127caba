package dev.trestle.dynamodb.http;

import dev.trestle.dynamodb.json.JsonReader;
import dev.trestle.engine.operation.Operation;

/**
 * An operation in JSON: how its request is read and how its result is written.
 *
 * @param hasBody false if DynamoDB sends an empty body instead of an empty object
 */
record JsonOperation<R>(
    JsonReader<? extends Operation<R>> request, JsonWriter<R> result, boolean hasBody) {
  static <R> JsonOperation<R> of(JsonReader<? extends Operation<R>> request, JsonWriter<R> result) {
    return new JsonOperation<>(request, result, true);
  }

  static <R> JsonOperation<R> withoutBody(JsonReader<? extends Operation<R>> request) {
    return new JsonOperation<>(request, (out, result) -> {}, false);
  }
}
