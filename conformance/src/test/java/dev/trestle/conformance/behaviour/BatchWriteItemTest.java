package dev.trestle.conformance.behaviour;

import static dev.trestle.conformance.behaviour.Attributes.l;
import static dev.trestle.conformance.behaviour.Attributes.n;
import static dev.trestle.conformance.behaviour.Attributes.nested;
import static dev.trestle.conformance.behaviour.Attributes.s;
import static dev.trestle.conformance.behaviour.ValidationErrors.assertFaults;
import static dev.trestle.conformance.behaviour.ValidationErrors.assertInvalid;
import static dev.trestle.conformance.behaviour.ValidationErrors.assertNotFound;
import static dev.trestle.conformance.behaviour.ValidationErrors.invalid;
import static dev.trestle.conformance.behaviour.ValidationErrors.missing;
import static dev.trestle.conformance.behaviour.ValidationErrors.notOneOf;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.testing.TrestleTest;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

@TrestleTest
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class BatchWriteItemTest {
  private static final String MISMATCH = "The provided key element does not match the schema";
  private static final String EMPTY_KEY =
      "One or more parameter values are not valid. The AttributeValue for a key attribute cannot"
          + " contain an empty string value. Key: pk";

  private final DynamoDbClient client;
  private final TestTable simple;
  private final TestTable indexed;

  BatchWriteItemTest(DynamoDbClient client) {
    this.client = client;
    simple = TestTable.simple(client, "S");
    indexed = TestTable.indexed(client);
  }

  private static Map<String, AttributeValue> key(String pk) {
    return Map.of("pk", s(pk));
  }

  private static WriteRequest put(Map<String, AttributeValue> item) {
    return WriteRequest.builder().putRequest(p -> p.item(item)).build();
  }

  private static WriteRequest delete(Map<String, AttributeValue> key) {
    return WriteRequest.builder().deleteRequest(d -> d.key(key)).build();
  }

  private BatchWriteItemResponse write(Map<String, List<WriteRequest>> requests) {
    return client.batchWriteItem(r -> r.requestItems(requests));
  }

  private BatchWriteItemResponse write(WriteRequest... requests) {
    return write(Map.of(simple.name(), List.of(requests)));
  }

  @Test
  void items_are_put_and_deleted_in_several_tables() {
    simple.put(key("old"));
    var other = Map.of("pk", s("new"), "sk", s("a"), "v", n(1));
    var answer =
        write(
            Map.of(
                simple.name(),
                List.of(put(key("new")), delete(key("old")), delete(key("never"))),
                indexed.name(),
                List.of(put(other))));

    assertThat(answer.unprocessedItems()).isEmpty();
    assertThat(answer.hasConsumedCapacity()).isFalse();
    assertThat(answer.hasItemCollectionMetrics()).isFalse();
    assertThat(simple.has(key("new"))).isTrue();
    assertThat(simple.has(key("old"))).isFalse();
    assertThat(indexed.get(Map.of("pk", s("new"), "sk", s("a")))).isEqualTo(other);
  }

  @Test
  void an_item_replaces_the_one_that_has_its_key() {
    simple.put(Map.of("pk", s("replaced"), "old", n(1)));
    write(put(Map.of("pk", s("replaced"), "new", n(1))));

    assertThat(simple.get(key("replaced"))).isEqualTo(Map.of("pk", s("replaced"), "new", n(1)));
  }

  @Test
  void twenty_five_items_are_written_at_once() {
    var puts = IntStream.range(0, 25).mapToObj(i -> put(key("many-" + i))).toList();
    write(Map.of(simple.name(), puts));

    for (int i = 0; i < 25; i++) assertThat(simple.has(key("many-" + i))).isTrue();
  }

  @Test
  void more_than_twenty_five_items_are_refused() {
    var puts = IntStream.range(0, 26).mapToObj(i -> put(key("more-" + i))).toList();
    assertThat(invalid(() -> write(Map.of(simple.name(), puts))))
        .startsWith("1 validation error detected: Value '{" + simple.name() + "=[")
        .endsWith(
            "' at 'requestItems' failed to satisfy constraint: Map value must satisfy constraint:"
                + " [Member must have length less than or equal to 25, Member must have length"
                + " greater than or equal to 1]");
    assertInvalid(
        () ->
            write(
                Map.of(
                    simple.name(),
                    puts.subList(0, 25),
                    indexed.name(),
                    List.of(put(Map.of("pk", s("a"), "sk", s("a")))))),
        "Too many items requested for the BatchWriteItem call");

    assertThat(simple.has(key("more-0"))).isFalse();
  }

  @Test
  void an_item_is_written_once() {
    var text = "Provided list of item keys contains duplicates";
    assertInvalid(() -> write(put(key("twice")), put(key("twice"))), text);
    assertInvalid(() -> write(put(key("twice")), delete(key("twice"))), text);
    assertInvalid(() -> write(delete(key("twice")), delete(key("twice"))), text);

    assertThat(simple.has(key("twice"))).isFalse();
  }

  @Test
  void the_same_key_in_two_tables_is_two_items() {
    var other = TestTable.simple(client, "S");
    write(
        Map.of(simple.name(), List.of(put(key("same"))), other.name(), List.of(put(key("same")))));

    assertThat(simple.has(key("same"))).isTrue();
    assertThat(other.has(key("same"))).isTrue();
  }

  @Test
  void one_faulty_item_refuses_all() {
    assertInvalid(() -> write(put(key("fine")), put(Map.of("pk", n(1)))), MISMATCH);

    assertThat(simple.has(key("fine"))).isFalse();
  }

  @Test
  void keys_are_as_the_table_wants_them() {
    assertInvalid(() -> write(put(Map.of("pk", n(1)))), MISMATCH);
    assertInvalid(() -> write(put(Map.of("pk", l(s("a"))))), MISMATCH);
    assertInvalid(() -> write(put(Map.of("other", s("a")))), MISMATCH);
    assertInvalid(() -> write(delete(Map.of("other", s("a")))), MISMATCH);
    assertInvalid(() -> write(delete(Map.of("pk", s("a"), "other", s("a")))), MISMATCH);
    assertInvalid(() -> write(put(key(""))), EMPTY_KEY);
    assertInvalid(() -> write(delete(key(""))), EMPTY_KEY);
  }

  @Test
  void index_keys_are_as_the_table_wants_them() {
    var item = Map.of("pk", s("a"), "sk", s("a"), "lsk", s("a"));
    assertInvalid(
        () -> write(Map.of(indexed.name(), List.of(put(item)))),
        "One or more parameter values were invalid: Type mismatch for Index Key lsk Expected: N"
            + " Actual: S IndexName: local");
  }

  @Test
  void values_are_checked_as_anywhere() {
    assertInvalid(
        () -> write(put(Map.of("pk", s("a"), "v", n("1e126")))),
        "Number overflow. Attempting to store a number with magnitude larger than supported range");
    assertInvalid(
        () -> write(put(Map.of("pk", s("a"), "v", nested(32)))),
        "Nesting Levels have exceeded supported limits: Attributes in the item have nested levels"
            + " beyond supported limit");
  }

  @Test
  void a_table_that_does_not_exist_is_not_found() {
    assertNotFound(() ->
        write(
            Map.of(
                simple.name(),
                List.of(put(key("lost"))),
                TestTable.newName(),
                List.of(put(key("a"))))));

    assertThat(simple.has(key("lost"))).isFalse();
  }

  @Test
  void a_request_puts_or_deletes() {
    var text =
        "Supplied AttributeValue has more than one datatypes set, must contain exactly one of the"
            + " supported datatypes";
    assertInvalid(() -> write(WriteRequest.builder().build()), text);
    assertInvalid(
        () ->
            write(
                WriteRequest.builder()
                    .putRequest(p -> p.item(key("a")))
                    .deleteRequest(d -> d.key(key("a")))
                    .build()),
        text);
  }

  @Test
  void what_is_empty_is_refused() {
    assertInvalid(
        () -> write(Map.of()), "The requestItems parameter is required for BatchWriteItem");
    assertFaults(
        () -> write(Map.of(simple.name(), new ArrayList<>())),
        "Value '{"
            + simple.name()
            + "=[]}' at 'requestItems' failed to satisfy constraint: Map value must satisfy"
            + " constraint: [Member must have length less than or equal to 25, Member must have"
            + " length greater than or equal to 1]");
  }

  @Test
  void what_is_missing_or_unknown_is_told_at_once() {
    assertFaults(
        () ->
            client.batchWriteItem(
                r -> r.returnConsumedCapacity("A").returnItemCollectionMetrics("B")),
        notOneOf("returnConsumedCapacity", "A", "INDEXES, TOTAL, NONE"),
        notOneOf("returnItemCollectionMetrics", "B", "SIZE, NONE"),
        missing("requestItems"));
  }

  @Test
  void a_name_that_no_table_can_have_is_told_behind_what_is_unknown() {
    var requests = Map.of("bad!name", List.of(put(key("a"))));
    assertFaults(
        () -> client.batchWriteItem(r -> r.requestItems(requests).returnConsumedCapacity("A")),
        notOneOf("returnConsumedCapacity", "A", "INDEXES, TOTAL, NONE"));
    assertThat(invalid(() -> write(requests)))
        .startsWith("1 validation error detected: Value '{bad!name=[WriteRequest(")
        .endsWith(
            "' at 'requestItems' failed to satisfy constraint: Map keys must satisfy constraint:"
                + " [Member must have length less than or equal to 255, Member must have length"
                + " greater than or equal to 3, Member must satisfy regular expression pattern:"
                + " [a-zA-Z0-9_.-]+]");
  }
}
