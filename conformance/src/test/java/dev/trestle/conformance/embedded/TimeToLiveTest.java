package dev.trestle.conformance.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.dynamodb.embedded.Trestle;
import dev.trestle.engine.EngineOptions;
import dev.trestle.engine.ManualClock;
import dev.trestle.testing.Await;
import dev.trestle.testing.TrestleTest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.OperationType;
import software.amazon.awssdk.services.dynamodb.model.ProjectionType;
import software.amazon.awssdk.services.dynamodb.model.Record;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.ShardIteratorType;
import software.amazon.awssdk.services.dynamodb.model.StreamViewType;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

/** Expired items are removed, as seen by clients, with a manual clock. */
@TrestleTest
class TimeToLiveTest {
  private static final String TABLE = "sessions";
  private static final String INDEX = "by_user";
  private static final long NOW = ManualClock.START.getEpochSecond();

  private static void create(DynamoDbClient db) {
    db.createTable(table ->
        table
            .tableName(TABLE)
            .billingMode(BillingMode.PAY_PER_REQUEST)
            .attributeDefinitions(
                Pieces.attribute("pk", ScalarAttributeType.S),
                Pieces.attribute("user", ScalarAttributeType.S))
            .keySchema(Pieces.hash("pk"))
            .globalSecondaryIndexes(Pieces.index(INDEX, "user", ProjectionType.KEYS_ONLY))
            .streamSpecification(stream ->
                stream.streamEnabled(true).streamViewType(StreamViewType.NEW_AND_OLD_IMAGES)));
    try (var waiter = db.waiter()) {
      waiter.waitUntilTableExists(wait -> wait.tableName(TABLE));
    }
  }

  private static void enable(DynamoDbClient db, boolean enabled) {
    db.updateTimeToLive(update ->
        update
            .tableName(TABLE)
            .timeToLiveSpecification(ttl -> ttl.enabled(enabled).attributeName("expires")));
  }

  private static Map<String, AttributeValue> put(
      DynamoDbClient db, String pk, AttributeValue expires) {
    var item =
        Map.of(
            "pk", AttributeValue.fromS(pk), "user", AttributeValue.fromS("u"), "expires", expires);
    db.putItem(put -> put.tableName(TABLE).item(item));
    return item;
  }

  private static AttributeValue at(long seconds) {
    return AttributeValue.fromN(Long.toString(seconds));
  }

  private static List<String> keys(DynamoDbClient db) {
    return db.scan(scan -> scan.tableName(TABLE).consistentRead(true)).items().stream()
        .map(item -> String.valueOf(item.get("pk")))
        .map(text -> text.replaceAll(".*S=(\\w+).*", "$1"))
        .sorted()
        .toList();
  }

  private static int indexed(DynamoDbClient db) {
    return db.scan(scan -> scan.tableName(TABLE).indexName(INDEX)).count();
  }

  private static List<Record> records(DynamoDbClient db, DynamoDbStreamsClient streams) {
    var arn = db.describeTable(describe -> describe.tableName(TABLE)).table().latestStreamArn();
    var shards =
        streams.describeStream(describe -> describe.streamArn(arn)).streamDescription().shards();
    var records = new ArrayList<Record>();
    for (var shard : shards) {
      var iterator =
          streams
              .getShardIterator(get ->
                  get.streamArn(arn)
                      .shardId(shard.shardId())
                      .shardIteratorType(ShardIteratorType.TRIM_HORIZON))
              .shardIterator();
      records.addAll(streams.getRecords(get -> get.shardIterator(iterator)).records());
    }
    return records;
  }

  @Test
  void an_item_goes_when_its_second_has_passed_and_leaves_its_index(
      Trestle trestle, DynamoDbClient db, ManualClock clock) {
    create(db);
    enable(db, true);
    put(db, "soon", at(NOW + 10));
    put(db, "later", at(NOW + 1000));
    trestle.engine().runHousekeeping();
    assertThat(keys(db)).containsExactly("later", "soon");

    clock.advance(Duration.ofSeconds(11));
    trestle.engine().runHousekeeping();
    assertThat(keys(db)).containsExactly("later");
    assertThat(indexed(db)).isEqualTo(1);
  }

  @Test
  void an_expired_item_can_be_read_and_written_until_it_goes(
      Trestle trestle, DynamoDbClient db, ManualClock clock) {
    create(db);
    enable(db, true);
    put(db, "renewed", at(NOW + 10));
    clock.advance(Duration.ofSeconds(20));
    assertThat(keys(db)).containsExactly("renewed");

    put(db, "renewed", at(NOW + 1000));
    trestle.engine().runHousekeeping();
    assertThat(keys(db)).containsExactly("renewed");
  }

  @Test
  void the_service_is_named_as_who_removed_it(
      Trestle trestle, DynamoDbClient db, DynamoDbStreamsClient streams, ManualClock clock) {
    create(db);
    enable(db, true);
    var item = put(db, "gone", at(NOW + 1));
    clock.advance(Duration.ofSeconds(5));
    trestle.engine().runHousekeeping();

    var records = records(db, streams);
    assertThat(records)
        .extracting(Record::eventName)
        .containsExactly(OperationType.INSERT, OperationType.REMOVE);
    assertThat(records.getFirst().userIdentity()).isNull();
    var removal = records.getLast();
    assertThat(removal.userIdentity().principalId()).isEqualTo("dynamodb.amazonaws.com");
    assertThat(removal.userIdentity().type()).isEqualTo("Service");
    assertThat(removal.dynamodb().oldImage()).isEqualTo(item);
  }

  @Test
  void only_numbers_of_the_last_five_years_and_the_future_expire(
      Trestle trestle, DynamoDbClient db, ManualClock clock) {
    create(db);
    enable(db, true);
    long year = Duration.ofDays(365).toSeconds();
    put(db, "ancient", at(NOW - 6 * year));
    put(db, "old", at(NOW - 4 * year));
    put(db, "text", AttributeValue.fromS(Long.toString(NOW - 10)));
    put(db, "list", AttributeValue.fromL(List.of(at(NOW - 10))));
    put(db, "millis", at((NOW - 10) * 1000));
    put(db, "fraction", AttributeValue.fromN((NOW - 10) + ".5"));
    clock.advance(Duration.ofSeconds(1));
    trestle.engine().runHousekeeping();
    assertThat(keys(db)).containsExactly("ancient", "list", "millis", "text");
  }

  @Test
  void items_that_were_there_before_go_too_and_none_once_it_is_disabled(
      Trestle trestle, DynamoDbClient db, ManualClock clock) {
    create(db);
    put(db, "before", at(NOW + 1));
    enable(db, true);
    put(db, "after", at(NOW + 100));
    clock.advance(Duration.ofSeconds(5));
    Await.until(
        () -> {
          trestle.engine().runHousekeeping();
          return keys(db).equals(List.of("after"));
        },
        Duration.ofSeconds(60));

    enable(db, false);
    clock.advance(Duration.ofSeconds(500));
    trestle.engine().runHousekeeping();
    assertThat(keys(db)).containsExactly("after");
  }

  @Test
  void removal_may_be_made_as_late_as_the_real_one() {
    var clock = new ManualClock();
    var options = EngineOptions.inMemory().withClock(clock).withTimeToLiveDelay(Duration.ofDays(2));
    try (var trestle = Trestle.open(options)) {
      create(trestle.client());
      enable(trestle.client(), true);
      put(trestle.client(), "late", at(NOW + 10));
      clock.advance(Duration.ofHours(47));
      trestle.engine().runHousekeeping();
      assertThat(keys(trestle.client())).containsExactly("late");
      clock.advance(Duration.ofHours(2));
      trestle.engine().runHousekeeping();
      assertThat(keys(trestle.client())).isEmpty();
    }
  }
}
