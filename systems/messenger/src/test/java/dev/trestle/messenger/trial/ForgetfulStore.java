package dev.trestle.messenger.trial;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;

/** A store that accepts an idempotency key twice, so that repeated sends are not detected. */
final class ForgetfulStore {
  private ForgetfulStore() {}

  static DynamoDbClient around(DynamoDbClient client) {
    return (DynamoDbClient)
        Proxy.newProxyInstance(
            ForgetfulStore.class.getClassLoader(),
            new Class<?>[] {DynamoDbClient.class},
            (_, method, arguments) -> {
              if (arguments != null && arguments[0] instanceof TransactWriteItemsRequest request) {
                arguments[0] = forgetful(request);
              }
              try {
                return method.invoke(client, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  private static TransactWriteItemsRequest forgetful(TransactWriteItemsRequest request) {
    var items = request.transactItems().stream().map(ForgetfulStore::forgetful).toList();
    return request.toBuilder().transactItems(items).build();
  }

  private static TransactWriteItem forgetful(TransactWriteItem item) {
    var put = item.put();
    if (put == null || !put.tableName().equals("idempotency_keys")) return item;
    var always =
        put.toBuilder()
            .conditionExpression(null)
            .expressionAttributeNames(null)
            .expressionAttributeValues(null)
            .build();
    return item.toBuilder().put(always).build();
  }
}
