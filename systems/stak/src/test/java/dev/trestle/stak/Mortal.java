package dev.trestle.stak;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.Set;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** A process that dies at one of its writes, as far as its client can tell. */
public final class Mortal {
  private static final Set<String> WRITES =
      Set.of("putItem", "updateItem", "deleteItem", "batchWriteItem", "transactWriteItems");

  /** Nothing that comes after it is done by a process that has died. */
  public static final class Killed extends Error {}

  private int writes;
  private int last;
  private boolean isBefore;

  /** Dies just before or just after one of the writes to come, counted from 1. */
  public synchronized void die(int write, boolean before) {
    writes = 0;
    last = write;
    isBefore = before;
  }

  /** Dies no more. */
  public void live() {
    die(0, true);
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
                var answer = method.invoke(client, arguments);
                if (isEnd) throw new Killed();
                return answer;
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }
}
