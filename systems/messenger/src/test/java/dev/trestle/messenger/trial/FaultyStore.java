package dev.trestle.messenger.trial;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.SplittableRandom;
import software.amazon.awssdk.core.exception.ApiCallTimeoutException;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.ProvisionedThroughputExceededException;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;
import software.amazon.awssdk.services.dynamodb.model.TransactionConflictException;

/**
 * An unreliable store: some calls are throttled, some conflict, and some are executed but their
 * response is lost. Now and then it is unavailable for a while.
 */
final class FaultyStore {
  private static final int DROUGHT_CALLS_MAX = 60;
  private static final double DROUGHT_SHARE = 0.01;

  private final DynamoDbClient client;

  /** Guarded by this object. */
  private final SplittableRandom random;

  private final double chance;
  private int drought;

  private FaultyStore(DynamoDbClient client, long seed, double chance) {
    this.client = client;
    this.random = new SplittableRandom(seed);
    this.chance = chance;
  }

  /** The same client, of whose calls this share fails in one way or another. */
  static DynamoDbClient around(DynamoDbClient client, long seed, double chance) {
    var faulty = new FaultyStore(client, seed, chance);
    return (DynamoDbClient)
        Proxy.newProxyInstance(
            FaultyStore.class.getClassLoader(),
            new Class<?>[] {DynamoDbClient.class},
            (_, method, arguments) -> faulty.call(method, arguments));
  }

  private enum Fault {
    NONE,
    THROTTLED,
    CONFLICT,
    UNANSWERED
  }

  private Object call(Method method, Object[] arguments) throws Throwable {
    boolean isRequest =
        arguments != null && arguments.length == 1 && arguments[0] instanceof DynamoDbRequest;
    var fault = isRequest && isData(method) ? next() : Fault.NONE;
    switch (fault) {
      case NONE -> {}
      case THROTTLED ->
          throw ProvisionedThroughputExceededException.builder()
              .message("planted")
              .statusCode(400)
              .awsErrorDetails(SdkErrorDetails.of("ProvisionedThroughputExceededException"))
              .build();
      case CONFLICT -> {
        if (method.getName().equals("transactWriteItems")) {
          throw conflict((TransactWriteItemsRequest) arguments[0]);
        } else if (method.getName().equals("updateItem") || method.getName().equals("putItem")) {
          throw TransactionConflictException.builder()
              .message("planted")
              .statusCode(400)
              .awsErrorDetails(SdkErrorDetails.of("TransactionConflictException"))
              .build();
        }
      }
      case UNANSWERED -> {
        invoke(method, arguments);
        throw ApiCallTimeoutException.create("planted, after it was done");
      }
    }
    return invoke(method, arguments);
  }

  private static boolean isData(Method method) {
    var name = method.getName();
    return name.endsWith("Item") || name.endsWith("Items") || name.equals("query");
  }

  private Object invoke(Method method, Object[] arguments) throws Throwable {
    try {
      return method.invoke(client, arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }

  private synchronized Fault next() {
    if (drought > 0) {
      drought--;
      return Fault.THROTTLED;
    }
    if (random.nextDouble() >= chance) return Fault.NONE;
    if (random.nextDouble() < DROUGHT_SHARE) drought = random.nextInt(DROUGHT_CALLS_MAX);
    return switch (random.nextInt(3)) {
      case 0 -> Fault.THROTTLED;
      case 1 -> Fault.CONFLICT;
      default -> Fault.UNANSWERED;
    };
  }

  /** One of the items conflicts, the others do not. */
  private TransactionCanceledException conflict(TransactWriteItemsRequest request) {
    int size = request.transactItems().size();
    int guilty;
    synchronized (this) {
      guilty = random.nextInt(size);
    }
    var reasons = new ArrayList<CancellationReason>();
    for (int i = 0; i < size; i++) {
      reasons.add(
          CancellationReason.builder().code(i == guilty ? "TransactionConflict" : "None").build());
    }
    return TransactionCanceledException.builder()
        .message("planted")
        .statusCode(400)
        .awsErrorDetails(SdkErrorDetails.of("TransactionCanceledException"))
        .cancellationReasons(reasons)
        .build();
  }
}
