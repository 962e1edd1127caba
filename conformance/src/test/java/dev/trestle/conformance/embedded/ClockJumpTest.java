package dev.trestle.conformance.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trestle.dynamodb.embedded.Trestle;
import dev.trestle.engine.EngineOptions;
import dev.trestle.engine.StorageException;
import dev.trestle.testing.Await;
import dev.trestle.testing.TemporaryFolder;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.RestoreTableToPointInTimeRequest;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.TableStatus;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/**
 * The system's clock is set while an engine with recovery and expiring items is open, and its
 * background thread works.
 */
class ClockJumpTest {
  private static final Duration PATIENCE = Duration.ofMinutes(3);
  private static final String TABLE = "things";
  private static final AttributeValue ONCE = AttributeValue.fromN("1");

  private final Path folder = TemporaryFolder.create();
  private final SetSystemClock clock = new SetSystemClock();
  private int restores;

  @AfterEach
  void delete() {
    TemporaryFolder.delete(folder);
  }

  /** The system's clock, which somebody sets. */
  private static final class SetSystemClock extends Clock {
    private final AtomicReference<Duration> ahead = new AtomicReference<>(Duration.ZERO);

    void set(Duration aheadOfTime) {
      ahead.set(aheadOfTime);
    }

    @Override
    public Instant instant() {
      return Instant.now().plus(ahead.get());
    }

    @Override
    public ZoneId getZone() {
      return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
      throw new UnsupportedOperationException();
    }
  }

  private Trestle open() {
    return Trestle.open(EngineOptions.at(folder).withClock(clock));
  }

  @Test
  void a_jump_forward_deletes_nothing_and_all_can_be_restored_after_the_clock_was_corrected() {
    Instant beforeJump;
    try (var trestle = open()) {
      var client = trestle.client();
      create(client);
      put(client, "first");
      putExpiring(client, "tomorrow", Instant.now().plus(Duration.ofDays(1)));
      beforeJump = afterNow();
      clock.set(Duration.ofDays(400));
      putExpiring(client, "expired", Instant.now().minusSeconds(10));
      awaitRemoval(client, "expired");
      put(client, "ahead");
      assertThat(ids(client, TABLE)).containsExactly("ahead", "first", "tomorrow");

      clock.set(Duration.ZERO);
      put(client, "corrected");
      checkRestores(client, Set.of("ahead", "corrected", "first", "tomorrow"));
      assertThat(restored(client, Optional.of(beforeJump))).containsExactly("first", "tomorrow");
      putExpiring(client, "expired", Instant.now().minusSeconds(10));
      awaitRemoval(client, "expired");
    }
    try (var trestle = open()) {
      var client = trestle.client();
      put(client, "reopened");
      checkRestores(client, Set.of("ahead", "corrected", "first", "reopened", "tomorrow"));
      assertThat(restored(client, Optional.of(beforeJump))).containsExactly("first", "tomorrow");
      trestle.engine().checkHousekeeping();
      assertThat(trestle.engine().verify((done, total) -> {}).problems()).isEmpty();
    }
  }

  /** A server that fails its health check is restarted. That must not confirm the clock. */
  @Test
  void a_clock_far_ahead_is_not_believed_after_a_restart_until_it_is_corrected() {
    try (var trestle = open()) {
      create(trestle.client());
      putExpiring(trestle.client(), "tomorrow", Instant.now().plus(Duration.ofDays(1)));
      clock.set(Duration.ofDays(400));
      put(trestle.client(), "ahead");
    }
    for (int restart = 0; restart < 2; restart++) {
      try (var trestle = open()) {
        var client = trestle.client();
        put(client, "ahead");
        putExpiring(client, "expired", Instant.now().minusSeconds(10));
        awaitRemoval(client, "expired");
        assertThat(ids(client, TABLE)).containsExactly("ahead", "tomorrow");
        assertThatThrownBy(trestle.engine()::checkHousekeeping)
            .isInstanceOf(StorageException.class)
            .hasMessageContaining("more than 35 days past");
      }
    }
    try (var trestle = open()) {
      clock.set(Duration.ZERO);
      trestle.engine().checkHousekeeping();
      putExpiring(trestle.client(), "expired", Instant.now().minusSeconds(10));
      awaitRemoval(trestle.client(), "expired");
      assertThat(ids(trestle.client(), TABLE)).containsExactly("ahead", "tomorrow");
    }
  }

  @Test
  void after_a_jump_back_all_can_be_restored_to_the_latest_time() {
    Instant beforeJump;
    try (var trestle = open()) {
      var client = trestle.client();
      create(client);
      put(client, "first");
      beforeJump = afterNow();
      put(client, "second");
      clock.set(Duration.ofDays(-10));
      put(client, "third");
      checkRestores(client, Set.of("first", "second", "third"));
      assertThat(restored(client, Optional.of(beforeJump))).containsExactly("first");
      putExpiring(client, "expired", clock.instant().minusSeconds(10));
      awaitRemoval(client, "expired");
    }
    try (var trestle = open()) {
      var client = trestle.client();
      put(client, "reopened");
      checkRestores(client, Set.of("first", "reopened", "second", "third"));
      clock.set(Duration.ZERO);
      put(client, "corrected");
      checkRestores(client, Set.of("corrected", "first", "reopened", "second", "third"));
      assertThat(restored(client, Optional.of(beforeJump))).containsExactly("first");
      trestle.engine().checkHousekeeping();
      assertThat(trestle.engine().verify((done, total) -> {}).problems()).isEmpty();
    }
  }

  /** Clients repeat a transaction whose response was lost. */
  @Test
  void a_transaction_that_is_repeated_after_a_jump_is_not_executed_again() {
    try (var trestle = open()) {
      var client = trestle.client();
      create(client);
      count(client);
      clock.set(Duration.ofHours(-1));
      count(client);
      clock.set(Duration.ofDays(1));
      count(client);
      assertThat(counted(client)).containsEntry("n", ONCE);
    }
  }

  /** Once the token was looked for in the hour to which the clock had been set back. */
  @Test
  void a_transaction_that_is_repeated_after_a_restart_is_not_executed_again() {
    try (var trestle = open()) {
      create(trestle.client());
      count(trestle.client());
    }
    clock.set(Duration.ofHours(-1));
    try (var trestle = open()) {
      count(trestle.client());
      assertThat(counted(trestle.client())).containsEntry("n", ONCE);
    }
    clock.set(Duration.ofDays(-1));
    try (var trestle = open()) {
      count(trestle.client());
      assertThat(counted(trestle.client())).containsEntry("n", ONCE);
    }
  }

  private static Map<String, AttributeValue> counted(DynamoDbClient client) {
    var key = Map.of("id", AttributeValue.fromS("counter"));
    return client.getItem(get -> get.tableName(TABLE).key(key)).item();
  }

  private static void count(DynamoDbClient client) {
    var add =
        TransactWriteItem.builder()
            .update(update ->
                update
                    .tableName(TABLE)
                    .key(Map.of("id", AttributeValue.fromS("counter")))
                    .updateExpression("ADD n :one")
                    .expressionAttributeValues(Map.of(":one", AttributeValue.fromN("1"))))
            .build();
    client.transactWriteItems(request -> request.transactItems(add).clientRequestToken("token"));
  }

  /** Returns a time after all writes so far and before all later ones. */
  private static Instant afterNow() {
    var at = Instant.ofEpochMilli(System.currentTimeMillis());
    while (System.currentTimeMillis() <= at.toEpochMilli()) Thread.onSpinWait();
    return at;
  }

  private static void create(DynamoDbClient client) {
    client.createTable(request ->
        request
            .tableName(TABLE)
            .billingMode(BillingMode.PAY_PER_REQUEST)
            .attributeDefinitions(Pieces.attribute("id", ScalarAttributeType.S))
            .keySchema(Pieces.hash("id")));
    client.updateTimeToLive(request ->
        request
            .tableName(TABLE)
            .timeToLiveSpecification(ttl -> ttl.enabled(true).attributeName("expires")));
    client.updateContinuousBackups(request ->
        request
            .tableName(TABLE)
            .pointInTimeRecoverySpecification(
                recovery -> recovery.pointInTimeRecoveryEnabled(true)));
  }

  private static void put(DynamoDbClient client, String id) {
    client.putItem(
        request -> request.tableName(TABLE).item(Map.of("id", AttributeValue.fromS(id))));
  }

  private static void putExpiring(DynamoDbClient client, String id, Instant at) {
    var item =
        Map.of(
            "id", AttributeValue.fromS(id),
            "expires", AttributeValue.fromN(Long.toString(at.getEpochSecond())));
    client.putItem(request -> request.tableName(TABLE).item(item));
  }

  private static void awaitRemoval(DynamoDbClient client, String id) {
    Await.until(() -> !ids(client, TABLE).contains(id), PATIENCE);
  }

  private static Set<String> ids(DynamoDbClient client, String table) {
    var ids = new TreeSet<String>();
    client
        .scan(scan -> scan.tableName(table).consistentRead(true))
        .items()
        .forEach(item -> ids.add(item.getOrDefault("id", AttributeValue.fromS("")).s()));
    return ids;
  }

  private void checkRestores(DynamoDbClient client, Set<String> expected) {
    assertThat(restored(client, Optional.empty())).isEqualTo(expected);
  }

  /** Returns the items at a time, or at the latest one. */
  private Set<String> restored(DynamoDbClient client, Optional<Instant> at) {
    var target = "restored" + restores++;
    var request =
        RestoreTableToPointInTimeRequest.builder().sourceTableName(TABLE).targetTableName(target);
    at.ifPresentOrElse(request::restoreDateTime, () -> request.useLatestRestorableTime(true));
    client.restoreTableToPointInTime(request.build());
    Await.until(
        () ->
            client.describeTable(table -> table.tableName(target)).table().tableStatus()
                == TableStatus.ACTIVE,
        PATIENCE);
    return ids(client, target);
  }
}
