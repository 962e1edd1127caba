package dev.trestle.conformance.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trestle.engine.FaultPoints;
import dev.trestle.engine.ManualClock;
import dev.trestle.testing.Faults;
import dev.trestle.testing.TrestleTest;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.IdempotentParameterMismatchException;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactionInProgressException;

/** Request tokens over time, and while the first request is still running. */
@TrestleTest
class RequestTokenTest {
  private static final Map<String, AttributeValue> KEY =
      Map.of("pk", AttributeValue.fromS("count"));

  /** Increments an attribute, with the token. */
  private static void count(DynamoDbClient db, String attribute) {
    var add =
        TransactWriteItem.builder()
            .update(u ->
                u.tableName(Ledger.TABLE)
                    .key(KEY)
                    .updateExpression("ADD " + attribute + " :one")
                    .expressionAttributeValues(Map.of(":one", AttributeValue.fromN("1"))))
            .build();
    db.transactWriteItems(r -> r.transactItems(add).clientRequestToken("token"));
  }

  private static Map<String, AttributeValue> counted(DynamoDbClient db) {
    return db.getItem(r -> r.tableName(Ledger.TABLE).key(KEY).projectionExpression("visits"))
        .item();
  }

  @Test
  void a_token_is_known_for_ten_minutes_and_no_longer(DynamoDbClient db, ManualClock clock) {
    Ledger.create(db);
    count(db, "visits");
    clock.advance(Duration.ofMinutes(10).minusMillis(1));
    count(db, "visits");
    assertThat(counted(db)).isEqualTo(Map.of("visits", AttributeValue.fromN("1")));
    assertThatThrownBy(() -> count(db, "departures"))
        .isInstanceOf(IdempotentParameterMismatchException.class);

    clock.advance(Duration.ofMillis(1));
    count(db, "visits");
    assertThat(counted(db)).isEqualTo(Map.of("visits", AttributeValue.fromN("2")));
  }

  @Test
  void a_repeated_request_meets_the_first_one_under_way(DynamoDbClient db, Faults faults)
      throws InterruptedException {
    Ledger.create(db);
    try (var blockade = faults.block(FaultPoints.COMMIT_BEFORE_WRITE)) {
      var first = Thread.ofVirtual().start(() -> count(db, "visits"));
      blockade.awaitArrival();
      assertThatThrownBy(() -> count(db, "visits"))
          .isInstanceOf(TransactionInProgressException.class);
      blockade.release();
      first.join();
    }
    count(db, "visits");
    assertThat(counted(db)).isEqualTo(Map.of("visits", AttributeValue.fromN("1")));
  }
}
