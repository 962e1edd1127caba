package dev.trestle.engine.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trestle.engine.operation.DescribeStream;
import dev.trestle.engine.operation.GetRecords;
import dev.trestle.engine.operation.GetShardIterator;
import dev.trestle.engine.operation.ListStreams;
import dev.trestle.engine.operation.Operation;
import dev.trestle.engine.table.StreamSettings.ViewType;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class StreamOperationsTest {
  private static final String NUMBER = "100000000000000000000";

  private final StreamTable things = new StreamTable(ViewType.OLD_IMAGE);

  @AfterEach
  void close() {
    things.close();
  }

  private void assertRefused(Operation<?> operation, String message) {
    assertThatThrownBy(() -> things.run(operation)).hasMessage(message);
  }

  @Test
  void streams_are_listed_by_table_and_page_by_page() {
    things.create("apples", ViewType.KEYS_ONLY);
    things.create("pears", ViewType.KEYS_ONLY);
    var names = new ArrayList<String>();
    var from = Optional.<String>empty();
    do {
      var page = things.run(new ListStreams(null, 2, from.orElse(null)));
      page.streams().forEach(stream -> names.add(stream.tableName()));
      from = page.lastEvaluatedStreamArn();
    } while (from.isPresent());
    assertThat(names).containsExactly("apples", "pears", "things");
    assertThat(things.run(new ListStreams("pears", null, null)).streams())
        .containsExactly(
            new ListStreams.Stream(
                "arn:aws:dynamodb:eu-north-1:000000000000:table/pears/stream/" + StreamTable.LABEL,
                "pears",
                StreamTable.LABEL));
    assertThat(things.run(new ListStreams("plums", null, null)).streams()).isEmpty();
  }

  @Test
  void a_description_has_the_streams_settings() {
    var described = things.describe();
    assertThat(described.arn()).isEqualTo(things.arn());
    assertThat(described.label()).isEqualTo(StreamTable.LABEL);
    assertThat(described.status()).isEqualTo("ENABLED");
    assertThat(described.view()).isEqualTo(ViewType.OLD_IMAGE);
    assertThat(described.created()).isEqualTo(things.clock.instant());
    assertThat(described.tableName()).isEqualTo("things");
    assertThat(described.keys()).isEqualTo(things.table.definition().keys());
    assertThat(described.lastEvaluatedShardId()).isEmpty();
  }

  @Test
  void shards_come_page_by_page_in_the_order_of_their_ids() {
    things.context.streams().rollOver(things.stream());
    var all = things.describe().shards();
    var paged = new ArrayList<DescribeStream.Shard>();
    var from = Optional.<String>empty();
    do {
      var page = things.run(new DescribeStream(things.arn(), 3, from.orElse(null), null));
      assertThat(page.shards()).hasSizeBetween(1, 3);
      paged.addAll(page.shards());
      from = page.lastEvaluatedShardId();
    } while (from.isPresent());
    assertThat(paged).isEqualTo(all).hasSize(2 * LogKeys.LINEAGES);
    assertThat(things.run(new DescribeStream(things.arn(), null, "z".repeat(30), null)).shards())
        .isEmpty();
  }

  @Test
  void the_children_of_a_shard_can_be_asked_for() {
    var parent = things.describe().shards().getFirst().id();
    assertThat(children(parent)).isEmpty();
    things.context.streams().rollOver(things.stream());
    assertThat(children(parent))
        .hasSize(1)
        .allMatch(shard -> shard.parentId().equals(Optional.of(parent)));
  }

  private List<DescribeStream.Shard> children(String parent) {
    return things.run(new DescribeStream(things.arn(), null, null, parent)).shards();
  }

  @Test
  void limits_out_of_bounds_are_refused() {
    var low =
        "1 validation error detected: Value '0' at 'limit' failed to satisfy constraint:"
            + " Member must have value greater than or equal to 1";
    assertRefused(new ListStreams(null, 0, null), low);
    assertRefused(new DescribeStream(things.arn(), 0, null, null), low);
    var iterator = things.iterator(things.shardOf("a").id(), "LATEST");
    assertRefused(new GetRecords(iterator, 0), low);
    assertRefused(new ListStreams(null, 101, null), high(101, 100));
    assertRefused(new DescribeStream(things.arn(), 101, null, null), high(101, 100));
    assertRefused(new GetRecords(iterator, 1001), high(1001, 1000));
    assertThat(things.run(new GetRecords(iterator, 1000)).records()).isEmpty();
  }

  private static String high(int value, int most) {
    return "1 validation error detected: Value '"
        + value
        + "' at 'limit' failed to satisfy constraint: Member must have value less than or equal to "
        + most;
  }

  @Test
  void what_is_missing_is_named() {
    var missing = "' failed to satisfy constraint: Member must not be null";
    assertRefused(
        new DescribeStream(null, null, null, null),
        "1 validation error detected: Value null at 'streamArn" + missing);
    assertRefused(
        new GetRecords(null, null),
        "1 validation error detected: Value null at 'shardIterator" + missing);
    assertRefused(
        new GetShardIterator(null, null, null, null),
        "3 validation errors detected: Value null at 'streamArn"
            + missing
            + "; Value null at 'shardId"
            + missing
            + "; Value null at 'shardIteratorType"
            + missing);
  }

  @Test
  void an_arn_of_no_stream_is_refused() {
    var nonsense = "x".repeat(60);
    assertRefused(new DescribeStream(nonsense, null, null, null), "Invalid StreamArn");
    assertRefused(new ListStreams(null, null, nonsense), "Invalid StreamArn");
    var other = things.arn().replace("things", "nothing");
    assertRefused(
        new DescribeStream(other, null, null, null),
        "Requested resource not found: Stream: " + other + " not found");
    assertRefused(
        new GetShardIterator(other, "s".repeat(40), "LATEST", null),
        "Requested resource not found: Stream: " + other + " not found");
    assertRefused(
        new GetShardIterator(things.arn(), "s".repeat(40), "LATEST", null),
        "Requested resource not found: Shard does not exist");
  }

  @Test
  void the_type_of_an_iterator_says_whether_it_wants_a_number() {
    var shard = things.shardOf("a").id();
    assertRefused(
        new GetShardIterator(things.arn(), shard, "AT_SEQUENCE_NUMBER", null),
        "SequenceNumber must be specified for ShardIteratorType AT_SEQUENCE_NUMBER");
    assertRefused(
        new GetShardIterator(things.arn(), shard, "LATEST", NUMBER),
        "SequenceNumber must not be specified for ShardIteratorType LATEST");
    assertThatThrownBy(() -> things.iterator(shard, "FIRST"))
        .hasMessageContaining("Member must satisfy enum value set: [");
  }
}
