package dev.trestle.conformance.behaviour;

import static dev.trestle.conformance.behaviour.Attributes.filler;
import static dev.trestle.conformance.behaviour.Attributes.n;
import static dev.trestle.conformance.behaviour.Attributes.s;
import static dev.trestle.conformance.behaviour.Refusals.assertRefused;
import static dev.trestle.conformance.behaviour.ValidationErrors.assertFaults;
import static dev.trestle.conformance.behaviour.ValidationErrors.missing;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.conformance.StreamTail;
import dev.trestle.testing.TrestleTest;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.OperationType;
import software.amazon.awssdk.services.dynamodb.model.Record;
import software.amazon.awssdk.services.dynamodb.model.ShardIteratorType;
import software.amazon.awssdk.services.dynamodb.model.StreamViewType;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

/** GetRecords: which changes it returns, in which order, and with which content. */
@TrestleTest
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class GetRecordsTest {
  private final DynamoDbClient db;
  private final DynamoDbStreamsClient streams;
  private final String table;
  private final StreamTail tail;

  GetRecordsTest(DynamoDbClient db, DynamoDbStreamsClient streams) {
    this.db = db;
    this.streams = streams;
    table = TableSketch.of("records", "pk S").stream(StreamViewType.NEW_AND_OLD_IMAGES).create(db);
    tail = StreamTail.of(db, streams, table);
  }

  private static Map<String, AttributeValue> newKey() {
    return Map.of("pk", s(UUID.randomUUID().toString()));
  }

  private void put(Map<String, AttributeValue> key, long value) {
    db.putItem(put -> put.tableName(table).item(Attributes.with(key, Map.of("v", n(value)))));
  }

  private void update(Map<String, AttributeValue> key, String expression) {
    db.updateItem(update ->
        update
            .tableName(table)
            .key(key)
            .updateExpression(expression)
            .expressionAttributeValues(Map.of(":v", n(2))));
  }

  private List<Record> recordsOf(Map<String, AttributeValue> key, int count) {
    return tail.recordsOf("pk", Items.of(key, "pk"), count);
  }

  @Test
  void an_item_is_inserted_modified_and_removed() {
    var key = newKey();
    put(key, 1);
    update(key, "SET v = :v");
    db.deleteItem(delete -> delete.tableName(table).key(key));

    var one = Attributes.with(key, Map.of("v", n(1)));
    var two = Attributes.with(key, Map.of("v", n(2)));
    var records = recordsOf(key, 3);
    assertThat(records)
        .extracting(Record::eventName)
        .containsExactly(OperationType.INSERT, OperationType.MODIFY, OperationType.REMOVE);
    assertThat(records).extracting(StreamTail::key).containsOnly(key);
    assertThat(records.get(0).dynamodb().hasOldImage()).isFalse();
    assertThat(records.get(0).dynamodb().newImage()).isEqualTo(one);
    assertThat(records.get(1).dynamodb().oldImage()).isEqualTo(one);
    assertThat(records.get(1).dynamodb().newImage()).isEqualTo(two);
    assertThat(records.get(2).dynamodb().oldImage()).isEqualTo(two);
    assertThat(records.get(2).dynamodb().hasNewImage()).isFalse();
  }

  @Test
  void a_record_says_where_it_comes_from() {
    var key = newKey();
    put(key, 1);
    var record = recordsOf(key, 1).getFirst();
    assertThat(record.eventSource()).isEqualTo("aws:dynamodb");
    assertThat(record.eventVersion()).isEqualTo("1.1");
    assertThat(record.awsRegion()).isNotEmpty();
    assertThat(tail.arn()).startsWith("arn:aws:dynamodb:" + record.awsRegion() + ":");
    assertThat(record.eventID()).matches("[0-9a-f]{32}");
    assertThat(record.userIdentity()).isNull();
    var told = record.dynamodb();
    assertThat(told.streamViewType()).isEqualTo(StreamViewType.NEW_AND_OLD_IMAGES);
    assertThat(told.approximateCreationDateTime()).isNotNull();
    assertThat(told.sequenceNumber()).matches("\\d{21,40}");
    assertThat(told.sizeBytes()).isPositive();
  }

  @Test
  void a_write_that_changes_nothing_is_not_told() {
    var key = newKey();
    put(key, 2);
    put(key, 2);
    update(key, "SET v = :v");
    db.updateItem(update -> update.tableName(table).key(key).updateExpression("REMOVE absent"));
    db.transactWriteItems(request ->
        request.transactItems(
            TransactWriteItem.builder()
                .put(again ->
                    again.tableName(table).item(Attributes.with(key, Map.of("v", n("2.0")))))
                .build()));
    db.deleteItem(delete -> delete.tableName(table).key(newKey()));
    put(key, 3);

    assertThat(recordsOf(key, 2))
        .extracting(record -> record.dynamodb().newImage().get("v"))
        .containsExactly(n(2), n(3));
  }

  @Test
  void a_refused_write_is_not_told() {
    var key = newKey();
    put(key, 1);
    assertRefused(
        () ->
            db.putItem(put ->
                put.tableName(table)
                    .item(Attributes.with(key, Map.of("v", n(9))))
                    .conditionExpression("attribute_not_exists(pk)")),
        "ConditionalCheckFailedException");
    put(key, 2);
    assertThat(recordsOf(key, 2))
        .extracting(record -> record.dynamodb().newImage().get("v"))
        .containsExactly(n(1), n(2));
  }

  @Test
  void an_update_that_creates_an_item_inserts_it() {
    var key = newKey();
    update(key, "SET v = :v");
    var record = recordsOf(key, 1).getFirst();
    assertThat(record.eventName()).isEqualTo(OperationType.INSERT);
    assertThat(record.dynamodb().newImage()).isEqualTo(Attributes.with(key, Map.of("v", n(2))));
  }

  @Test
  void the_changes_of_an_item_come_in_their_order_and_with_growing_numbers() {
    var keys = List.of(newKey(), newKey(), newKey(), newKey(), newKey());
    for (int i = 0; i < 30; i++) {
      for (var key : keys) put(key, i);
    }
    for (var key : keys) {
      var records = recordsOf(key, 30);
      assertThat(records)
          .extracting(record -> record.dynamodb().newImage().get("v"))
          .isEqualTo(IntStream.range(0, 30).mapToObj(Attributes::n).toList());
      assertThat(records)
          .extracting(record -> new BigInteger(record.dynamodb().sequenceNumber()))
          .isSorted()
          .doesNotHaveDuplicates();
      assertThat(records).extracting(Record::eventID).doesNotHaveDuplicates();
    }
  }

  @Test
  void transactions_and_batches_are_told_item_by_item() {
    var first = newKey();
    var second = newKey();
    db.transactWriteItems(request ->
        request.transactItems(
            TransactWriteItem.builder().put(put -> put.tableName(table).item(first)).build(),
            TransactWriteItem.builder().put(put -> put.tableName(table).item(second)).build()));
    db.batchWriteItem(request ->
        request.requestItems(
            Map.of(
                table,
                List.of(
                    WriteRequest.builder().deleteRequest(delete -> delete.key(first)).build(),
                    WriteRequest.builder().deleteRequest(delete -> delete.key(second)).build()))));
    for (var key : List.of(first, second)) {
      assertThat(recordsOf(key, 2))
          .extracting(Record::eventName)
          .containsExactly(OperationType.INSERT, OperationType.REMOVE);
    }
  }

  @ParameterizedTest
  @CsvSource({"KEYS_ONLY, false, false", "NEW_IMAGE, false, true", "OLD_IMAGE, true, false"})
  void a_view_shows_no_more_than_it_should(StreamViewType view, boolean old, boolean now) {
    var viewed = TableSketch.of("records-view", "pk S", "sk N").stream(view).create(db);
    var item = Map.of("pk", s("1"), "sk", n(1), "v", n(1));
    var key = Map.of("pk", s("1"), "sk", n(1));
    db.putItem(put -> put.tableName(viewed).item(item));
    db.putItem(put -> put.tableName(viewed).item(Attributes.with(item, Map.of("v", n(2)))));
    db.deleteItem(delete -> delete.tableName(viewed).key(key));

    var records = StreamTail.of(db, streams, viewed).recordsOf("pk", s("1"), 3);
    assertThat(records).extracting(StreamTail::key).containsOnly(key);
    assertThat(records).extracting(each -> each.dynamodb().streamViewType()).containsOnly(view);
    assertThat(records.get(0).dynamodb().hasOldImage()).isFalse();
    assertThat(records.get(0).dynamodb().hasNewImage()).isEqualTo(now);
    assertThat(records.get(1).dynamodb().hasOldImage()).isEqualTo(old);
    assertThat(records.get(1).dynamodb().hasNewImage()).isEqualTo(now);
    assertThat(records.get(2).dynamodb().hasOldImage()).isEqualTo(old);
    assertThat(records.get(2).dynamodb().hasNewImage()).isFalse();
    assertThat(records)
        .extracting(Record::eventName)
        .containsExactly(OperationType.INSERT, OperationType.MODIFY, OperationType.REMOVE);
  }

  @Test
  void a_limit_cuts_a_page_and_the_next_goes_on() {
    var key = newKey();
    for (int i = 0; i < 10; i++) put(key, i);
    var records = recordsOf(key, 10);
    var shard = tail.shardOf(records.getFirst());
    var iterator = tail.iterator(shard, ShardIteratorType.TRIM_HORIZON);
    var found = new ArrayList<Record>();
    while (!found.containsAll(records)) {
      var at = iterator;
      var page = streams.getRecords(request -> request.shardIterator(at).limit(3));
      assertThat(page.records()).hasSizeLessThanOrEqualTo(3);
      found.addAll(page.records());
      iterator = page.nextShardIterator();
    }
    assertThat(found).containsSubsequence(records).doesNotHaveDuplicates();
  }

  @Test
  void an_iterator_may_be_used_again_and_gives_the_same() {
    var key = newKey();
    put(key, 1);
    var shard = tail.shardOf(recordsOf(key, 1).getFirst());
    var iterator = tail.iterator(shard, ShardIteratorType.TRIM_HORIZON);
    var first = streams.getRecords(request -> request.shardIterator(iterator).limit(2));
    var again = streams.getRecords(request -> request.shardIterator(iterator).limit(2));
    assertThat(again.records()).isEqualTo(first.records());
  }

  @Test
  void an_open_shard_always_has_a_next_iterator() {
    for (var shard : tail.shards()) {
      if (shard.sequenceNumberRange().endingSequenceNumber() != null) continue;
      var latest = tail.iterator(shard, ShardIteratorType.LATEST);
      var page = streams.getRecords(request -> request.shardIterator(latest));
      assertThat(page.records()).isEmpty();
      assertThat(page.nextShardIterator()).isNotNull();
    }
  }

  @Test
  void a_page_has_a_megabyte_at_most() {
    var large = TableSketch.of("records-large", "pk S").stream(StreamViewType.NEW_IMAGE).create(db);
    for (int i = 0; i < 8; i++) {
      var item = Map.of("pk", s("1"), "v", n(i), "text", filler(300 * 1024));
      db.putItem(put -> put.tableName(large).item(item));
    }
    var largeTail = StreamTail.of(db, streams, large);
    var records = largeTail.recordsOf("pk", s("1"), 8);
    assertThat(records).hasSize(8);
    var shard = largeTail.shardOf(records.getFirst());
    var iterator = largeTail.iterator(shard, ShardIteratorType.TRIM_HORIZON);
    var page = streams.getRecords(request -> request.shardIterator(iterator));
    assertThat(page.records()).hasSizeLessThan(8);
  }

  @Test
  void what_is_no_iterator_is_refused() {
    assertFaults(() -> streams.getRecords(request -> {}), missing("shardIterator"));
    assertRefused(
        () -> streams.getRecords(request -> request.shardIterator("not an iterator")),
        "ValidationException");
    var iterator = tail.iterator(tail.shards().getFirst(), ShardIteratorType.LATEST);
    assertFaults(
        () -> streams.getRecords(request -> request.shardIterator(iterator).limit(0)),
        "Value '0' at 'limit' failed to satisfy constraint: Member must have value greater than or"
            + " equal to 1");
    assertFaults(
        () -> streams.getRecords(request -> request.shardIterator(iterator).limit(1001)),
        "Value '1001' at 'limit' failed to satisfy constraint: Member must have value less than or"
            + " equal to 1000");
  }
}
