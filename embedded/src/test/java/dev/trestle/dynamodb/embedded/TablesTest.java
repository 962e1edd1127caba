package dev.trestle.dynamodb.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.IndexStatus;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ResourceInUseException;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;
import software.amazon.awssdk.services.dynamodb.model.TableStatus;
import software.amazon.awssdk.services.dynamodb.model.Tag;
import software.amazon.awssdk.services.dynamodb.model.TimeToLiveStatus;

/** Tables through the client, and the waiters on them. */
class TablesTest {
  private Trestle trestle;
  private DynamoDbClient client;

  @BeforeEach
  void open() {
    trestle = Trestle.inMemory();
    client = trestle.client();
    Samples.createTable(client);
  }

  @AfterEach
  void close() {
    trestle.close();
  }

  @Test
  void a_table_is_described_as_it_was_made() {
    var table = client.describeTable(r -> r.tableName(Samples.TABLE)).table();

    assertThat(table.tableStatus()).isEqualTo(TableStatus.ACTIVE);
    assertThat(table.tableArn()).endsWith(":table/" + Samples.TABLE);
    assertThat(table.keySchema())
        .extracting(key -> key.keyType())
        .containsExactly(KeyType.HASH, KeyType.RANGE);
    assertThat(table.attributeDefinitions())
        .extracting(attribute -> attribute.attributeName())
        .containsExactlyInAnyOrder("pk", "sk", "colour");
    assertThat(table.billingModeSummary().billingMode()).isEqualTo(BillingMode.PAY_PER_REQUEST);
    assertThat(table.streamSpecification().streamEnabled()).isTrue();
    assertThat(table.latestStreamArn()).startsWith(table.tableArn() + "/stream/");
    assertThat(table.hasLocalSecondaryIndexes()).isFalse();
    var index = table.globalSecondaryIndexes().getFirst();
    assertThat(index.indexName()).isEqualTo(Samples.INDEX);
    assertThat(index.indexStatus()).isEqualTo(IndexStatus.ACTIVE);
    assertThat(index.indexArn()).isEqualTo(table.tableArn() + "/index/" + Samples.INDEX);
  }

  @Test
  void tables_are_listed() {
    assertThat(client.listTables().tableNames()).containsExactly(Samples.TABLE);
    assertThat(client.listTablesPaginator().tableNames()).containsExactly(Samples.TABLE);
  }

  @Test
  void a_table_that_is_there_cannot_be_made_again() {
    assertThatThrownBy(() -> Samples.createTable(client))
        .isInstanceOf(ResourceInUseException.class);
  }

  @Test
  void a_waiter_sees_a_table_go() {
    client.deleteTable(r -> r.tableName(Samples.TABLE));

    try (var waiter = client.waiter()) {
      var seen = waiter.waitUntilTableNotExists(r -> r.tableName(Samples.TABLE));
      assertThat(seen.matched().exception())
          .hasValueSatisfying(e -> assertThat(e).isInstanceOf(ResourceNotFoundException.class));
    }
  }

  @Test
  void an_asynchronous_waiter_sees_a_table() {
    try (var waiter = trestle.asyncClient().waiter()) {
      var seen = waiter.waitUntilTableExists(r -> r.tableName(Samples.TABLE)).join();
      assertThat(seen.matched().response()).isPresent();
    }
  }

  @Test
  void asynchronous_waiters_that_nobody_closes_share_one_thread() {
    var waiting =
        Stream.generate(() -> trestle.asyncClient().waiter())
            .limit(5)
            .map(waiter -> waiter.waitUntilTableNotExists(r -> r.tableName(Samples.TABLE)))
            .toList();

    client.deleteTable(r -> r.tableName(Samples.TABLE));

    assertThat(waiting)
        .allSatisfy(each -> assertThat(each.join().matched().exception()).isPresent());
    assertThat(Thread.getAllStackTraces().keySet())
        .extracting(Thread::getName)
        .filteredOn(name -> name.contains("waiters"))
        .hasSizeLessThanOrEqualTo(1);
  }

  @Test
  void time_to_live_is_switched_on() {
    client.updateTimeToLive(r ->
        r.tableName(Samples.TABLE)
            .timeToLiveSpecification(t -> t.enabled(true).attributeName("expires")));

    var told = client.describeTimeToLive(r -> r.tableName(Samples.TABLE)).timeToLiveDescription();

    assertThat(told.attributeName()).isEqualTo("expires");
    assertThat(told.timeToLiveStatus()).isIn(TimeToLiveStatus.ENABLING, TimeToLiveStatus.ENABLED);
  }

  @Test
  void tags_are_put_on_and_taken_off() {
    var arn = client.describeTable(r -> r.tableName(Samples.TABLE)).table().tableArn();
    var one = Tag.builder().key("one").value("1").build();
    var two = Tag.builder().key("two").value("2").build();

    client.tagResource(r -> r.resourceArn(arn).tags(one, two));
    client.untagResource(r -> r.resourceArn(arn).tagKeys("one"));

    assertThat(client.listTagsOfResource(r -> r.resourceArn(arn)).tags()).containsExactly(two);
  }

  @Test
  void an_index_is_dropped() {
    client.updateTable(
        r -> r.tableName(Samples.TABLE).globalSecondaryIndexUpdates(Samples.dropIndex()));

    try (var waiter = client.waiter()) {
      waiter.waitUntilTableExists(r -> r.tableName(Samples.TABLE));
    }
    assertThat(
            client.describeTable(r -> r.tableName(Samples.TABLE)).table().globalSecondaryIndexes())
        .allSatisfy(index -> assertThat(index.indexStatus()).isEqualTo(IndexStatus.DELETING));
  }

  @Test
  void the_limits_of_an_account_are_told() {
    assertThat(client.describeLimits().tableMaxReadCapacityUnits()).isPositive();
  }
}
