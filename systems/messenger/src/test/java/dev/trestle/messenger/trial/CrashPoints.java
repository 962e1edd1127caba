package dev.trestle.messenger.trial;

import dev.trestle.engine.FaultPoints;
import dev.trestle.testing.Faults;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.List;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/**
 * Where the server under test may die: at the engine's fault points, and around Messenger's calls
 * to its store. "After" a call means that it was executed, but its caller did not learn that.
 */
final class CrashPoints {
  /** A send is one transaction, and so are joining and leaving. */
  static final String BEFORE_TRANSACTION = "transaction.before";

  static final String AFTER_TRANSACTION = "transaction.after";

  /** The head is published after the fact. */
  static final String BEFORE_HEAD = "head.before";

  static final String AFTER_WATERMARK = "watermark.after";

  /** All of them, and those of the engine that a send passes. */
  static final List<String> ALL =
      List.of(
          BEFORE_TRANSACTION,
          AFTER_TRANSACTION,
          BEFORE_HEAD,
          AFTER_WATERMARK,
          FaultPoints.COMMIT_BEFORE_WRITE,
          FaultPoints.COMMIT_AFTER_WRITE);

  private CrashPoints() {}

  static DynamoDbClient around(DynamoDbClient client, Faults faults) {
    return (DynamoDbClient)
        Proxy.newProxyInstance(
            CrashPoints.class.getClassLoader(),
            new Class<?>[] {DynamoDbClient.class},
            (_, method, arguments) -> {
              boolean isTransaction = method.getName().equals("transactWriteItems");
              var table =
                  arguments != null && arguments[0] instanceof UpdateItemRequest update
                      ? update.tableName()
                      : "";
              if (isTransaction) faults.reached(BEFORE_TRANSACTION);
              if (table.equals("chat_counters")) faults.reached(BEFORE_HEAD);
              try {
                return method.invoke(client, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              } finally {
                if (isTransaction) faults.reached(AFTER_TRANSACTION);
                if (table.equals("delivery_state")) faults.reached(AFTER_WATERMARK);
              }
            });
  }
}
