package dev.trestle.conformance.behaviour;

import static dev.trestle.conformance.behaviour.ValidationErrors.assertFaults;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.testing.TrestleTest;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.ListStreamsRequest;
import software.amazon.awssdk.services.dynamodb.model.Stream;
import software.amazon.awssdk.services.dynamodb.model.StreamViewType;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

/** ListStreams. The endpoint may have other streams, even of tables that were deleted long ago. */
@TrestleTest
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ListStreamsTest {
  private final DynamoDbClient db;
  private final DynamoDbStreamsClient streams;
  private final List<String> tables = new ArrayList<>();

  ListStreamsTest(DynamoDbClient db, DynamoDbStreamsClient streams) {
    this.db = db;
    this.streams = streams;
    for (int i = 0; i < 3; i++) {
      tables.add(TableSketch.of("streams", "pk S").stream(StreamViewType.KEYS_ONLY).create(db));
    }
  }

  private Stream expected(String table) {
    var owner = TableSketch.describe(db, table);
    return Stream.builder()
        .tableName(table)
        .streamArn(owner.latestStreamArn())
        .streamLabel(owner.latestStreamLabel())
        .build();
  }

  private List<Stream> pages(ListStreamsRequest.Builder request) {
    var found = new ArrayList<Stream>();
    var start = Optional.<String>empty();
    do {
      start.ifPresent(request::exclusiveStartStreamArn);
      var page = streams.listStreams(request.build());
      found.addAll(page.streams());
      start = Optional.ofNullable(page.lastEvaluatedStreamArn());
    } while (start.isPresent());
    return found;
  }

  @Test
  void every_stream_is_listed_once_however_small_the_pages() {
    var expected = tables.stream().map(this::expected).toList();
    for (int limit : new int[] {1, 2, 100}) {
      assertThat(pages(ListStreamsRequest.builder().limit(limit)))
          .containsAll(expected)
          .doesNotHaveDuplicates();
    }
  }

  @Test
  void the_streams_of_one_table_are_those_it_has_and_those_it_had() {
    var table = tables.getFirst();
    assertThat(pages(ListStreamsRequest.builder().tableName(table)))
        .containsExactly(expected(table));
    var first = expected(table);
    db.updateTable(
        update -> update.tableName(table).streamSpecification(off -> off.streamEnabled(false)));
    TableSketch.awaitSettled(db, table);
    db.updateTable(update ->
        update
            .tableName(table)
            .streamSpecification(
                on -> on.streamEnabled(true).streamViewType(StreamViewType.NEW_IMAGE)));
    TableSketch.awaitSettled(db, table);
    assertThat(pages(ListStreamsRequest.builder().tableName(table)))
        .containsExactlyInAnyOrder(first, expected(table));
  }

  @Test
  void a_table_without_a_stream_has_none_and_neither_has_a_table_that_is_not_there() {
    var table = TableSketch.of("streamless", "pk S").create(db);
    assertThat(pages(ListStreamsRequest.builder().tableName(table))).isEmpty();
    assertThat(pages(ListStreamsRequest.builder().tableName(TableSketch.name("nowhere"))))
        .isEmpty();
  }

  @Test
  void a_limit_is_one_to_a_hundred() {
    assertFaults(
        () -> streams.listStreams(request -> request.limit(0)),
        "Value '0' at 'limit' failed to satisfy constraint: Member must have value greater than or"
            + " equal to 1");
    assertFaults(
        () -> streams.listStreams(request -> request.limit(101)),
        "Value '101' at 'limit' failed to satisfy constraint: Member must have value less than or"
            + " equal to 100");
  }
}
