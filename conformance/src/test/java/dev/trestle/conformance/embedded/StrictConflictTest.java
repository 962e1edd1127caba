package dev.trestle.conformance.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.trestle.dynamodb.embedded.Trestle;
import dev.trestle.engine.EngineOptions;
import dev.trestle.engine.FaultPoints;
import dev.trestle.testing.Faults;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItem;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;
import software.amazon.awssdk.services.dynamodb.model.TransactionConflictException;

/** With strict conflicts, requests that meet a running transaction are refused. */
class StrictConflictTest {
  @Test
  void what_meets_a_transaction_is_refused_and_what_does_not_goes_on() throws Exception {
    var faults = new Faults();
    var options = EngineOptions.inMemory().withStrictConflicts(true).withFaults(faults);
    try (var trestle = Trestle.open(options)) {
      var db = trestle.client();
      Ledger.create(db);
      Ledger.put(db, 7, 10);
      try (var blockade = faults.block(FaultPoints.COMMIT_BEFORE_WRITE)) {
        var transaction = Thread.ofVirtual().start(() -> Ledger.putPair(db, 1, 10));
        blockade.awaitArrival();

        assertThatThrownBy(() -> Ledger.put(db, 1, 20))
            .isInstanceOf(TransactionConflictException.class);
        assertThat(codes(() -> Ledger.putPair(db, 1, 30)))
            .containsExactly("TransactionConflict", "TransactionConflict");
        assertThat(codes(() -> read(db, "left7", "right1")))
            .containsExactly("None", "TransactionConflict");
        assertThat(read(db, "left7")).hasSize(1);

        blockade.release();
        transaction.join();
      }
      Ledger.put(db, 1, 20);
      assertThat(read(db, "left1", "right1")).hasSize(2);
    }
  }

  private static List<String> codes(Runnable action) {
    var canceled = catchThrowableOfType(TransactionCanceledException.class, action::run);
    return canceled.cancellationReasons().stream().map(CancellationReason::code).toList();
  }

  private static List<?> read(DynamoDbClient db, String... keys) {
    var gets =
        List.of(keys).stream()
            .map(key -> Map.of("pk", AttributeValue.fromS(key)))
            .map(key ->
                TransactGetItem.builder().get(g -> g.tableName(Ledger.TABLE).key(key)).build())
            .toList();
    return db.transactGetItems(request -> request.transactItems(gets)).responses();
  }
}
