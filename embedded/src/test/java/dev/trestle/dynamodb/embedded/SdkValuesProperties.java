package dev.trestle.dynamodb.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.gen.Binaries;
import dev.trestle.gen.Gen;
import dev.trestle.gen.Numbers;
import dev.trestle.gen.Property;
import dev.trestle.gen.Strings;
import dev.trestle.item.Value;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

public class SdkValuesProperties {
  private static final int RUNS = 2000;
  private static final int DEPTH = 4;

  /**
   * Numbers in the form in which DynamoDB returns them; only those are unchanged by a round trip.
   */
  private static final Gen<String> NUMBERS =
      Numbers.texts().map(text -> Value.number(text).numberText());

  private static final Gen<SdkBytes> BINARIES = Binaries.any(0, 20).map(SdkBytes::fromByteArray);

  @Test
  void an_item_comes_back_as_it_was() {
    Property.check(
        RUNS,
        Gen.maps(Strings.any(1, 10), values(DEPTH), 0, 8),
        item -> assertThat(SdkValues.map(SdkValues.item(item))).isEqualTo(inOrder(item)));
  }

  public static Gen<AttributeValue> values(int depth) {
    var scalars =
        Gen.<AttributeValue>oneOf(
            Strings.any(0, 20).map(AttributeValue::fromS),
            NUMBERS.map(AttributeValue::fromN),
            BINARIES.map(AttributeValue::fromB),
            Gen.booleans().map(AttributeValue::fromBool),
            Gen.constant(AttributeValue.fromNul(true)),
            Strings.any(0, 5).distinctList(1, 4).map(AttributeValue::fromSs),
            NUMBERS.distinctList(1, 4).map(AttributeValue::fromNs),
            BINARIES.distinctList(1, 4).map(AttributeValue::fromBs));
    if (depth == 0) return scalars;
    return choices ->
        Gen.<AttributeValue>oneOf(
                scalars,
                values(depth - 1).list(0, 3).map(AttributeValue::fromL),
                Gen.maps(Strings.any(1, 5), values(depth - 1), 0, 3).map(AttributeValue::fromM))
            .from(choices);
  }

  /** The order of a set may change. */
  static Map<String, AttributeValue> inOrder(Map<String, AttributeValue> item) {
    var ordered = new HashMap<String, AttributeValue>();
    item.forEach((name, value) -> ordered.put(name, inOrder(value)));
    return ordered;
  }

  private static AttributeValue inOrder(AttributeValue value) {
    return switch (value.type()) {
      case SS ->
          AttributeValue.fromSs(
              sorted(value.ss().stream().map(Value::string).toList(), Value::string));
      case NS ->
          AttributeValue.fromNs(
              sorted(value.ns().stream().map(Value::number).toList(), Value::numberText));
      case BS ->
          AttributeValue.fromBs(
              sorted(
                  value.bs().stream().map(b -> Value.binary(b.asByteArray())).toList(),
                  b -> SdkBytes.fromByteArray(b.content())));
      case L -> AttributeValue.fromL(value.l().stream().map(SdkValuesProperties::inOrder).toList());
      case M -> AttributeValue.fromM(inOrder(value.m()));
      case S, N, B, BOOL, NUL, UNKNOWN_TO_SDK_VERSION -> value;
    };
  }

  private static <T> List<T> sorted(List<Value> members, Function<Value, T> shown) {
    return members.stream().sorted(Value::compareContent).map(shown).toList();
  }
}
