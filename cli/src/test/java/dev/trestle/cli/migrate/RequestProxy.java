package dev.trestle.cli.migrate;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Predicate;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** A client that something happens to, once. */
final class RequestProxy {
  private RequestProxy() {}

  /** Does something before the first request of a kind. */
  static <Q> DynamoDbClient before(
      DynamoDbClient client, Class<Q> kind, Predicate<Q> chosen, Runnable event) {
    return of(client, kind, chosen, new Once(event, () -> {}));
  }

  /** Does something after the first request of a kind was carried out. */
  static <Q> DynamoDbClient after(
      DynamoDbClient client, Class<Q> kind, Predicate<Q> chosen, Runnable event) {
    return of(client, kind, chosen, new Once(() -> {}, event));
  }

  private record Once(Runnable before, Runnable after) {}

  private static <Q> DynamoDbClient of(
      DynamoDbClient client, Class<Q> kind, Predicate<Q> chosen, Once once) {
    var met = new AtomicBoolean();
    return (DynamoDbClient)
        Proxy.newProxyInstance(
            RequestProxy.class.getClassLoader(),
            new Class<?>[] {DynamoDbClient.class},
            (proxy, method, arguments) -> {
              // The client's own method builds the request and passes it to this proxy.
              if (arguments != null && arguments.length == 1 && arguments[0] instanceof Consumer) {
                return InvocationHandler.invokeDefault(proxy, method, arguments);
              }
              boolean first =
                  arguments != null
                      && arguments.length == 1
                      && kind.isInstance(arguments[0])
                      && chosen.test(kind.cast(arguments[0]))
                      && met.compareAndSet(false, true);
              try {
                if (first) once.before.run();
                var answer = method.invoke(client, arguments);
                if (first) once.after.run();
                return answer;
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }
}
