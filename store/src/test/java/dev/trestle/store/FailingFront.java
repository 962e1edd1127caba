package dev.trestle.store;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.ArrayDeque;
import java.util.Deque;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.InternalServerErrorException;
import software.amazon.awssdk.services.dynamodb.model.ProvisionedThroughputExceededException;

/**
 * A client in front of another one that fails on demand: before the request is executed, or after
 * it.
 */
final class FailingFront {
  /** What happens to one request. */
  @FunctionalInterface
  interface Mishap {
    Object on(Object request, Way way) throws Throwable;
  }

  /** The way on to the engine. */
  @FunctionalInterface
  interface Way {
    Object on(Object request) throws Throwable;
  }

  private final DynamoDbClient behind;
  private final Deque<Mishap> planned = new ArrayDeque<>();
  private int requests;

  FailingFront(DynamoDbClient behind) {
    this.behind = behind;
  }

  DynamoDbClient client() {
    InvocationHandler handler =
        (_, method, arguments) -> {
          requests++;
          Way way =
              request -> {
                try {
                  return method.invoke(behind, request);
                } catch (InvocationTargetException e) {
                  throw e.getCause();
                }
              };
          var mishap = planned.poll();
          return mishap == null ? way.on(arguments[0]) : mishap.on(arguments[0], way);
        };
    return (DynamoDbClient)
        Proxy.newProxyInstance(
            DynamoDbClient.class.getClassLoader(), new Class<?>[] {DynamoDbClient.class}, handler);
  }

  FailingFront next(Mishap mishap) {
    planned.add(mishap);
    return this;
  }

  /** The next requests fail without effect. */
  FailingFront failing(int times, SdkException with) {
    for (int i = 0; i < times; i++) {
      next((_, _) -> {
        throw with;
      });
    }
    return this;
  }

  /** The next request is executed, but its response is lost. */
  FailingFront losingAnswer() {
    return next((request, way) -> {
      way.on(request);
      throw InternalServerErrorException.builder().statusCode(500).build();
    });
  }

  int requests() {
    return requests;
  }

  static SdkException throttled() {
    return ProvisionedThroughputExceededException.builder()
        .statusCode(400)
        .awsErrorDetails(
            AwsErrorDetails.builder().errorCode("ProvisionedThroughputExceededException").build())
        .build();
  }
}
