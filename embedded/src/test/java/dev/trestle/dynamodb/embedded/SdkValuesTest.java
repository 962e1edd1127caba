package dev.trestle.dynamodb.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trestle.item.InvalidValueException;
import dev.trestle.item.Item;
import dev.trestle.item.Value;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;

class SdkValuesTest {
  private static final String EMPTY =
      "Supplied AttributeValue is empty, must contain exactly one of the supported datatypes";

  static List<AttributeValue> samples() {
    return List.of(
        AttributeValue.fromS(""),
        AttributeValue.fromS("åäö 😀"),
        AttributeValue.fromN("-12.5"),
        AttributeValue.fromN("0"),
        AttributeValue.fromB(SdkBytes.fromByteArray(new byte[] {0, -1, 127})),
        AttributeValue.fromBool(true),
        AttributeValue.fromBool(false),
        AttributeValue.fromNul(true),
        AttributeValue.fromSs(List.of("a", "b")),
        AttributeValue.fromNs(List.of("-1", "2.5")),
        AttributeValue.fromBs(List.of(SdkBytes.fromUtf8String("x"), SdkBytes.fromUtf8String("y"))),
        AttributeValue.fromL(List.of()),
        AttributeValue.fromM(Map.of()),
        AttributeValue.fromL(
            List.of(
                AttributeValue.fromN("1"),
                AttributeValue.fromM(Map.of("deep", AttributeValue.fromL(List.of()))))));
  }

  @ParameterizedTest
  @MethodSource("samples")
  void a_value_comes_back_as_it_was(AttributeValue value) {
    assertThat(SdkValues.attribute(SdkValues.value(value))).isEqualTo(value);
  }

  @Test
  void an_item_comes_back_as_it_was() {
    var fields = new HashMap<String, AttributeValue>();
    samples().forEach(value -> fields.put("f" + fields.size(), value));

    var response = GetItemResponse.builder().item(SdkValues.map(SdkValues.item(fields))).build();

    assertThat(response.item()).isEqualTo(fields);
    assertThat(SdkValues.map(SdkValues.item(fields))).isEqualTo(fields);
  }

  @Test
  void an_empty_item_is_told_from_an_absent_one() {
    assertThat(ItemRequests.item(GetItemResponse.builder().build().item())).isNull();
    assertThat(ItemRequests.item(Map.of())).isEqualTo(Item.EMPTY);
  }

  @Test
  void numbers_are_given_back_in_their_plain_form() {
    assertThat(SdkValues.attribute(SdkValues.value(AttributeValue.fromN("+01.50E1"))).n())
        .isEqualTo("15");
  }

  @Test
  void the_bytes_of_a_request_are_not_shared_with_the_item() {
    var bytes = new byte[] {1, 2, 3};
    var value = SdkValues.value(AttributeValue.fromB(SdkBytes.fromByteArrayUnsafe(bytes)));

    bytes[0] = 9;

    assertThat(value).isEqualTo(Value.binary(new byte[] {1, 2, 3}));
  }

  @Test
  void a_value_without_a_type_is_refused() {
    assertRefused(AttributeValue.builder().build(), EMPTY);
    assertRefused(AttributeValue.fromL(List.of(AttributeValue.builder().build())), EMPTY);
  }

  @Test
  void a_null_in_a_list_counts_as_empty() {
    assertRefused(AttributeValue.fromL(Collections.singletonList(null)), EMPTY);
  }

  /** The SDK does not send it over HTTP either. */
  @Test
  void an_entry_without_a_value_is_left_out() {
    var fields = new HashMap<String, AttributeValue>();
    fields.put("a", null);

    assertThat(SdkValues.item(fields)).isEqualTo(Item.EMPTY);
    assertThat(SdkValues.placeholders(fields)).isEqualTo(Item.EMPTY);
  }

  @Test
  void a_value_of_two_types_is_refused() {
    assertRefused(
        AttributeValue.builder().s("a").n("1").build(),
        "Supplied AttributeValue has more than one datatypes set, must contain exactly one of the"
            + " supported datatypes");
  }

  @Test
  void a_null_that_is_false_is_refused() {
    assertRefused(
        AttributeValue.fromNul(false),
        "One or more parameter values were invalid: Null attribute value types must have the value"
            + " of true");
  }

  @Test
  void a_set_with_a_member_twice_is_refused() {
    assertRefused(
        AttributeValue.fromSs(List.of("a", "b", "a")),
        "One or more parameter values were invalid: Input collection [a, b, a] contains"
            + " duplicates.");
  }

  @Test
  void a_faulty_placeholder_is_named() {
    assertThatThrownBy(() -> SdkValues.placeholders(Map.of(":a", AttributeValue.fromN("x"))))
        .isInstanceOf(InvalidValueException.class)
        .hasMessage(
            "ExpressionAttributeValues contains invalid value: The parameter cannot be converted to"
                + " a numeric value: x for key :a");
  }

  private static void assertRefused(AttributeValue value, String message) {
    assertThatThrownBy(() -> SdkValues.value(value))
        .isInstanceOf(InvalidValueException.class)
        .hasMessage(message);
  }
}
