package dev.trestle.conformance.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.trestle.dynamodb.embedded.Trestle;
import dev.trestle.engine.EngineOptions;
import dev.trestle.engine.FaultPoints;
import dev.trestle.engine.LimitedTables;
import dev.trestle.engine.ManualClock;
import dev.trestle.testing.Faults;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

/** Transactions on a limited table while commits are slow. */
class ThrottledTransactionTest {
  private static final String TABLE = "limited";

  private final Faults faults = new Faults();
  private final EngineOptions options =
      EngineOptions.inMemory()
          .withClock(new ManualClock())
          .withLimits(LimitedTables.ALL)
          .withFaults(faults);

  private static void create(DynamoDbClient db, long writeUnits) {
    db.createTable(request ->
        request
            .tableName(TABLE)
            .attributeDefinitions(Pieces.attribute("pk", ScalarAttributeType.S))
            .keySchema(Pieces.hash("pk"))
            .provisionedThroughput(
                units -> units.readCapacityUnits(1L).writeCapacityUnits(writeUnits)));
  }

  private static void write(DynamoDbClient db, String pk) {
    var item = Map.of("pk", AttributeValue.fromS(pk));
    var put = TransactWriteItem.builder().put(p -> p.tableName(TABLE).item(item)).build();
    db.transactWriteItems(request -> request.transactItems(put));
  }

  private static List<String> codes(Runnable action) {
    var cancelled = catchThrowableOfType(TransactionCanceledException.class, action::run);
    return cancelled.cancellationReasons().stream().map(CancellationReason::code).toList();
  }

  /** Once any number of them could be admitted before the first one was charged. */
  @Test
  void a_transaction_that_waits_for_its_commit_has_used_its_units() throws Exception {
    try (var trestle = Trestle.open(options)) {
      var db = trestle.client();
      create(db, 2);
      try (var blockade = faults.block(FaultPoints.COMMIT_BEFORE_WRITE)) {
        var first = CompletableFuture.runAsync(() -> write(db, "a"), Thread::startVirtualThread);
        blockade.awaitArrival();
        var second =
            CompletableFuture.supplyAsync(
                () -> codes(() -> write(db, "b")), Thread::startVirtualThread);
        assertThat(second.get(30, TimeUnit.SECONDS))
            .containsExactly("ProvisionedThroughputExceeded");
        blockade.release();
        first.get(30, TimeUnit.SECONDS);
      }
    }
  }
}
