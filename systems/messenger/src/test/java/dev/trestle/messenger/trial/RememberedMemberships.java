package dev.trestle.messenger.trial;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;

/** A store that reads each membership once and then remembers it for good. */
final class RememberedMemberships {
  private RememberedMemberships() {}

  static DynamoDbClient around(DynamoDbClient client) {
    Map<Map<String, AttributeValue>, GetItemResponse> known = new ConcurrentHashMap<>();
    return (DynamoDbClient)
        Proxy.newProxyInstance(
            RememberedMemberships.class.getClassLoader(),
            new Class<?>[] {DynamoDbClient.class},
            (_, method, arguments) -> {
              if (arguments != null
                  && arguments[0] instanceof GetItemRequest get
                  && get.tableName().equals("chat_memberships")) {
                return known.computeIfAbsent(get.key(), _ -> client.getItem(get));
              }
              try {
                return method.invoke(client, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }
}
