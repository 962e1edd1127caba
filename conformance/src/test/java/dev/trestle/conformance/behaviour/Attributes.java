package dev.trestle.conformance.behaviour;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Short forms of attribute values and items. */
final class Attributes {
  private Attributes() {}

  static AttributeValue s(String text) {
    return AttributeValue.fromS(text);
  }

  static AttributeValue n(String number) {
    return AttributeValue.fromN(number);
  }

  static AttributeValue n(long number) {
    return n(Long.toString(number));
  }

  static AttributeValue b(int... bytes) {
    return AttributeValue.fromB(bytes(bytes));
  }

  static AttributeValue bool(boolean bool) {
    return AttributeValue.fromBool(bool);
  }

  static AttributeValue nul() {
    return AttributeValue.fromNul(true);
  }

  static AttributeValue ss(String... members) {
    return AttributeValue.fromSs(List.of(members));
  }

  static AttributeValue ns(String... members) {
    return AttributeValue.fromNs(List.of(members));
  }

  static AttributeValue bs(SdkBytes... members) {
    return AttributeValue.fromBs(List.of(members));
  }

  static AttributeValue l(AttributeValue... elements) {
    return AttributeValue.fromL(List.of(elements));
  }

  static AttributeValue m(Map<String, AttributeValue> fields) {
    return AttributeValue.fromM(fields);
  }

  static SdkBytes bytes(int... bytes) {
    var array = new byte[bytes.length];
    for (int i = 0; i < bytes.length; i++) array[i] = (byte) bytes[i];
    return SdkBytes.fromByteArray(array);
  }

  /** Returns a text of this many bytes. */
  static AttributeValue filler(int bytes) {
    return s("x".repeat(bytes));
  }

  /** Returns a value inside this many maps, each with one field. */
  static AttributeValue nested(int maps) {
    return Stream.iterate(s("leaf"), value -> m(Map.of("n", value)))
        .skip(maps)
        .findFirst()
        .orElseThrow();
  }

  /** Returns the first item with the attributes of the second one added. */
  static Map<String, AttributeValue> with(
      Map<String, AttributeValue> item, Map<String, AttributeValue> more) {
    var both = new HashMap<>(item);
    both.putAll(more);
    return both;
  }
}
