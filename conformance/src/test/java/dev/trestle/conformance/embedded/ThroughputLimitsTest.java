package dev.trestle.conformance.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.Assertions.tuple;

import dev.trestle.dynamodb.embedded.Trestle;
import dev.trestle.dynamodb.http.DynamoDbServer;
import dev.trestle.engine.EngineOptions;
import dev.trestle.engine.LimitedTables;
import dev.trestle.engine.ManualClock;
import dev.trestle.engine.capacity.TableUsage.Throttle;
import dev.trestle.testing.TemporaryFolder;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchStatementErrorCodeEnum;
import software.amazon.awssdk.services.dynamodb.model.BatchStatementRequest;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.ProjectionType;
import software.amazon.awssdk.services.dynamodb.model.ProvisionedThroughputExceededException;
import software.amazon.awssdk.services.dynamodb.model.PutItemResponse;
import software.amazon.awssdk.services.dynamodb.model.RequestLimitExceededException;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.ThrottlingException;
import software.amazon.awssdk.services.dynamodb.model.ThrottlingReason;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/** Limited tables throttle as DynamoDB does, on a manual clock. */
class ThroughputLimitsTest {
  private static final String ARN = "arn:aws:dynamodb:us-east-1:000000000000:table/";
  private static final String OF_TABLE =
      "The level of configured provisioned throughput for the table was exceeded. Consider"
          + " increasing your provisioning level with the UpdateTable API.";
  private static final String OF_INDEX =
      "The level of configured provisioned throughput for one or more global secondary indexes of"
          + " the table was exceeded. Consider increasing your provisioning level for the"
          + " under-provisioned global secondary indexes with the UpdateTable API";

  private final ManualClock clock = new ManualClock();
  private Trestle trestle = Trestle.inMemory();
  private DynamoDbClient db = trestle.client();

  @BeforeEach
  void open() {
    reopen(EngineOptions.inMemory());
  }

  private void reopen(EngineOptions options) {
    trestle.close();
    trestle =
        Trestle.open(options.withClock(clock).withLimits(LimitedTables.named(Set.of("limited"))));
    db = trestle.client();
  }

  @AfterEach
  void close() {
    trestle.close();
  }

  private void create(String table, long read, long write, GlobalSecondaryIndex... indexes) {
    db.createTable(request ->
        request
            .tableName(table)
            .attributeDefinitions(
                indexes.length == 0
                    ? List.of(Pieces.attribute("pk", ScalarAttributeType.S))
                    : List.of(
                        Pieces.attribute("pk", ScalarAttributeType.S),
                        Pieces.attribute("color", ScalarAttributeType.S)))
            .keySchema(Pieces.hash("pk"))
            .globalSecondaryIndexes(indexes.length == 0 ? null : List.of(indexes))
            .provisionedThroughput(
                units -> units.readCapacityUnits(read).writeCapacityUnits(write)));
  }

  private static GlobalSecondaryIndex byColor(long read, long write) {
    return Pieces.index("by_color", "color", ProjectionType.ALL).toBuilder()
        .provisionedThroughput(units -> units.readCapacityUnits(read).writeCapacityUnits(write))
        .build();
  }

  private static Map<String, AttributeValue> item(String pk) {
    return Map.of("pk", AttributeValue.fromS(pk), "color", AttributeValue.fromS("red"));
  }

  private static Map<String, AttributeValue> key(String pk) {
    return Map.of("pk", AttributeValue.fromS(pk));
  }

  private PutItemResponse put(String pk) {
    return db.putItem(request -> request.tableName("limited").item(item(pk)));
  }

  private void get(String pk) {
    db.getItem(request -> request.tableName("limited").key(key(pk)).consistentRead(true));
  }

  private ProvisionedThroughputExceededException throttled(Runnable action) {
    return catchThrowableOfType(ProvisionedThroughputExceededException.class, action::run);
  }

  private static ThrottlingReason reason(String reason, String resource) {
    return ThrottlingReason.builder().reason(reason).resource(ARN + resource).build();
  }

  @Test
  void a_table_is_throttled_when_its_units_are_used_up() {
    create("limited", 3, 2);
    put("a");
    put("b");
    var write = throttled(() -> put("c"));
    assertThat(write.awsErrorDetails().errorMessage()).isEqualTo(OF_TABLE);
    assertThat(write.statusCode()).isEqualTo(400);
    assertThat(write.isThrottlingException()).isTrue();
    assertThat(write.throttlingReasons())
        .containsExactly(reason("TableWriteProvisionedThroughputExceeded", "limited"));
    for (int i = 0; i < 3; i++) get("a");
    assertThat(throttled(() -> get("a")).throttlingReasons())
        .containsExactly(reason("TableReadProvisionedThroughputExceeded", "limited"));
    assertThat(throttled(() -> db.scan(request -> request.tableName("limited")))).isNotNull();
    clock.advance(Duration.ofSeconds(1));
    put("c");
    get("c");
    var usage = trestle.engine().usage("limited").orElseThrow();
    assertThat(usage.throttles())
        .containsOnly(
            Map.entry(
                new Throttle("TableWriteProvisionedThroughputExceeded", Optional.empty()), 1L),
            Map.entry(
                new Throttle("TableReadProvisionedThroughputExceeded", Optional.empty()), 2L));
    assertThat(usage.refusals()).containsEntry("ProvisionedThroughputExceededException", 3L);
    assertThat(usage.writeUnits()).isEqualTo(3);
  }

  /** Once a table got no units until the clock was there again. */
  @Test
  void units_come_in_although_the_clock_is_set_back() {
    create("limited", 1, 2);
    put("a");
    put("b");
    clock.set(clock.instant().minus(Duration.ofHours(1)));
    assertThat(throttled(() -> put("c"))).isNotNull();
    clock.advance(Duration.ofSeconds(1));
    put("c");
    put("d");
    assertThat(throttled(() -> put("e"))).isNotNull();
  }

  @Test
  void a_table_that_was_created_by_a_clock_that_was_ahead_gets_units() {
    var folder = TemporaryFolder.create();
    try {
      reopen(EngineOptions.at(folder));
      create("limited", 1, 2);
      clock.set(clock.instant().minus(Duration.ofHours(1)));
      reopen(EngineOptions.at(folder));
      put("a");
      put("b");
      assertThat(throttled(() -> put("c"))).isNotNull();
      clock.advance(Duration.ofSeconds(1));
      put("c");
    } finally {
      trestle.close();
      TemporaryFolder.delete(folder);
    }
  }

  @Test
  void other_tables_have_no_limits() {
    create("free", 1, 1);
    for (int i = 0; i < 100; i++) db.putItem(request -> request.tableName("free").item(item("a")));
    assertThat(trestle.engine().usage("free").orElseThrow().throttles()).isEmpty();
  }

  @Test
  void more_provisioned_units_count_at_once() {
    create("limited", 1, 1);
    put("a");
    assertThat(throttled(() -> put("a"))).isNotNull();
    db.updateTable(request ->
        request
            .tableName("limited")
            .provisionedThroughput(units -> units.readCapacityUnits(1L).writeCapacityUnits(50L)));
    assertThat(throttled(() -> put("a"))).isNotNull();
    clock.advance(Duration.ofSeconds(1));
    for (int i = 0; i < 50; i++) put("a");
    assertThat(throttled(() -> put("a"))).isNotNull();
  }

  @Test
  void a_failed_condition_costs_units_and_a_throttled_write_does_not() {
    create("limited", 5, 3);
    put("a");
    for (int i = 0; i < 2; i++) {
      assertThatThrownBy(this::createAgain).isInstanceOf(ConditionalCheckFailedException.class);
    }
    for (int i = 0; i < 5; i++) assertThat(throttled(this::createAgain)).isNotNull();
    clock.advance(Duration.ofSeconds(1));
    for (int i = 0; i < 3; i++) put("a");
  }

  private void createAgain() {
    db.putItem(request ->
        request
            .tableName("limited")
            .item(item("a"))
            .conditionExpression("attribute_not_exists(pk)"));
  }

  @Test
  void a_write_is_throttled_by_the_index_that_it_changes() {
    create("limited", 100, 100, byColor(1, 2));
    put("a");
    put("b");
    var refused = throttled(() -> put("c"));
    assertThat(refused.awsErrorDetails().errorMessage()).isEqualTo(OF_INDEX);
    assertThat(refused.throttlingReasons())
        .containsExactly(
            reason("IndexWriteProvisionedThroughputExceeded", "limited/index/by_color"));
    put("a");
    db.putItem(request -> request.tableName("limited").item(key("colorless")));
    assertThat(db.getItem(request -> request.tableName("limited").key(key("c"))).hasItem())
        .isFalse();
  }

  @Test
  void an_index_has_read_units_of_its_own() {
    create("limited", 100, 100, byColor(1, 100));
    put("a");
    for (int i = 0; i < 2; i++) queryIndex();
    assertThat(throttled(this::queryIndex).throttlingReasons())
        .containsExactly(
            reason("IndexReadProvisionedThroughputExceeded", "limited/index/by_color"));
    get("a");
  }

  private void queryIndex() {
    db.query(request ->
        request
            .tableName("limited")
            .indexName("by_color")
            .keyConditionExpression("color = :c")
            .expressionAttributeValues(Map.of(":c", AttributeValue.fromS("red"))));
  }

  @Test
  void a_batch_returns_what_was_throttled() {
    create("limited", 2, 3);
    var writes =
        IntStream.range(0, 5)
            .mapToObj(
                i -> WriteRequest.builder().putRequest(put -> put.item(item("k" + i))).build())
            .toList();
    var left =
        db.batchWriteItem(request -> request.requestItems(Map.of("limited", writes)))
            .unprocessedItems();
    assertThat(left).isEqualTo(Map.of("limited", writes.subList(3, 5)));
    assertThat(
            throttled(() ->
                db.batchWriteItem(request -> request.requestItems(Map.of("limited", writes)))))
        .isNotNull();
    var keys = IntStream.range(0, 5).mapToObj(i -> key("k" + i)).toList();
    var asked = KeysAndAttributes.builder().keys(keys).consistentRead(true).build();
    var read = db.batchGetItem(request -> request.requestItems(Map.of("limited", asked)));
    assertThat(read.responses().get("limited")).hasSize(2);
    assertThat(read.unprocessedKeys().values())
        .extracting(KeysAndAttributes::keys)
        .containsExactly(keys.subList(2, 5));
    assertThat(
            throttled(
                () -> db.batchGetItem(request -> request.requestItems(Map.of("limited", asked)))))
        .isNotNull();
  }

  @Test
  void a_transaction_says_which_action_was_throttled() {
    create("limited", 1, 3);
    create("free", 1, 1);
    var writes =
        List.of(
            TransactWriteItem.builder().put(p -> p.tableName("limited").item(item("a"))).build(),
            TransactWriteItem.builder().put(p -> p.tableName("free").item(item("b"))).build());
    db.transactWriteItems(request -> request.transactItems(writes));
    db.transactWriteItems(request -> request.transactItems(writes));
    assertThat(reasons(() -> db.transactWriteItems(request -> request.transactItems(writes))))
        .extracting(CancellationReason::code, CancellationReason::message)
        .containsExactly(tuple("ProvisionedThroughputExceeded", OF_TABLE), tuple("None", null));
    var gets =
        List.of(TransactGetItem.builder().get(g -> g.tableName("limited").key(key("a"))).build());
    db.transactGetItems(request -> request.transactItems(gets));
    assertThat(reasons(() -> db.transactGetItems(request -> request.transactItems(gets))))
        .extracting(CancellationReason::code)
        .containsExactly("ProvisionedThroughputExceeded");
  }

  private static List<CancellationReason> reasons(Runnable action) {
    return catchThrowableOfType(TransactionCanceledException.class, action::run)
        .cancellationReasons();
  }

  @Test
  void an_on_demand_table_is_throttled_at_the_maximum_that_was_set_for_it() {
    db.createTable(request ->
        request
            .tableName("limited")
            .attributeDefinitions(
                Pieces.attribute("pk", ScalarAttributeType.S),
                Pieces.attribute("color", ScalarAttributeType.S))
            .keySchema(Pieces.hash("pk"))
            .globalSecondaryIndexes(
                Pieces.index("by_color", "color", ProjectionType.ALL).toBuilder()
                    .onDemandThroughput(units -> units.maxWriteRequestUnits(3L))
                    .build())
            .onDemandThroughput(units -> units.maxReadRequestUnits(2L).maxWriteRequestUnits(2L))
            .billingMode(BillingMode.PAY_PER_REQUEST));
    put("a");
    put("b");
    var write = catchThrowableOfType(ThrottlingException.class, () -> put("c"));
    assertThat(write.awsErrorDetails().errorMessage())
        .isEqualTo(
            "Throughput exceeds the maximum OnDemandThroughput configured on table or index");
    assertThat(write.throttlingReasons())
        .containsExactly(reason("TableWriteMaxOnDemandThroughputExceeded", "limited"));
    for (int i = 0; i < 2; i++) get("a");
    assertThat(catchThrowableOfType(ThrottlingException.class, () -> get("a")).throttlingReasons())
        .containsExactly(reason("TableReadMaxOnDemandThroughputExceeded", "limited"));
    db.updateTable(request ->
        request.tableName("limited").onDemandThroughput(units -> units.maxWriteRequestUnits(-1L)));
    put("c");
    assertThat(catchThrowableOfType(ThrottlingException.class, () -> put("d")).throttlingReasons())
        .containsExactly(
            reason("IndexWriteMaxOnDemandThroughputExceeded", "limited/index/by_color"));
    clock.advance(Duration.ofSeconds(1));
    put("d");
  }

  @Test
  void a_hot_key_of_an_on_demand_table_is_throttled_and_other_keys_are_not() {
    db.createTable(request ->
        request
            .tableName("limited")
            .attributeDefinitions(Pieces.attribute("pk", ScalarAttributeType.S))
            .keySchema(Pieces.hash("pk"))
            .billingMode(BillingMode.PAY_PER_REQUEST));
    for (int i = 0; i < 1000; i++) put("hot");
    var refused = catchThrowableOfType(ThrottlingException.class, () -> put("hot"));
    assertThat(refused.awsErrorDetails().errorMessage())
        .startsWith("Throughput exceeds the current capacity of your table or index.")
        .contains("check if you have a hot key");
    assertThat(refused.throttlingReasons())
        .containsExactly(reason("TableWriteKeyRangeThroughputExceeded", "limited"));
    var statement = "INSERT INTO \"limited\" VALUE {'pk':'hot'}";
    var responses =
        db.batchExecuteStatement(request ->
                request.statements(BatchStatementRequest.builder().statement(statement).build()))
            .responses();
    assertThat(responses.getFirst().error().code())
        .isEqualTo(BatchStatementErrorCodeEnum.THROTTLING_ERROR);
    int admitted = 0;
    for (int i = 0; i < 20; i++) {
      try {
        put("other" + i);
        admitted++;
      } catch (ThrottlingException e) {
        // Its key is in the hot partition, one of four.
      }
    }
    assertThat(admitted).isBetween(5, 19);
    var hottest = trestle.engine().usage("limited").orElseThrow().throttledKeys().top(1);
    assertThat(hottest.getFirst().partitionKey().toString()).contains("hot");
  }

  @Test
  void a_warm_table_has_more_partitions_so_that_a_hot_key_throttles_fewer_others() {
    db.createTable(request ->
        request
            .tableName("limited")
            .attributeDefinitions(Pieces.attribute("pk", ScalarAttributeType.S))
            .keySchema(Pieces.hash("pk"))
            .warmThroughput(units -> units.writeUnitsPerSecond(40_000L))
            .billingMode(BillingMode.PAY_PER_REQUEST));
    for (int i = 0; i < 1000; i++) put("hot");
    int throttled = 0;
    for (int i = 0; i < 200; i++) {
      try {
        put("other" + i);
      } catch (ThrottlingException e) {
        throttled++;
      }
    }
    assertThat(throttled).as("of 200 keys, in one of 40 partitions").isBetween(1, 15);
  }

  @Test
  void an_account_has_40_000_units_a_second_for_one_on_demand_table() {
    db.createTable(request ->
        request
            .tableName("limited")
            .attributeDefinitions(Pieces.attribute("pk", ScalarAttributeType.S))
            .keySchema(Pieces.hash("pk"))
            .warmThroughput(units -> units.writeUnitsPerSecond(40_000L))
            .billingMode(BillingMode.PAY_PER_REQUEST));
    var data = AttributeValue.fromS("x".repeat(399 * 1024));
    var refused = catchThrowableOfType(RequestLimitExceededException.class, () -> putAll(data));
    assertThat(refused.isThrottlingException()).isTrue();
    assertThat(refused.throttlingReasons())
        .containsExactly(reason("TableWriteAccountLimitExceeded", "limited"));
    assertThat(trestle.engine().usage("limited").orElseThrow().writeUnits()).isEqualTo(40_000);
    clock.advance(Duration.ofSeconds(1));
    put("small");
  }

  /** Writes items of 400 units, except those whose partition has no units left. */
  private void putAll(AttributeValue data) {
    for (int i = 0; i < 1000; i++) {
      var item = Map.of("pk", AttributeValue.fromS("large" + i), "data", data);
      try {
        db.putItem(request -> request.tableName("limited").item(item));
      } catch (ThrottlingException e) {
        // Others are in partitions that are used less.
      }
    }
  }

  @Test
  void the_reasons_are_in_the_response_over_http() throws IOException, InterruptedException {
    create("limited", 1, 1);
    try (var server = DynamoDbServer.start(trestle.engine(), "127.0.0.1", 0);
        var http = HttpClient.newHttpClient()) {
      var body = "{\"TableName\":\"limited\",\"Item\":{\"pk\":{\"S\":\"a\"}}}";
      assertThat(send(http, server.endpoint(), body)).isEqualTo("{}");
      assertThat(send(http, server.endpoint(), body))
          .isEqualTo(
              "{\"__type\":\"com.amazonaws.dynamodb.v20120810#ProvisionedThroughputExceededException\","
                  + "\"message\":\""
                  + OF_TABLE
                  + "\",\"ThrottlingReasons\":[{\"reason\":"
                  + "\"TableWriteProvisionedThroughputExceeded\",\"resource\":\""
                  + ARN
                  + "limited\"}]}");
    }
  }

  private static String send(HttpClient http, URI endpoint, String body)
      throws IOException, InterruptedException {
    var request =
        HttpRequest.newBuilder(endpoint)
            .header("X-Amz-Target", "DynamoDB_20120810.PutItem")
            .header("Content-Type", "application/x-amz-json-1.0")
            .POST(HttpRequest.BodyPublishers.ofString(body))
            .build();
    return http.send(request, BodyHandlers.ofString()).body();
  }
}
