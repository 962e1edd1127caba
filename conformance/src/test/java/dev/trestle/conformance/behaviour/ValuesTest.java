package dev.trestle.conformance.behaviour;

import static dev.trestle.conformance.behaviour.Attributes.b;
import static dev.trestle.conformance.behaviour.Attributes.bool;
import static dev.trestle.conformance.behaviour.Attributes.bs;
import static dev.trestle.conformance.behaviour.Attributes.bytes;
import static dev.trestle.conformance.behaviour.Attributes.l;
import static dev.trestle.conformance.behaviour.Attributes.m;
import static dev.trestle.conformance.behaviour.Attributes.n;
import static dev.trestle.conformance.behaviour.Attributes.nested;
import static dev.trestle.conformance.behaviour.Attributes.ns;
import static dev.trestle.conformance.behaviour.Attributes.nul;
import static dev.trestle.conformance.behaviour.Attributes.s;
import static dev.trestle.conformance.behaviour.Attributes.ss;
import static dev.trestle.conformance.behaviour.ValidationErrors.assertInvalid;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.trestle.testing.TrestleTest;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** What an attribute can contain, and how it is returned. */
@TrestleTest
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ValuesTest {
  private static final String INVALID = "One or more parameter values were invalid: ";
  private static final String OVERFLOW =
      "Number overflow. Attempting to store a number with magnitude larger than supported range";
  private static final String UNDERFLOW =
      "Number underflow. Attempting to store a number with magnitude smaller than supported range";
  private static final String TOO_MANY_DIGITS =
      "Attempting to store more than 38 significant digits in a Number";
  private static final String NO_NUMBER = "The parameter cannot be converted to a numeric value";
  private static final String TOO_DEEP =
      "Nesting Levels have exceeded supported limits: Attributes in the item have nested levels"
          + " beyond supported limit";
  private static final Map<String, AttributeValue> KEY = Map.of("pk", s("values"));

  private final DynamoDbClient client;
  private final TestTable table;

  ValuesTest(DynamoDbClient client) {
    this.client = client;
    table = TestTable.simple(client, "S");
  }

  private AttributeValue stored(AttributeValue value) {
    store(value);
    return Objects.requireNonNull(table.get(KEY).get("v"));
  }

  private void store(AttributeValue value) {
    table.put(Map.of("pk", s("values"), "v", value));
  }

  static Stream<AttributeValue> kept() {
    return Stream.of(
        s(""),
        s("text with 'quotes', \"others\" and \\"),
        s("\u0000\u007f é ß 漢字 \uD83D\uDE80"),
        b(),
        b(0, 127, 128, 255),
        bool(true),
        bool(false),
        nul(),
        l(),
        l(n(1), s("a"), nul(), l(l())),
        m(Map.of()),
        m(Map.of("a", n(1), "A", n(2), "a.b", n(3), "#", n(4), "ü", n(5))),
        ss("a"),
        ss(""),
        bs(bytes()),
        bs(bytes(1), bytes(1, 2)),
        ns("-1", "0", "1.5"));
  }

  @ParameterizedTest
  @MethodSource("kept")
  void a_value_comes_back_as_it_was_given(AttributeValue value) {
    assertThat(stored(value)).isEqualTo(value);
  }

  @ParameterizedTest
  @CsvSource({
    "1, 1",
    "+1, 1",
    "-1, -1",
    "007, 7",
    "1.0, 1",
    "1.500, 1.5",
    "0.10, 0.1",
    ".5, 0.5",
    "5., 5",
    "-0, 0",
    "0.000, 0",
    "1e3, 1000",
    "1E+3, 1000",
    "1.5e-3, 0.0015",
    "123e-2, 1.23",
    "0e125, 0",
    "0042.1200, 42.12",
  })
  void a_number_comes_back_without_what_it_does_not_need(String given, String returned) {
    assertThat(stored(n(given))).isEqualTo(n(returned));
  }

  @Test
  void numbers_have_38_digits_wherever_the_point_is() {
    var digits = "12345678901234567890123456789012345678";
    assertThat(stored(n(digits))).isEqualTo(n(digits));
    assertThat(stored(n("-" + digits))).isEqualTo(n("-" + digits));
    assertThat(stored(n("0." + digits))).isEqualTo(n("0." + digits));
    assertThat(stored(n("1" + "0".repeat(125)))).isEqualTo(n("1" + "0".repeat(125)));
  }

  @Test
  void numbers_reach_from_1e_minus_130_to_just_below_1e126() {
    assertThat(stored(n("1E-130"))).isEqualTo(n("0." + "0".repeat(129) + "1"));
    assertThat(stored(n("1E125"))).isEqualTo(n("1" + "0".repeat(125)));
    var largest = "9." + "9".repeat(37) + "E125";
    assertThat(stored(n(largest))).isEqualTo(n("9".repeat(38) + "0".repeat(88)));
    assertThat(stored(n("-" + largest))).isEqualTo(n("-" + "9".repeat(38) + "0".repeat(88)));
  }

  static Stream<Arguments> refusedNumbers() {
    return Stream.of(
        arguments("1e126", OVERFLOW),
        arguments("-1e126", OVERFLOW),
        arguments("1" + "0".repeat(126), OVERFLOW),
        arguments("1e99999999999", OVERFLOW),
        arguments("1e2147483648", OVERFLOW),
        arguments("0e126", OVERFLOW),
        arguments("1e-131", UNDERFLOW),
        arguments("1e-99999999999", UNDERFLOW),
        arguments("0e-131", UNDERFLOW),
        arguments("1".repeat(39), TOO_MANY_DIGITS),
        arguments("1." + "0".repeat(37) + "1", TOO_MANY_DIGITS),
        arguments("abc", NO_NUMBER + ": abc"),
        arguments("1.2.3", NO_NUMBER + ": 1.2.3"),
        arguments(" 1", NO_NUMBER + ":  1"),
        arguments("1 ", NO_NUMBER + ": 1 "),
        arguments("0x10", NO_NUMBER + ": 0x10"),
        arguments("1e", NO_NUMBER + ": 1e"),
        arguments("NaN", NO_NUMBER + ": NaN"),
        arguments("Infinity", NO_NUMBER + ": Infinity"),
        arguments("1e9223372036854775808", NO_NUMBER + ": 1e9223372036854775808"));
  }

  @ParameterizedTest
  @MethodSource("refusedNumbers")
  void a_number_out_of_reach_is_refused_wherever_it_stands(String number, String text) {
    assertInvalid(() -> store(n(number)), text);
    assertInvalid(() -> store(l(n(number))), text);
    assertInvalid(() -> store(m(Map.of("a", n(number)))), text);
    assertInvalid(() -> store(ns("1", number)), text);
  }

  @Test
  void an_empty_number_is_refused() {
    assertInvalid(() -> store(n("")), NO_NUMBER, NO_NUMBER + ": ");
    assertInvalid(() -> store(ns("")), NO_NUMBER, NO_NUMBER + ": ");
  }

  @Test
  void sets_are_ordered_by_what_is_in_them() {
    assertThat(stored(ss("b", "", "a", "B"))).isEqualTo(ss("", "B", "a", "b"));
    assertThat(stored(ns("10", "-1", "9", "0.5"))).isEqualTo(ns("-1", "0.5", "9", "10"));
    assertThat(stored(bs(bytes(255), bytes(1, 0), bytes(1))))
        .isEqualTo(bs(bytes(1), bytes(1, 0), bytes(255)));
  }

  @Test
  void strings_are_ordered_as_utf8_and_not_as_utf16() {
    var afterSurrogates = "\uFFFD";
    var supplementary = "\uD83D\uDE80";
    assertThat(stored(ss(supplementary, afterSurrogates)))
        .isEqualTo(ss(afterSurrogates, supplementary));
  }

  @Test
  void a_set_is_not_empty() {
    assertInvalid(() -> store(ss()), INVALID + "An string set  may not be empty");
    assertInvalid(() -> store(ns()), INVALID + "An number set  may not be empty");
    assertInvalid(() -> store(bs()), INVALID + "Binary sets should not be empty");
    assertInvalid(() -> store(l(ss())), INVALID + "An string set  may not be empty");
  }

  @Test
  void a_set_has_each_member_once() {
    assertInvalid(
        () -> store(ss("b", "a", "b")),
        INVALID + "Input collection [b, a, b] contains duplicates.",
        INVALID + "Input collection [\"a\", \"b\", \"b\"] contains duplicates.");
    assertInvalid(
        () -> store(bs(bytes(255), bytes(0), bytes(0))),
        INVALID + "Input collection [/w==, AA==, AA==]of type BS contains duplicates.",
        INVALID + "Input collection [\"AA==\",\"/w==\",\"AA==\"]of type BS contains duplicates.");
    assertInvalid(
        () -> store(ns("2", "1", "2.0")),
        "Input collection contains duplicates",
        INVALID + "Input collection contains duplicates.");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 31})
  void a_value_may_lie_in_31_others(int maps) {
    assertThat(stored(nested(maps))).isEqualTo(nested(maps));
  }

  @ParameterizedTest
  @ValueSource(ints = {32, 33, 40, 100, 400})
  void a_value_may_not_lie_in_32_others(int maps) {
    assertInvalid(() -> store(nested(maps)), TOO_DEEP);
  }

  @Test
  void sets_do_not_count_as_a_level() {
    var value = ss("a");
    for (int i = 0; i < 31; i++) value = l(value);

    assertThat(stored(value)).isEqualTo(value);
  }

  @Test
  void values_are_checked_in_conditions_as_in_items() {
    assertInvalid(
        () -> putIfEqual(nested(32)),
        TOO_DEEP,
        "ExpressionAttributeValues contains invalid value: " + TOO_DEEP + " for key :v");
    assertInvalid(
        () -> putIfEqual(n("1e126")),
        OVERFLOW,
        "ExpressionAttributeValues contains invalid value: " + OVERFLOW + " for key :v");
    assertInvalid(
        () -> putIfEqual(ss()),
        INVALID + "An string set  may not be empty",
        "ExpressionAttributeValues contains invalid value: "
            + INVALID
            + "An string set  may not be empty for key :v");
  }

  private void putIfEqual(AttributeValue value) {
    client.putItem(r ->
        r.tableName(table.name())
            .item(KEY)
            .conditionExpression("v = :v")
            .expressionAttributeValues(Map.of(":v", value)));
  }

  @Test
  void a_value_is_of_exactly_one_type() {
    assertInvalid(
        () -> store(AttributeValue.builder().build()),
        "Supplied AttributeValue is empty, must contain exactly one of the supported datatypes");
    assertInvalid(
        () -> store(AttributeValue.builder().s("a").n("1").build()),
        "Supplied AttributeValue has more than one datatypes set, must contain exactly one of the"
            + " supported datatypes");
  }

  @Test
  void null_is_true() {
    assertInvalid(
        () -> store(AttributeValue.fromNul(false)),
        INVALID + "Null attribute value types must have the value of true");
  }

  @Test
  void an_attribute_has_a_name() {
    assertInvalid(() -> table.put(Map.of("pk", s("values"), "", n(1))), "Empty attribute name");
  }

  @Test
  void equal_values_are_equal_however_they_were_written() {
    store(m(Map.of("n", n("1.0"), "s", ns("2", "1"), "l", l(n("1e1")))));

    client.putItem(r ->
        r.tableName(table.name())
            .item(KEY)
            .conditionExpression("v = :v")
            .expressionAttributeValues(
                Map.of(":v", m(Map.of("n", n(1), "s", ns("1.0", "2"), "l", l(n(10)))))));

    assertThat(table.get(KEY)).isEqualTo(KEY);
  }

  @Test
  void lists_keep_their_order() {
    var list = AttributeValue.fromL(List.of(n(3), n(1), n(2), n(3)));

    assertThat(stored(list)).isEqualTo(list);
  }
}
