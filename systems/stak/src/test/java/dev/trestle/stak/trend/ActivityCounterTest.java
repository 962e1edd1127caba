package dev.trestle.stak.trend;

import dev.trestle.dynamodb.embedded.Trestle;
import dev.trestle.stak.model.InboxKey;
import dev.trestle.stak.model.StakModel;
import dev.trestle.store.Store;
import dev.trestle.store.TableCreation;
import dev.trestle.testing.Await;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

class ActivityCounterTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final InboxKey INBOX = InboxKey.of("acme", "DEFAULT");

  /** A client whose first call ends with an error. */
  private static DynamoDbClient failingOnce(DynamoDbClient real) {
    var isFirst = new AtomicBoolean(true);
    return (DynamoDbClient)
        Proxy.newProxyInstance(
            DynamoDbClient.class.getClassLoader(),
            new Class<?>[] {DynamoDbClient.class},
            (_, method, arguments) -> {
              if (isFirst.getAndSet(false)) throw new AssertionError("on purpose");
              try {
                return method.invoke(real, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  @Test
  void what_was_not_counted_because_of_an_error_is_counted_later() {
    try (var trestle = Trestle.inMemory()) {
      TableCreation.create(StakModel.MODEL, trestle.client(), "");
      var clock = InstantSource.system();
      var trends = new TrendReader(Store.of(StakModel.MODEL, trestle.client()), clock);
      var store = Store.of(StakModel.MODEL, failingOnce(trestle.client()));
      try (var counter = new ActivityCounter(store, clock)) {
        counter.start();
        counter.sent(INBOX, "news");
        Await.until(
            () -> trends.read(INBOX, 7, Optional.empty()).categories().containsKey("news"),
            PATIENCE);
      }
    }
  }
}
