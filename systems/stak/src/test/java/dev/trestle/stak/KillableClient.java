package dev.trestle.stak;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.Set;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** A client of a process that is killed at one of its writes. */
public final class KillableClient {
  private static final Set<String> WRITES =
      Set.of("putItem", "updateItem", "deleteItem", "batchWriteItem", "transactWriteItems");

  /** Ends whatever the process was doing. */
  public static final class Killed extends Error {}

  private int writes;
  private int last;
  private boolean isBefore;

  /** Kills the process just before or just after one of its next writes, counted from 1. */
  public synchronized void killAt(int write, boolean before) {
    writes = 0;
    last = write;
    isBefore = before;
  }

  /** Stops killing the process. */
  public void spare() {
    killAt(0, true);
  }

  private synchronized boolean isEnd() {
    return ++writes == last;
  }

  public DynamoDbClient around(DynamoDbClient client) {
    return (DynamoDbClient)
        Proxy.newProxyInstance(
            DynamoDbClient.class.getClassLoader(),
            new Class<?>[] {DynamoDbClient.class},
            (_, method, arguments) -> {
              boolean isEnd = WRITES.contains(method.getName()) && isEnd();
              if (isEnd && isBefore) throw new Killed();
              try {
                var response = method.invoke(client, arguments);
                if (isEnd) throw new Killed();
                return response;
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }
}
