package dev.trestle.messenger.delivery;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.concurrent.atomic.AtomicInteger;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** A client of tables that are out of reach for a while. */
final class UnreachableTables {
  private final DynamoDbClient client;
  private final AtomicInteger refused = new AtomicInteger();
  private final AtomicInteger errors = new AtomicInteger();
  private volatile boolean isUnreachable;

  UnreachableTables(DynamoDbClient tables) {
    client =
        (DynamoDbClient)
            Proxy.newProxyInstance(
                UnreachableTables.class.getClassLoader(),
                new Class<?>[] {DynamoDbClient.class},
                (_, method, arguments) -> {
                  if (isUnreachable) {
                    refused.incrementAndGet();
                    throw new IllegalStateException("the tables are out of reach");
                  }
                  if (errors.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
                    throw new AssertionError("on purpose");
                  }
                  try {
                    return method.invoke(tables, arguments);
                  } catch (InvocationTargetException e) {
                    throw e.getCause();
                  }
                });
  }

  DynamoDbClient client() {
    return client;
  }

  void begin() {
    isUnreachable = true;
  }

  void end() {
    isUnreachable = false;
  }

  /** Lets the next calls end with an error. */
  void failNext(int calls) {
    errors.set(calls);
  }

  /** How many calls are still to end with an error. */
  int errorsLeft() {
    return errors.get();
  }

  /** How many calls were refused so far. */
  int refused() {
    return refused.get();
  }
}
