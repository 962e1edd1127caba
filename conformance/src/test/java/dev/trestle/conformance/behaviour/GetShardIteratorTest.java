package dev.trestle.conformance.behaviour;

import static dev.trestle.conformance.behaviour.Attributes.n;
import static dev.trestle.conformance.behaviour.Attributes.s;
import static dev.trestle.conformance.behaviour.Refusals.assertRefused;
import static dev.trestle.conformance.behaviour.ValidationErrors.assertFaults;
import static dev.trestle.conformance.behaviour.ValidationErrors.missing;
import static dev.trestle.conformance.behaviour.ValidationErrors.notOneOf;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.conformance.Eventually;
import dev.trestle.conformance.StreamTail;
import dev.trestle.testing.TrestleTest;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.GetShardIteratorRequest;
import software.amazon.awssdk.services.dynamodb.model.Record;
import software.amazon.awssdk.services.dynamodb.model.Shard;
import software.amazon.awssdk.services.dynamodb.model.ShardIteratorType;
import software.amazon.awssdk.services.dynamodb.model.StreamViewType;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

/** GetShardIterator: where each of the four types starts to read. */
@TrestleTest
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class GetShardIteratorTest {
  private static final int WRITES = 5;

  private final DynamoDbClient db;
  private final DynamoDbStreamsClient streams;
  private final String table;
  private final StreamTail tail;

  /** The changes of one item, and the shard that contains them. */
  private final List<Record> records;

  private final Shard shard;

  GetShardIteratorTest(DynamoDbClient db, DynamoDbStreamsClient streams) {
    this.db = db;
    this.streams = streams;
    table = TableSketch.of("iterators", "pk S").stream(StreamViewType.NEW_IMAGE).create(db);
    tail = StreamTail.of(db, streams, table);
    for (int i = 0; i < WRITES; i++) put("item", i);
    records = tail.recordsOf("pk", s("item"), WRITES);
    shard = tail.shardOf(records.getFirst());
  }

  private void put(String pk, long value) {
    db.putItem(put -> put.tableName(table).item(Map.of("pk", s(pk), "v", n(value))));
  }

  private GetShardIteratorRequest.Builder request(ShardIteratorType type) {
    return GetShardIteratorRequest.builder()
        .streamArn(tail.arn())
        .shardId(shard.shardId())
        .shardIteratorType(type);
  }

  private List<Record> read(GetShardIteratorRequest.Builder request) {
    return tail.from(streams.getShardIterator(request.build()).shardIterator()).stream()
        .filter(record -> StreamTail.key(record).equals(Map.of("pk", s("item"))))
        .toList();
  }

  private static String number(Record record) {
    return record.dynamodb().sequenceNumber();
  }

  @Test
  void trim_horizon_begins_with_the_oldest_record() {
    assertThat(read(request(ShardIteratorType.TRIM_HORIZON))).startsWith(records.getFirst());
  }

  @Test
  void at_a_sequence_number_begins_with_that_record() {
    for (int i = 0; i < WRITES; i++) {
      var at = request(ShardIteratorType.AT_SEQUENCE_NUMBER).sequenceNumber(number(records.get(i)));
      assertThat(read(at)).startsWith(records.subList(i, WRITES).toArray(Record[]::new));
    }
  }

  @Test
  void after_a_sequence_number_begins_with_the_next_record() {
    for (int i = 0; i < WRITES - 1; i++) {
      var after =
          request(ShardIteratorType.AFTER_SEQUENCE_NUMBER).sequenceNumber(number(records.get(i)));
      assertThat(read(after)).startsWith(records.subList(i + 1, WRITES).toArray(Record[]::new));
    }
  }

  @Test
  void latest_begins_with_what_is_written_from_now_on() {
    var iterator =
        streams.getShardIterator(request(ShardIteratorType.LATEST).build()).shardIterator();
    assertThat(streams.getRecords(get -> get.shardIterator(iterator)).records()).isEmpty();
    put("item", 1000);
    var fresh =
        Eventually.value(() -> {
          var page = streams.getRecords(get -> get.shardIterator(iterator)).records();
          return page.isEmpty() ? Optional.<List<Record>>empty() : Optional.of(page);
        });
    assertThat(fresh).extracting(record -> record.dynamodb().newImage().get("v")).contains(n(1000));
    assertThat(fresh).doesNotContainAnyElementsOf(records);
  }

  @Test
  void the_first_number_of_a_shard_may_be_begun_at() {
    var first = shard.sequenceNumberRange().startingSequenceNumber();
    var at = request(ShardIteratorType.AT_SEQUENCE_NUMBER).sequenceNumber(first);
    assertThat(read(at)).startsWith(records.getFirst());
  }

  @Test
  void a_sequence_number_is_given_where_it_is_needed() {
    assertRefused(() -> read(request(ShardIteratorType.AT_SEQUENCE_NUMBER)), "ValidationException");
    assertRefused(
        () -> read(request(ShardIteratorType.AFTER_SEQUENCE_NUMBER)), "ValidationException");
  }

  @Test
  void stream_and_shard_must_be_there() {
    var label = tail.arn().lastIndexOf('/') + 1;
    assertRefused(
        () ->
            read(
                request(ShardIteratorType.LATEST)
                    .streamArn(tail.arn().substring(0, label) + "2015-01-01T00:00:00.000")),
        "ResourceNotFoundException");
    assertRefused(
        () ->
            read(
                request(ShardIteratorType.LATEST).shardId("shardId-00000000000000000000-00000000")),
        "ResourceNotFoundException");
  }

  @Test
  void members_of_the_wrong_form_are_told_together() {
    assertFaults(
        () -> streams.getShardIterator(request -> request.shardIteratorType("SOMEWHERE")),
        missing("streamArn"),
        missing("shardId"),
        notOneOf(
            "shardIteratorType",
            "SOMEWHERE",
            "AFTER_SEQUENCE_NUMBER, LATEST, AT_SEQUENCE_NUMBER, TRIM_HORIZON"));
  }
}
