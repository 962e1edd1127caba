package dev.trestle.conformance.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.dynamodb.embedded.Trestle;
import dev.trestle.engine.EngineOptions;
import dev.trestle.engine.ManualClock;
import dev.trestle.testing.Await;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.LocalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.ProjectionType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.TableStatus;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/**
 * Writes of all kinds, expiring items, trimming and reopening in random order, and restores to
 * random times, compared with a reference that keeps every version.
 */
class RandomRestoresTest {
  private static final String TABLE = "things";
  private static final int STEPS = 600;
  private static final int RESTORES = 12;
  private static final int PARTITIONS = 5;
  private static final int SORTS = 6;
  private static final Duration PERIOD = Duration.ofDays(1);

  @TempDir private Path folder;

  private final long seed = System.nanoTime();
  private final SplittableRandom random = new SplittableRandom(seed);
  private final ManualClock clock = new ManualClock();
  private final Map<String, Map<String, AttributeValue>> now = new HashMap<>();
  private final TreeMap<Instant, Set<Map<String, AttributeValue>>> versions = new TreeMap<>();
  private Trestle trestle = Trestle.inMemory();

  @BeforeEach
  void create() {
    reopen();
    db().createTable(request ->
        request
            .tableName(TABLE)
            .billingMode(BillingMode.PAY_PER_REQUEST)
            .attributeDefinitions(text("p"), text("s"), text("g"))
            .keySchema(key("p", KeyType.HASH), key("s", KeyType.RANGE))
            .globalSecondaryIndexes(
                GlobalSecondaryIndex.builder()
                    .indexName("global")
                    .keySchema(key("g", KeyType.HASH))
                    .projection(p -> p.projectionType(ProjectionType.ALL))
                    .build())
            .localSecondaryIndexes(
                LocalSecondaryIndex.builder()
                    .indexName("local")
                    .keySchema(key("p", KeyType.HASH), key("g", KeyType.RANGE))
                    .projection(p -> p.projectionType(ProjectionType.ALL))
                    .build()));
    db().updateTimeToLive(request ->
        request
            .tableName(TABLE)
            .timeToLiveSpecification(ttl -> ttl.enabled(true).attributeName("e")));
    db().updateContinuousBackups(request ->
        request
            .tableName(TABLE)
            .pointInTimeRecoverySpecification(
                recovery -> recovery.pointInTimeRecoveryEnabled(true).recoveryPeriodInDays(1)));
  }

  @AfterEach
  void close() {
    trestle.close();
  }

  private DynamoDbClient db() {
    return trestle.client();
  }

  private void reopen() {
    trestle.close();
    trestle = Trestle.open(EngineOptions.at(folder.resolve("data")).withClock(clock));
  }

  private static AttributeDefinition text(String name) {
    return AttributeDefinition.builder()
        .attributeName(name)
        .attributeType(ScalarAttributeType.S)
        .build();
  }

  private static KeySchemaElement key(String name, KeyType type) {
    return KeySchemaElement.builder().attributeName(name).keyType(type).build();
  }

  @Test
  void a_table_is_restored_to_random_times_whatever_happened_to_it() {
    keep();
    for (int step = 0; step < STEPS; step++) {
      if (random.nextInt(3) > 0) clock.advance(Duration.ofMillis(random.nextInt(1, 600_000)));
      switch (random.nextInt(8)) {
        case 0, 1 -> put(step);
        case 2 -> update();
        case 3 -> delete();
        case 4 -> writeBatch(step);
        case 5 -> writeTogether(step);
        case 6 -> expire();
        default -> {
          if (random.nextInt(5) == 0) reopen();
        }
      }
      keep();
    }
    for (int i = 0; i < RESTORES; i++) {
      if (i == RESTORES / 2) reopen();
      var earliest = clock.instant().minus(PERIOD);
      if (earliest.isBefore(versions.firstKey())) earliest = versions.firstKey();
      long span = Duration.between(earliest, clock.instant()).toMillis();
      compare("restored" + i, earliest.plusMillis(random.nextLong(span + 1)));
    }
    assertThat(trestle.engine().verify((done, total) -> {}).problems()).isEmpty();
  }

  private void keep() {
    versions.put(clock.instant(), Set.copyOf(now.values()));
  }

  private void compare(String target, Instant at) {
    db().restoreTableToPointInTime(
            request -> request.sourceTableName(TABLE).targetTableName(target).restoreDateTime(at));
    Await.until(
        () ->
            db().describeTable(request -> request.tableName(target)).table().tableStatus()
                == TableStatus.ACTIVE,
        Duration.ofMinutes(2));
    var expected = versions.floorEntry(at).getValue();
    var indexed =
        expected.stream().filter(item -> item.containsKey("g")).collect(Collectors.toSet());
    assertThat(items(target, Optional.empty())).as("seed %d, %s", seed, at).isEqualTo(expected);
    for (var index : List.of("global", "local")) {
      assertThat(items(target, Optional.of(index)))
          .as("seed %d, %s, %s", seed, index, at)
          .isEqualTo(indexed);
    }
  }

  private Set<Map<String, AttributeValue>> items(String table, Optional<String> index) {
    var scan = ScanRequest.builder().tableName(table);
    index.ifPresent(scan::indexName);
    return db().scanPaginator(scan.build()).items().stream().collect(Collectors.toSet());
  }

  private Map<String, AttributeValue> randomKey() {
    return Map.of(
        "p", AttributeValue.fromS("p" + random.nextInt(PARTITIONS)),
        "s", AttributeValue.fromS("s" + random.nextInt(SORTS)));
  }

  private Map<String, AttributeValue> randomItem(int step) {
    var item = new HashMap<>(randomKey());
    item.put("n", AttributeValue.fromN(Integer.toString(step)));
    if (random.nextBoolean()) item.put("g", AttributeValue.fromS("g" + random.nextInt(3)));
    if (random.nextInt(5) == 0) {
      long at = clock.instant().getEpochSecond() + random.nextInt(1, 3600);
      item.put("e", AttributeValue.fromN(Long.toString(at)));
    }
    return item;
  }

  private static String id(Map<String, AttributeValue> item) {
    return item.get("p") + "/" + item.get("s");
  }

  private void put(int step) {
    var item = randomItem(step);
    db().putItem(request -> request.tableName(TABLE).item(item));
    now.put(id(item), item);
  }

  private void update() {
    var key = randomKey();
    db().updateItem(request ->
        request
            .tableName(TABLE)
            .key(key)
            .updateExpression("ADD u :one REMOVE g")
            .expressionAttributeValues(Map.of(":one", AttributeValue.fromN("1"))));
    var item = new HashMap<>(now.getOrDefault(id(key), key));
    int before = item.containsKey("u") ? Integer.parseInt(item.get("u").n()) : 0;
    item.put("u", AttributeValue.fromN(Integer.toString(before + 1)));
    item.remove("g");
    now.put(id(key), item);
  }

  private void delete() {
    var key = randomKey();
    db().deleteItem(request -> request.tableName(TABLE).key(key));
    now.remove(id(key));
  }

  private void writeBatch(int step) {
    var writes = new HashMap<String, WriteRequest>();
    for (int i = 0; i < 5; i++) {
      var item = randomItem(step);
      if (random.nextBoolean()) {
        writes.put(id(item), WriteRequest.builder().putRequest(put -> put.item(item)).build());
        now.put(id(item), item);
      } else {
        var key = Map.of("p", item.get("p"), "s", item.get("s"));
        writes.put(id(item), WriteRequest.builder().deleteRequest(each -> each.key(key)).build());
        now.remove(id(item));
      }
    }
    db().batchWriteItem(
            request -> request.requestItems(Map.of(TABLE, List.copyOf(writes.values()))));
  }

  private void writeTogether(int step) {
    var puts = new HashMap<String, TransactWriteItem>();
    for (int i = 0; i < 4; i++) {
      var item = randomItem(step);
      puts.put(
          id(item),
          TransactWriteItem.builder().put(put -> put.tableName(TABLE).item(item)).build());
      now.put(id(item), item);
    }
    db().transactWriteItems(request -> request.transactItems(new ArrayList<>(puts.values())));
  }

  /** Removes what has expired, and log records that are older than the period. */
  private void expire() {
    trestle.engine().runHousekeeping();
    long seconds = clock.instant().getEpochSecond();
    now.values()
        .removeIf(item -> item.containsKey("e") && Long.parseLong(item.get("e").n()) <= seconds);
  }
}
