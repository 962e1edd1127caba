package dev.trestle.conformance.behaviour;

import static dev.trestle.conformance.behaviour.Attributes.n;
import static dev.trestle.conformance.behaviour.Attributes.s;
import static dev.trestle.conformance.behaviour.Refusals.assertRefused;
import static dev.trestle.conformance.behaviour.ValidationErrors.assertInvalid;
import static java.util.Collections.singletonList;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.testing.TrestleTest;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Nulls in the SDK's lists and maps. The SDK does not send an entry of a map whose value is null; a
 * null in a list it sends.
 */
@TrestleTest
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class NullsTest {
  private static final Map<String, AttributeValue> KEY = Map.of("pk", s("nulls"));

  private final DynamoDbClient client;
  private final TestTable table;

  NullsTest(DynamoDbClient client) {
    this.client = client;
    table = TestTable.simple(client, "S");
  }

  private static <V> Map<String, V> withNull(Map<String, V> map, String name) {
    var more = new HashMap<>(map);
    more.put(name, null);
    return more;
  }

  @Test
  void an_attribute_without_a_value_is_left_out() {
    var inner = Map.of("a", n(1));
    table.put(
        Map.of(
            "pk", s("nulls"), "m", AttributeValue.fromM(withNull(inner, "left out")), "v", n(2)));
    assertThat(table.get(KEY))
        .isEqualTo(Map.of("pk", s("nulls"), "m", Attributes.m(inner), "v", n(2)));

    table.put(withNull(KEY, "v"));
    assertThat(table.get(KEY)).isEqualTo(KEY);
  }

  @Test
  void placeholders_without_a_value_are_left_out() {
    client.updateItem(r ->
        r.tableName(table.name())
            .key(withNull(KEY, "left out"))
            .updateExpression("SET #v = :v")
            .expressionAttributeNames(withNull(Map.of("#v", "v"), "#other"))
            .expressionAttributeValues(withNull(Map.of(":v", n(7)), ":other")));

    assertThat(table.get(KEY).get("v")).isEqualTo(n(7));
  }

  static Stream<AttributeValue> setsOfNull() {
    return Stream.of(
        AttributeValue.fromSs(singletonList(null)),
        AttributeValue.fromNs(singletonList(null)),
        AttributeValue.fromBs(singletonList(null)));
  }

  @ParameterizedTest
  @MethodSource("setsOfNull")
  void a_set_has_no_null_in_it(AttributeValue set) {
    assertRefused(() -> table.put(Map.of("pk", s("nulls"), "v", set)), "SerializationException");
  }

  @Test
  void a_null_in_a_list_is_an_empty_value() {
    assertInvalid(
        () -> table.put(Map.of("pk", s("nulls"), "v", AttributeValue.fromL(singletonList(null)))),
        "Supplied AttributeValue is empty, must contain exactly one of the supported datatypes");
  }

  private static Consumer<DynamoDbClient> call(Consumer<DynamoDbClient> call) {
    return call;
  }

  static Stream<Consumer<DynamoDbClient>> callsWithNullInAList() {
    return Stream.of(
        call(c -> c.transactWriteItems(r -> r.transactItems(singletonList(null)))),
        call(c -> c.batchWriteItem(r -> r.requestItems(Map.of("t", singletonList(null))))),
        call(c -> c.getItem(r -> r.tableName("t").key(KEY).attributesToGet(singletonList(null)))));
  }

  @ParameterizedTest
  @MethodSource("callsWithNullInAList")
  void a_request_has_no_null_in_its_lists(Consumer<DynamoDbClient> call) {
    assertRefused(() -> call.accept(client), "SerializationException");
  }
}
