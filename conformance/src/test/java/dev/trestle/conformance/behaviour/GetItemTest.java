package dev.trestle.conformance.behaviour;

import static dev.trestle.conformance.behaviour.Attributes.b;
import static dev.trestle.conformance.behaviour.Attributes.filler;
import static dev.trestle.conformance.behaviour.Attributes.l;
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
import java.util.Collections;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;

@TrestleTest
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class GetItemTest {
  private static final String MISMATCH = "The provided key element does not match the schema";
  private static final String INVALID = "One or more parameter values were invalid: ";
  private static final Map<String, AttributeValue> KEY = Map.of("pk", s("doc"), "sk", s("1"));

  private final DynamoDbClient client;
  private final TestTable table;
  private final TestTable numbers;
  private final TestTable binaries;

  GetItemTest(DynamoDbClient client) {
    this.client = client;
    table = TestTable.indexed(client);
    numbers = TestTable.simple(client, "N");
    binaries = TestTable.simple(client, "B");
    table.put(
        Map.of(
            "pk",
            s("doc"),
            "sk",
            s("1"),
            "a",
            n(1),
            "b.c",
            n(2),
            "m",
            m(Map.of("x", n(1), "y", m(Map.of("z", n(2), "w", n(3))))),
            "l",
            l(n(0), m(Map.of("x", n(1), "y", n(2))), n(2), n(3))));
  }

  private GetItemResponse get(Consumer<GetItemRequest.Builder> more) {
    return client.getItem(
        r -> more.accept(r.tableName(table.name()).key(KEY).consistentRead(true)));
  }

  private Map<String, AttributeValue> projected(String expression) {
    return get(r -> r.projectionExpression(expression)).item();
  }

  private GetItemResponse get(TestTable from, Map<String, AttributeValue> key) {
    return client.getItem(r -> r.tableName(from.name()).key(key));
  }

  @Test
  void what_is_not_there_is_not_there() {
    assertThat(get(table, Map.of("pk", s("doc"), "sk", s("2"))).hasItem()).isFalse();
    assertThat(get(table, Map.of("pk", s("other"), "sk", s("1"))).hasItem()).isFalse();
  }

  @Test
  void numbers_find_their_item_however_they_are_written() {
    numbers.put(Map.of("pk", n("-12.50"), "v", s("found")));

    assertThat(numbers.get(Map.of("pk", n("-1250e-2")))).containsEntry("v", s("found"));
  }

  @Test
  void binary_keys_find_their_item() {
    binaries.put(Map.of("pk", b(0, 255, 0)));

    assertThat(binaries.has(Map.of("pk", b(0, 255, 0)))).isTrue();
    assertThat(binaries.has(Map.of("pk", b(0, 255)))).isFalse();
  }

  @Test
  void a_projection_shows_what_it_names() {
    assertThat(projected("a")).isEqualTo(Map.of("a", n(1)));
    assertThat(projected("pk, a")).isEqualTo(Map.of("pk", s("doc"), "a", n(1)));
  }

  @Test
  void a_projection_keeps_what_surrounds_a_nested_attribute() {
    assertThat(projected("m.y.z")).isEqualTo(Map.of("m", m(Map.of("y", m(Map.of("z", n(2)))))));
    assertThat(projected("m.x, m.y.w"))
        .isEqualTo(Map.of("m", m(Map.of("x", n(1), "y", m(Map.of("w", n(3)))))));
  }

  @Test
  void a_projection_closes_the_gaps_in_a_list() {
    assertThat(projected("l[3], l[0]")).isEqualTo(Map.of("l", l(n(0), n(3))));
    assertThat(projected("l[1].y")).isEqualTo(Map.of("l", l(m(Map.of("y", n(2))))));
  }

  @Test
  void a_projection_passes_over_what_is_not_there() {
    assertThat(projected("a, absent, m.absent, l[9], l[0].x")).isEqualTo(Map.of("a", n(1)));
  }

  @Test
  void an_item_of_which_nothing_is_shown_is_still_there() {
    var answer = get(r -> r.projectionExpression("absent"));

    assertThat(answer.hasItem()).isTrue();
    assertThat(answer.item()).isEmpty();
  }

  @Test
  void a_placeholder_stands_for_a_whole_name() {
    var found =
        get(r ->
            r.projectionExpression("#n, m.#x")
                .expressionAttributeNames(Map.of("#n", "b.c", "#x", "x")));

    assertThat(found.item()).isEqualTo(Map.of("b.c", n(2), "m", m(Map.of("x", n(1)))));
  }

  @Test
  void attributes_to_get_are_whole_names() {
    assertThat(get(r -> r.attributesToGet("b.c", "a", "absent")).item())
        .isEqualTo(Map.of("b.c", n(2), "a", n(1)));
  }

  @Test
  void attributes_to_get_are_named_once() {
    assertInvalid(
        () -> get(r -> r.attributesToGet("a", "b", "a")),
        INVALID + "Duplicate value in attribute name: a");
    assertFaults(
        () -> get(r -> r.attributesToGet(Collections.emptyList())),
        "Value '[]' at 'attributesToGet' failed to satisfy constraint: Member must have length"
            + " greater than or equal to 1");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          ''           | The expression can not be empty;
          a,           | Syntax error; token: "<EOF>", near: ","
          a b          | Syntax error; token: "b", near: "a b"
          !!!          | Syntax error; token: "!", near: "!!"
          a, a         | Two document paths overlap with each other; must remove or rewrite one of these paths; path one: [a], path two: [a]
          a, a.b       | Two document paths overlap with each other; must remove or rewrite one of these paths; path one: [a], path two: [a, b]
          l[1].x, l[1] | Two document paths overlap with each other; must remove or rewrite one of these paths; path one: [l, [1], x], path two: [l, [1]]
          a.b, a[1]    | Two document paths conflict with each other; must remove or rewrite one of these paths; path one: [a, b], path two: [a, [1]]
          #a           | An expression attribute name used in the document path is not defined; attribute name: #a
          a, comment   | Attribute name is a reserved keyword; reserved keyword: comment
          """)
  void a_faulty_projection_is_refused(String expression, String text) {
    assertInvalid(() -> projected(expression), "Invalid ProjectionExpression: " + text);
  }

  @Test
  void a_path_has_at_most_32_levels() {
    assertThat(projected("m" + ".a".repeat(31))).isEmpty();
    assertInvalid(
        () -> projected("m" + ".a".repeat(32)),
        "Invalid ProjectionExpression: The document path has too many nesting levels; nesting"
            + " levels: 33");
  }

  @Test
  void a_projection_cannot_look_into_keys() {
    assertInvalid(
        () -> projected("pk.a"),
        "Key attributes must be scalars; list random access '[]' and map lookup '.' are not"
            + " allowed: Key: pk");
    assertInvalid(
        () -> projected("gpk[0]"),
        "Key attributes must be scalars; list random access '[]' and map lookup '.' are not"
            + " allowed: IndexKey: gpk");
  }

  @Test
  void names_are_used_and_well_formed() {
    assertInvalid(
        () -> get(r -> r.expressionAttributeNames(Map.of("#a", "a"))),
        "ExpressionAttributeNames can only be specified when using expressions");
    assertInvalid(
        () -> get(r -> r.projectionExpression("a").expressionAttributeNames(Map.of())),
        "ExpressionAttributeNames must not be empty");
    assertInvalid(
        () -> get(r -> r.projectionExpression("a").expressionAttributeNames(Map.of("a", "a"))),
        "ExpressionAttributeNames contains invalid key: Syntax error; key: \"a\"");
    assertInvalid(
        () -> get(r -> r.projectionExpression("a").expressionAttributeNames(Map.of("#b", "b"))),
        "Value provided in ExpressionAttributeNames unused in expressions: keys: {#b}");
  }

  @Test
  void the_two_ways_to_project_do_not_mix() {
    assertInvalid(
        () -> get(r -> r.projectionExpression("a").attributesToGet("a")),
        "Can not use both expression and non-expression parameters in the same request:"
            + " Non-expression parameters: {AttributesToGet} Expression parameters:"
            + " {ProjectionExpression}");
  }

  @Test
  void a_key_is_all_of_the_key_and_nothing_else() {
    assertInvalid(() -> get(table, Map.of()), MISMATCH);
    assertInvalid(() -> get(table, Map.of("pk", s("a"))), MISMATCH);
    assertInvalid(() -> get(table, Map.of("pk", s("a"), "sk", n(1))), MISMATCH);
    assertInvalid(() -> get(table, Map.of("pk", s("a"), "other", s("a"))), MISMATCH);
    assertInvalid(() -> get(table, Map.of("pk", s("a"), "sk", s("a"), "other", s("a"))), MISMATCH);
    assertInvalid(() -> get(numbers, Map.of("pk", s("1"))), MISMATCH);
  }

  @Test
  void a_key_is_not_empty_and_not_too_long() {
    assertInvalid(
        () -> get(table, Map.of("pk", s(""), "sk", s("a"))),
        "One or more parameter values are not valid. The AttributeValue for a key attribute cannot"
            + " contain an empty string value. Key: pk");
    assertInvalid(
        () -> get(table, Map.of("pk", filler(2049), "sk", s("a"))),
        INVALID + "Size of hashkey has exceeded the maximum size limit of2048 bytes");
    assertInvalid(
        () -> get(table, Map.of("pk", s("a"), "sk", filler(1025))),
        INVALID + "Aggregated size of all range keys has exceeded the size limit of 1024 bytes");
  }

  @Test
  void what_is_missing_or_unknown_is_told_at_once() {
    assertFaults(
        () -> client.getItem(r -> r.returnConsumedCapacity("A")),
        missing("tableName"),
        missing("key"),
        notOneOf("returnConsumedCapacity", "A", "INDEXES, TOTAL, NONE"));
  }

  @Test
  void faults_of_expressions_come_before_the_table_and_those_of_keys_behind_it() {
    var absent = TestTable.newName();
    assertInvalid(
        () ->
            client.getItem(
                r -> r.tableName(absent).key(Map.of("x", s("a"))).projectionExpression("a,")),
        "Invalid ProjectionExpression: Syntax error; token: \"<EOF>\", near: \",\"");
    assertNotFound(() -> client.getItem(r -> r.tableName(absent).key(Map.of("x", s("a")))));
  }
}
