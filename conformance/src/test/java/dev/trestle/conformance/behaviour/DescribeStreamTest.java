package dev.trestle.conformance.behaviour;

import static dev.trestle.conformance.behaviour.Attributes.n;
import static dev.trestle.conformance.behaviour.Attributes.s;
import static dev.trestle.conformance.behaviour.Refusals.assertRefused;
import static dev.trestle.conformance.behaviour.ValidationErrors.assertFaults;
import static dev.trestle.conformance.behaviour.ValidationErrors.missing;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.conformance.Eventually;
import dev.trestle.conformance.StreamTail;
import dev.trestle.testing.TrestleTest;
import java.util.ArrayList;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.DescribeStreamRequest;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.Shard;
import software.amazon.awssdk.services.dynamodb.model.ShardIteratorType;
import software.amazon.awssdk.services.dynamodb.model.StreamDescription;
import software.amazon.awssdk.services.dynamodb.model.StreamStatus;
import software.amazon.awssdk.services.dynamodb.model.StreamViewType;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

/** DescribeStream. */
@TrestleTest
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class DescribeStreamTest {
  private final DynamoDbClient db;
  private final DynamoDbStreamsClient streams;
  private final String table;

  DescribeStreamTest(DynamoDbClient db, DynamoDbStreamsClient streams) {
    this.db = db;
    this.streams = streams;
    table =
        TableSketch.of("describe-stream", "pk S", "sk N").stream(StreamViewType.NEW_IMAGE)
            .create(db);
  }

  private StreamDescription describe(String arn) {
    return streams.describeStream(request -> request.streamArn(arn)).streamDescription();
  }

  @Test
  void a_stream_is_described_with_its_table() {
    var owner = TableSketch.describe(db, table);
    Eventually.holds(
        () -> describe(owner.latestStreamArn()).streamStatus() == StreamStatus.ENABLED);
    var stream = describe(owner.latestStreamArn());
    assertThat(stream.streamArn()).isEqualTo(owner.latestStreamArn());
    assertThat(stream.streamLabel()).isEqualTo(owner.latestStreamLabel());
    assertThat(stream.streamViewType()).isEqualTo(StreamViewType.NEW_IMAGE);
    assertThat(stream.tableName()).isEqualTo(table);
    assertThat(stream.keySchema())
        .containsExactly(
            TableSketch.element("pk", KeyType.HASH), TableSketch.element("sk", KeyType.RANGE));
    assertThat(stream.creationRequestDateTime()).isNotNull();
  }

  @Test
  void an_open_shard_has_a_first_number_and_no_last_one() {
    var tail = StreamTail.of(db, streams, table);
    Eventually.holds(() -> !tail.shards().isEmpty());
    for (var shard : tail.shards()) {
      assertThat(shard.shardId()).matches("shardId-\\d{20}-[0-9a-f]{8}");
      assertThat(shard.sequenceNumberRange().startingSequenceNumber()).matches("\\d{21,40}");
      assertThat(shard.sequenceNumberRange().endingSequenceNumber()).isNull();
      assertThat(shard.parentShardId()).isNull();
    }
  }

  @Test
  void shards_may_be_read_in_pages() {
    var tail = StreamTail.of(db, streams, table);
    Eventually.holds(() -> !tail.shards().isEmpty());
    var paged = new ArrayList<Shard>();
    var start = Optional.<String>empty();
    do {
      var request = DescribeStreamRequest.builder().streamArn(tail.arn()).limit(1);
      start.ifPresent(request::exclusiveStartShardId);
      var page = streams.describeStream(request.build()).streamDescription();
      assertThat(page.shards()).hasSizeLessThanOrEqualTo(1);
      paged.addAll(page.shards());
      start = Optional.ofNullable(page.lastEvaluatedShardId());
    } while (start.isPresent());
    assertThat(paged).containsExactlyInAnyOrderElementsOf(tail.shards());
  }

  @Test
  void a_stream_that_was_switched_off_can_be_read_to_its_end() {
    var name = TableSketch.of("stream-off", "pk S").stream(StreamViewType.NEW_IMAGE).create(db);
    var tail = StreamTail.of(db, streams, name);
    for (int i = 0; i < 5; i++) {
      var item = Map.of("pk", s("p" + i), "v", n(i));
      db.putItem(put -> put.tableName(name).item(item));
    }
    db.updateTable(
        update -> update.tableName(name).streamSpecification(off -> off.streamEnabled(false)));
    TableSketch.awaitSettled(db, name);
    db.putItem(put -> put.tableName(name).item(Map.of("pk", s("late"))));

    Eventually.holds(() -> describe(tail.arn()).streamStatus() == StreamStatus.DISABLED);
    Eventually.holds(() -> tail.records().size() == 5);
    assertThat(tail.records())
        .extracting(record -> StreamTail.key(record).get("pk"))
        .doesNotContain(s("late"));
    Eventually.holds(() ->
        tail.shards().stream()
            .allMatch(shard -> shard.sequenceNumberRange().endingSequenceNumber() != null));
    for (var shard : tail.shards()) {
      var iterator = Optional.of(tail.iterator(shard, ShardIteratorType.TRIM_HORIZON));
      int pages = 0;
      while (iterator.isPresent() && pages++ < 1000) {
        var at = iterator.get();
        iterator =
            Optional.ofNullable(
                streams.getRecords(request -> request.shardIterator(at)).nextShardIterator());
      }
      assertThat(iterator).as("a closed shard has an end").isEmpty();
    }
  }

  @Test
  void a_stream_outlives_its_table() {
    var name = TableSketch.of("stream-left", "pk S").stream(StreamViewType.KEYS_ONLY).create(db);
    var tail = StreamTail.of(db, streams, name);
    db.putItem(put -> put.tableName(name).item(Map.of("pk", s("1"))));
    tail.recordsOf("pk", s("1"), 1);
    db.deleteTable(delete -> delete.tableName(name));
    TableSketch.awaitGone(db, name);
    assertThat(tail.recordsOf("pk", s("1"), 1)).isNotEmpty();
  }

  @Test
  void a_stream_must_be_there() {
    var arn = TableSketch.describe(db, table).latestStreamArn();
    var other = arn.substring(0, arn.lastIndexOf('/') + 1) + "2015-01-01T00:00:00.000";
    assertRefused(
        () -> describe(other),
        "ResourceNotFoundException",
        "Requested resource not found: Stream: " + other + " not found");
  }

  @Test
  void members_of_the_wrong_form_are_refused() {
    assertFaults(() -> streams.describeStream(request -> {}), missing("streamArn"));
    var arn = TableSketch.describe(db, table).latestStreamArn();
    assertFaults(
        () -> streams.describeStream(request -> request.streamArn(arn).limit(101)),
        "Value '101' at 'limit' failed to satisfy constraint: Member must have value less than or"
            + " equal to 100");
    assertRefused(
        () -> describe("arn:aws:dynamodb:us-east-1:000000000000:table/no-stream"),
        "ValidationException");
  }
}
