package dev.trestle.messenger.trial;

import dev.trestle.engine.storage.FaultPoints;
import dev.trestle.testing.Faults;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.List;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/**
 * Where the server under trial may die: at the engine's own points, and around what Messenger asks
 * of its store. After a call means that it is done and that nobody was told.
 */
final class NamedPoints {
  /** What a send is: one transaction. Joining and leaving are, too. */
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

  private NamedPoints() {}

  static DynamoDbClient around(DynamoDbClient client, Faults faults) {
    return (DynamoDbClient)
        Proxy.newProxyInstance(
            NamedPoints.class.getClassLoader(),
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
