package dev.trestle.testing.reference;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The SDK's values: their normal form, DynamoDB's order and DynamoDB's sizes. */
public final class ReferenceValues {
  private static final int NUMBER_DIGITS = 38;

  private ReferenceValues() {}

  public static AttributeValue text(String text) {
    return AttributeValue.fromS(text);
  }

  public static AttributeValue number(String text) {
    return AttributeValue.fromN(text);
  }

  public static AttributeValue number(long number) {
    return AttributeValue.fromN(Long.toString(number));
  }

  public static AttributeValue binary(int... bytes) {
    var array = new byte[bytes.length];
    for (int i = 0; i < bytes.length; i++) array[i] = (byte) bytes[i];
    return AttributeValue.fromB(SdkBytes.fromByteArray(array));
  }

  /** Returns a computed number, or rejects it if it has too many digits. */
  static AttributeValue result(BigDecimal number) {
    if (number.stripTrailingZeros().precision() > NUMBER_DIGITS) throw ExpectedError.validation("");
    return normal(number(number.toPlainString()));
  }

  /**
   * Returns the value as DynamoDB returns it, with sorted sets, so that equal values are equal
   * objects.
   */
  public static AttributeValue normal(AttributeValue value) {
    return switch (value.type()) {
      case N -> AttributeValue.fromN(normal(value.n()));
      case SS ->
          AttributeValue.fromSs(sorted(members(value)).stream().map(AttributeValue::s).toList());
      case NS ->
          AttributeValue.fromNs(sorted(members(value)).stream().map(AttributeValue::n).toList());
      case BS ->
          AttributeValue.fromBs(sorted(members(value)).stream().map(AttributeValue::b).toList());
      case L -> AttributeValue.fromL(value.l().stream().map(ReferenceValues::normal).toList());
      case M -> AttributeValue.fromM(normal(value.m()));
      case S, B, BOOL, NUL, UNKNOWN_TO_SDK_VERSION -> value;
    };
  }

  public static Map<String, AttributeValue> normal(Map<String, AttributeValue> item) {
    var normal = new TreeMap<String, AttributeValue>();
    item.forEach((name, value) -> normal.put(name, normal(value)));
    return normal;
  }

  private static String normal(String number) {
    var decimal = new BigDecimal(number);
    return decimal.signum() == 0 ? "0" : decimal.stripTrailingZeros().toPlainString();
  }

  /** Returns the members of a set in no particular order. */
  static List<AttributeValue> members(AttributeValue set) {
    return switch (set.type()) {
      case SS -> set.ss().stream().map(AttributeValue::fromS).toList();
      case NS -> set.ns().stream().map(AttributeValue::fromN).map(ReferenceValues::normal).toList();
      case BS -> set.bs().stream().map(AttributeValue::fromB).toList();
      case S, N, B, L, M, BOOL, NUL, UNKNOWN_TO_SDK_VERSION -> List.of();
    };
  }

  /** Returns a set of the given type in normal form. */
  static AttributeValue set(AttributeValue.Type type, List<AttributeValue> members) {
    return normal(
        switch (type) {
          case SS -> AttributeValue.fromSs(members.stream().map(AttributeValue::s).toList());
          case NS -> AttributeValue.fromNs(members.stream().map(AttributeValue::n).toList());
          case BS -> AttributeValue.fromBs(members.stream().map(AttributeValue::b).toList());
          case S, N, B, L, M, BOOL, NUL, UNKNOWN_TO_SDK_VERSION ->
              throw new IllegalArgumentException(type + " is no set");
        });
  }

  private static List<AttributeValue> sorted(List<AttributeValue> values) {
    var sorted = new ArrayList<>(values);
    sorted.sort(ReferenceValues::compare);
    return sorted;
  }

  /** Compares two strings, numbers or binaries. Strings are compared by their UTF-8 bytes. */
  public static int compare(AttributeValue a, AttributeValue b) {
    return switch (a.type()) {
      case N -> new BigDecimal(a.n()).compareTo(new BigDecimal(b.n()));
      case S -> Arrays.compareUnsigned(utf8(a.s()), utf8(b.s()));
      case B -> Arrays.compareUnsigned(a.b().asByteArray(), b.b().asByteArray());
      case SS, NS, BS, L, M, BOOL, NUL, UNKNOWN_TO_SDK_VERSION ->
          throw new IllegalArgumentException(a.type() + " has no order");
    };
  }

  static boolean isOrdered(AttributeValue value) {
    return switch (value.type()) {
      case S, N, B -> true;
      case SS, NS, BS, L, M, BOOL, NUL, UNKNOWN_TO_SDK_VERSION -> false;
    };
  }

  /** Returns DynamoDB's size of an item: names and values. */
  public static int size(Map<String, AttributeValue> item) {
    int size = 0;
    for (var entry : item.entrySet()) size += utf8(entry.getKey()).length + size(entry.getValue());
    return size;
  }

  public static int size(AttributeValue value) {
    return switch (value.type()) {
      case S -> utf8(value.s()).length;
      case N -> size(new BigDecimal(value.n()));
      case B -> value.b().asByteArray().length;
      case BOOL, NUL -> 1;
      case SS, NS, BS -> members(value).stream().mapToInt(ReferenceValues::size).sum();
      case L -> 3 + value.l().stream().mapToInt(element -> 1 + size(element)).sum();
      case M -> 3 + value.m().size() + size(value.m());
      case UNKNOWN_TO_SDK_VERSION -> throw new IllegalArgumentException("an unknown type");
    };
  }

  /**
   * One byte, one for every two significant digits on each side of the point, and one for a minus.
   */
  private static int size(BigDecimal number) {
    if (number.signum() == 0) return 1;
    var stripped = number.stripTrailingZeros();
    int digits = stripped.precision();
    int whole = Math.clamp((long) digits - stripped.scale(), 0, digits);
    return 1 + (whole + 1) / 2 + (digits - whole + 1) / 2 + (number.signum() < 0 ? 1 : 0);
  }

  static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
