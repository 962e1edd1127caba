package dev.trestle.testing;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DescribeTableRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/**
 * A client that refuses what IAM policies do not allow, as AWS would with a role that has them. It
 * allows everything until {@link #enforce} is called, because tables are created by somebody else.
 */
public final class PolicedClient {
  private static final String ARN = "arn:aws:dynamodb:*:*:table/";
  private static final int DENIED = 400;

  private final DynamoDbClient real;
  private final DynamoDbClient client;
  private final Set<String> denied = new ConcurrentSkipListSet<>();
  private volatile @Nullable Set<Grant> grants;

  /** An operation on a table or an index. */
  private record Grant(String operation, String resource) {}

  private PolicedClient(DynamoDbClient real) {
    this.real = real;
    this.client =
        (DynamoDbClient)
            Proxy.newProxyInstance(
                PolicedClient.class.getClassLoader(),
                new Class<?>[] {DynamoDbClient.class},
                this::call);
  }

  public static PolicedClient around(DynamoDbClient real) {
    return new PolicedClient(real);
  }

  /** What a server is given. */
  public DynamoDbClient client() {
    return client;
  }

  /**
   * From now on, refuses what none of these allows.
   *
   * @param policies in JSON, as {@code ./trestle export policy} writes them
   */
  public void enforce(Collection<String> policies) {
    var all = new HashSet<Grant>();
    for (var policy : policies) all.addAll(read(policy));
    grants = all;
  }

  /** The operations that were refused, each with its table or index. */
  public List<String> denied() {
    return List.copyOf(denied);
  }

  private @Nullable Object call(Object proxy, Method method, Object @Nullable [] arguments)
      throws Throwable {
    if (arguments != null && arguments.length == 1) {
      if (arguments[0] instanceof DynamoDbRequest request) check(request);
      // Variants that build a request call the one above.
      else if (method.isDefault()) return InvocationHandler.invokeDefault(proxy, method, arguments);
    }
    try {
      return method.invoke(real, arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }

  private void check(DynamoDbRequest request) {
    var allowed = grants;
    if (allowed == null) return;
    for (var needed : needed(request)) {
      if (allowed.contains(needed)) continue;
      denied.add(needed.operation + " " + needed.resource);
      throw DynamoDbException.builder()
          .message("no policy allows " + needed.operation + " on " + needed.resource)
          .awsErrorDetails(AwsErrorDetails.builder().errorCode("AccessDeniedException").build())
          .statusCode(DENIED)
          .build();
    }
  }

  private static List<Grant> needed(DynamoDbRequest request) {
    return switch (request) {
      case GetItemRequest get -> one("GetItem", get.tableName());
      case QueryRequest query ->
          one(
              "Query",
              query.indexName() == null
                  ? query.tableName()
                  : query.tableName() + "/index/" + query.indexName());
      case PutItemRequest put -> one("PutItem", put.tableName());
      case UpdateItemRequest update -> one("UpdateItem", update.tableName());
      case DeleteItemRequest delete -> one("DeleteItem", delete.tableName());
      case DescribeTableRequest describe -> one("DescribeTable", describe.tableName());
      case BatchGetItemRequest batch -> each("BatchGetItem", batch.requestItems().keySet());
      case BatchWriteItemRequest batch -> each("BatchWriteItem", batch.requestItems().keySet());
      case TransactGetItemsRequest reads ->
          each(
              "GetItem",
              reads.transactItems().stream().map(item -> item.get().tableName()).toList());
      case TransactWriteItemsRequest writes ->
          writes.transactItems().stream().map(PolicedClient::needed).toList();
      // No policy has any other operation.
      default -> one(request.getClass().getSimpleName().replace("Request", ""), "");
    };
  }

  private static Grant needed(TransactWriteItem item) {
    if (item.put() != null) return new Grant("PutItem", item.put().tableName());
    if (item.update() != null) return new Grant("UpdateItem", item.update().tableName());
    if (item.delete() != null) return new Grant("DeleteItem", item.delete().tableName());
    return new Grant("ConditionCheckItem", item.conditionCheck().tableName());
  }

  private static List<Grant> one(String operation, String resource) {
    return List.of(new Grant(operation, resource));
  }

  private static List<Grant> each(String operation, Collection<String> tables) {
    return tables.stream().map(table -> new Grant(operation, table)).toList();
  }

  private static Set<Grant> read(String policy) {
    var found = new HashSet<Grant>();
    var actions = new ArrayList<String>();
    var resources = new ArrayList<String>();
    try (var json = new JsonFactory().createParser(policy)) {
      for (var token = json.nextToken(); token != null; token = json.nextToken()) {
        if (token == JsonToken.END_OBJECT) {
          for (var action : actions) {
            resources.forEach(resource -> found.add(new Grant(action, resource)));
          }
          actions.clear();
          resources.clear();
        }
        if (token != JsonToken.VALUE_STRING || !json.getParsingContext().inArray()) continue;
        var text = json.getText();
        if (text.startsWith(ARN)) resources.add(text.substring(ARN.length()));
        else actions.add(text.substring(text.indexOf(':') + 1));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return found;
  }
}
