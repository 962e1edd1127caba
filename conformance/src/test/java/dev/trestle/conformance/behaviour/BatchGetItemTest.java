package dev.trestle.conformance.behaviour;

import static dev.trestle.conformance.behaviour.Attributes.filler;
import static dev.trestle.conformance.behaviour.Attributes.m;
import static dev.trestle.conformance.behaviour.Attributes.n;
import static dev.trestle.conformance.behaviour.Attributes.s;
import static dev.trestle.conformance.behaviour.ValidationErrors.assertFaults;
import static dev.trestle.conformance.behaviour.ValidationErrors.assertInvalid;
import static dev.trestle.conformance.behaviour.ValidationErrors.assertNotFound;
import static dev.trestle.conformance.behaviour.ValidationErrors.missing;
import static dev.trestle.conformance.behaviour.ValidationErrors.notOneOf;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.testing.TrestleTest;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;

@TrestleTest
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class BatchGetItemTest {
  private static final String NO_NAME =
      "Map keys must satisfy constraint: [Member must have length less than or equal to 255, Member"
          + " must have length greater than or equal to 3, Member must satisfy regular expression"
          + " pattern: [a-zA-Z0-9_.-]+]";

  private final DynamoDbClient client;
  private final TestTable first;
  private final TestTable second;

  BatchGetItemTest(DynamoDbClient client) {
    this.client = client;
    first = TestTable.simple(client, "S");
    second = TestTable.composite(client, "S", "N");
  }

  private static KeysAndAttributes keys(List<Map<String, AttributeValue>> keys) {
    return KeysAndAttributes.builder().keys(keys).consistentRead(true).build();
  }

  private static KeysAndAttributes keys(Map<String, AttributeValue> key) {
    return keys(List.of(key));
  }

  private static Map<String, AttributeValue> key(String pk) {
    return Map.of("pk", s(pk));
  }

  private BatchGetItemResponse get(Map<String, KeysAndAttributes> requests) {
    return client.batchGetItem(r -> r.requestItems(requests));
  }

  private BatchGetItemResponse get(KeysAndAttributes keys) {
    return get(Map.of(first.name(), keys));
  }

  @Test
  void items_of_several_tables_are_found_in_any_order() {
    var one = Map.of("pk", s("one"), "v", n(1));
    var two = Map.of("pk", s("two"), "v", n(2));
    var three = Map.of("pk", s("three"), "sk", n(3));
    first.put(one);
    first.put(two);
    second.put(three);

    var answer =
        get(
            Map.of(
                first.name(),
                keys(List.of(key("two"), key("absent"), key("one"))),
                second.name(),
                keys(three)));

    assertThat(answer.responses()).containsOnlyKeys(first.name(), second.name());
    assertThat(answer.responses().get(first.name())).containsExactlyInAnyOrder(one, two);
    assertThat(answer.responses().get(second.name())).containsExactly(three);
    assertThat(answer.unprocessedKeys()).isEmpty();
    assertThat(answer.hasConsumedCapacity()).isFalse();
  }

  @Test
  void a_table_of_which_nothing_is_found_is_there_with_nothing() {
    var answer = get(keys(key("nowhere")));

    assertThat(answer.responses()).isEqualTo(Map.of(first.name(), List.of()));
  }

  @Test
  void each_table_has_its_own_projection() {
    first.put(Map.of("pk", s("shown"), "a", n(1), "b", m(Map.of("x", n(1), "y", n(2)))));
    second.put(Map.of("pk", s("shown"), "sk", n(1), "a", n(1), "b", n(2)));

    var answer =
        get(
            Map.of(
                first.name(),
                keys(key("shown")).toBuilder()
                    .projectionExpression("#a, b.x")
                    .expressionAttributeNames(Map.of("#a", "a"))
                    .build(),
                second.name(),
                keys(Map.of("pk", s("shown"), "sk", n(1))).toBuilder()
                    .projectionExpression("b")
                    .build()));

    assertThat(answer.responses().get(first.name()))
        .containsExactly(Map.of("a", n(1), "b", m(Map.of("x", n(1)))));
    assertThat(answer.responses().get(second.name())).containsExactly(Map.of("b", n(2)));
  }

  @Test
  void attributes_to_get_are_shown() {
    first.put(Map.of("pk", s("legacy"), "a", n(1), "b", n(2)));
    var answer = get(keys(key("legacy")).toBuilder().attributesToGet("b", "absent").build());

    assertThat(answer.responses().get(first.name())).containsExactly(Map.of("b", n(2)));
  }

  @Test
  void a_hundred_items_are_got_at_once() {
    var all = IntStream.range(0, 100).mapToObj(i -> key("hundred-" + i)).toList();
    all.forEach(first::put);

    var answer = get(KeysAndAttributes.builder().keys(all).consistentRead(true).build());
    assertThat(answer.responses().get(first.name())).containsExactlyInAnyOrderElementsOf(all);
  }

  @Test
  void more_than_a_hundred_keys_are_refused() {
    var keys = IntStream.range(0, 101).mapToObj(i -> key("k" + i)).toList();
    assertInvalid(
        () -> get(KeysAndAttributes.builder().keys(keys).build()),
        "Value at 'RequestItems."
            + first.name()
            + ".member.Keys' failed to satisfy constraint: Member must have length less than or"
            + " equal to 100");

    assertInvalid(
        () ->
            get(
                Map.of(
                    first.name(),
                    KeysAndAttributes.builder().keys(keys.subList(0, 100)).build(),
                    second.name(),
                    keys(Map.of("pk", s("a"), "sk", n(1))))),
        "Too many items requested for the BatchGetItem call");
  }

  @Test
  void an_answer_ends_at_16_megabytes_and_names_the_rest() {
    var keys = IntStream.range(0, 45).mapToObj(i -> key("large-" + i)).toList();
    for (var key : keys) first.put(Map.of("pk", key.get("pk"), "p", filler(390 * 1024)));

    var found = new HashSet<AttributeValue>();
    var asked = KeysAndAttributes.builder().keys(keys).projectionExpression("pk").build();
    int answers = 0;
    for (var next = Map.of(first.name(), asked); !next.isEmpty(); answers++) {
      var requests = next;
      var answer = client.batchGetItem(r -> r.requestItems(requests));
      for (var item : answer.responses().getOrDefault(first.name(), List.of())) {
        assertThat(item).containsOnlyKeys("pk");
        assertThat(found.add(item.get("pk"))).isTrue();
      }
      next = answer.unprocessedKeys();
      assertThat(next.values())
          .allSatisfy(rest -> assertThat(rest.projectionExpression()).isEqualTo("pk"));
    }

    assertThat(found).hasSize(45);
    assertThat(answers).isGreaterThan(1);
  }

  @Test
  void a_key_is_asked_for_once() {
    assertInvalid(
        () -> get(keys(List.of(key("twice"), key("once"), key("twice")))),
        "Provided list of item keys contains duplicates");
    assertInvalid(
        () ->
            get(
                Map.of(
                    second.name(),
                    keys(
                        List.of(
                            Map.of("pk", s("a"), "sk", n("1")),
                            Map.of("pk", s("a"), "sk", n("1.0")))))),
        "Provided list of item keys contains duplicates");
  }

  @Test
  void keys_are_checked_as_anywhere() {
    assertInvalid(
        () -> get(keys(List.of(key("a"), Map.of("pk", n(1))))),
        "The provided key element does not match the schema");
    assertInvalid(
        () -> get(keys(key(""))),
        "One or more parameter values are not valid. The AttributeValue for a key attribute cannot"
            + " contain an empty string value. Key: pk");
  }

  @Test
  void a_table_that_does_not_exist_is_not_found() {
    first.put(key("found"));
    assertNotFound(
        () -> get(Map.of(first.name(), keys(key("found")), TestTable.newName(), keys(key("a")))));
  }

  @Test
  void what_is_empty_is_refused() {
    assertInvalid(() -> get(Map.of()), "The requestItems parameter is required for BatchGetItem");
    assertInvalid(
        () -> get(KeysAndAttributes.builder().keys(new ArrayList<>()).build()),
        "Value at 'RequestItems."
            + first.name()
            + ".member.Keys' failed to satisfy constraint: Member must have length greater than or"
            + " equal to 1");
  }

  @Test
  void what_is_missing_or_unknown_is_told_at_once() {
    assertFaults(
        () -> client.batchGetItem(r -> r.returnConsumedCapacity("A")),
        notOneOf("returnConsumedCapacity", "A", "INDEXES, TOTAL, NONE"),
        missing("requestItems"));
    assertFaults(
        () -> get(KeysAndAttributes.builder().build()),
        missing("requestItems." + first.name() + ".member.keys"));
    assertFaults(
        () ->
            client.batchGetItem(r ->
                r.requestItems(Map.of("bad!name", keys(key("a")))).returnConsumedCapacity("A")),
        "Value '{\"bad!name\":{\"Keys\":[{\"pk\":{\"S\":\"a\"}}]}}' at 'requestItems' failed to"
            + " satisfy constraint: "
            + NO_NAME,
        notOneOf("returnConsumedCapacity", "A", "INDEXES, TOTAL, NONE"));
  }

  @Test
  void the_two_ways_to_project_do_not_mix_even_between_tables() {
    var text =
        "Can not use both expression and non-expression parameters in the same request:"
            + " Non-expression parameters: {AttributesToGet} Expression parameters:"
            + " {ProjectionExpression}";
    assertInvalid(
        () ->
            get(keys(key("a")).toBuilder().attributesToGet("a").projectionExpression("a").build()),
        text);
    assertInvalid(
        () ->
            get(
                Map.of(
                    first.name(),
                    keys(key("a")).toBuilder().projectionExpression("a").build(),
                    second.name(),
                    keys(Map.of("pk", s("a"), "sk", n(1))).toBuilder()
                        .attributesToGet("a")
                        .build())),
        text);
  }

  @Test
  void one_faulty_projection_refuses_all() {
    assertInvalid(
        () ->
            get(
                Map.of(
                    first.name(),
                    keys(key("a")).toBuilder().projectionExpression("a, a").build(),
                    second.name(),
                    keys(Map.of("pk", s("a"), "sk", n(1))))),
        "Invalid ProjectionExpression: Two document paths overlap with each other; must remove or"
            + " rewrite one of these paths; path one: [a], path two: [a]");
  }

  @Test
  void each_item_is_charged_by_itself() {
    first.put(Map.of("pk", s("small"), "p", filler(10)));
    first.put(Map.of("pk", s("large"), "p", filler(4096)));
    var asked = keys(List.of(key("small"), key("large"), key("none")));

    assertThat(units(asked)).isEqualTo(4.0);
    assertThat(units(asked.toBuilder().consistentRead(false).build())).isEqualTo(2.0);
  }

  private double units(KeysAndAttributes asked) {
    var answer =
        client.batchGetItem(r ->
            r.requestItems(Map.of(first.name(), asked))
                .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL));
    assertThat(answer.consumedCapacity()).hasSize(1);
    assertThat(answer.consumedCapacity().getFirst().tableName()).isEqualTo(first.name());
    return answer.consumedCapacity().getFirst().capacityUnits();
  }
}
