package dev.trestle.cli.migrate;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.concurrent.atomic.AtomicLong;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/**
 * A client whose process dies with a certain request: that one is sent or not, its answer is never
 * seen, and nothing is sent afterwards.
 */
final class KilledClient {
  /** What the dead process sees. */
  static final class Killed extends RuntimeException {
    private static final long serialVersionUID = 1;

    Killed() {
      super("killed", null, false, false);
    }
  }

  private final DynamoDbClient client;
  private final boolean sent;
  private final AtomicLong left;

  private KilledClient(DynamoDbClient client, long requests, boolean sent) {
    this.client = client;
    this.sent = sent;
    this.left = new AtomicLong(requests);
  }

  /**
   * Returns the client.
   *
   * @param requests how many are answered before
   * @param sent whether the last one, which is not answered, is carried out
   */
  static DynamoDbClient of(DynamoDbClient client, long requests, boolean sent) {
    var killed = new KilledClient(client, requests, sent);
    return (DynamoDbClient)
        Proxy.newProxyInstance(
            KilledClient.class.getClassLoader(),
            new Class<?>[] {DynamoDbClient.class},
            (_, method, arguments) -> killed.call(method, arguments));
  }

  private Object call(Method method, Object[] arguments) throws Throwable {
    long mine = left.getAndDecrement();
    if (mine < 0 || (mine == 0 && !sent)) throw new Killed();
    try {
      var answer = method.invoke(client, arguments);
      if (mine == 0) throw new Killed();
      return answer;
    } catch (InvocationTargetException e) {
      throw mine == 0 ? new Killed() : e.getCause();
    }
  }
}
