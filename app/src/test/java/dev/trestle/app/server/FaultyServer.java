package dev.trestle.app.server;

import dev.trestle.app.config.Configuration;
import dev.trestle.app.config.ServerMode;
import dev.trestle.platform.idempotency.IdempotencyModel;
import dev.trestle.platform.signal.MemorySignals;
import dev.trestle.platform.system.PlatformStores;
import dev.trestle.platform.system.Stores;
import dev.trestle.platform.system.SystemContext;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsResponse;

/** A server with a planted fault, which a trial must find. Its argument is the fault's name. */
public final class FaultyServer {
  private static final int FORGOTTEN_EVERY = 3;

  private FaultyServer() {}

  /** Runs until the process is stopped. */
  public static void main(String[] arguments) throws InterruptedException {
    var configuration = Configuration.read(Map.of(), System.getenv(), Path.of(""));
    var server = start(configuration, ServerMode.STANDARD, arguments[0]);
    Runtime.getRuntime().addShutdownHook(new Thread(server::close));
    new CountDownLatch(1).await();
  }

  /** Starts one in this process. */
  public static RunningServer start(Configuration configuration, ServerMode mode, String fault) {
    return RunningServer.start(configuration, mode, context -> faulty(context, fault));
  }

  private static SystemContext faulty(SystemContext context, String fault) {
    return switch (fault) {
      case "FORGOTTEN_MESSAGES" -> with(context, forgetful(context.stores().client()));
      case "OWN_IDEMPOTENCY" -> {
        var options = context.stores().options().tablePrefix("own" + System.nanoTime());
        var own = new Stores(context.stores().client(), options).open(IdempotencyModel.MODEL);
        var shared = context.platformStores();
        yield context.platformStores(
            new PlatformStores(shared.queue(), shared.leases(), shared.schedule(), own));
      }
      case "DEAF_TO_REVOCATIONS" ->
          with(context, blind(context.stores().client())).signals(new MemorySignals());
      default -> throw new IllegalArgumentException(fault);
    };
  }

  private static SystemContext with(SystemContext context, DynamoDbClient client) {
    return context.stores(new Stores(client, context.stores().options()));
  }

  /** Acknowledges some transactions that store messages, and does not carry them out. */
  private static DynamoDbClient forgetful(DynamoDbClient client) {
    var transactions = new AtomicInteger();
    return around(
        client,
        request -> {
          boolean isMessage =
              request instanceof TransactWriteItemsRequest write
                  && write.transactItems().stream()
                      .anyMatch(
                          item -> item.put() != null && item.put().tableName().equals("messages"));
          return isMessage && transactions.incrementAndGet() % FORGOTTEN_EVERY == 0
              ? TransactWriteItemsResponse.builder().build()
              : null;
        });
  }

  /** Finds no revoked sessions in the table. */
  private static DynamoDbClient blind(DynamoDbClient client) {
    return around(
        client,
        request ->
            request instanceof QueryRequest query && query.tableName().equals("revoked_sessions")
                ? QueryResponse.builder().count(0).scannedCount(0).items(List.of()).build()
                : null);
  }

  private static DynamoDbClient around(
      DynamoDbClient client, Function<Object, @Nullable Object> replaced) {
    return (DynamoDbClient)
        Proxy.newProxyInstance(
            FaultyServer.class.getClassLoader(),
            new Class<?>[] {DynamoDbClient.class},
            (_, method, arguments) -> {
              var other =
                  arguments == null || arguments.length != 1 ? null : replaced.apply(arguments[0]);
              if (other != null) return other;
              try {
                return method.invoke(client, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }
}
