package dev.trestle.store;

import dev.trestle.model.expression.Comparison;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Evaluates DynamoDB's operators on two stored values. */
final class StoredValues {
  private StoredValues() {}

  static boolean holds(AttributeValue one, Comparison comparison, AttributeValue other) {
    if (comparison == Comparison.EQUAL) return one.equals(other);
    if (comparison == Comparison.NOT_EQUAL) return !one.equals(other);
    return comparison.holds(compare(one, other));
  }

  /** Compares two keys, or two values of the same ordered type. */
  static int compare(AttributeValue one, AttributeValue other) {
    return switch (one.type()) {
      case N -> AttributeValues.SDK.asNumber(one).compareTo(AttributeValues.SDK.asNumber(other));
      case S ->
          Arrays.compareUnsigned(
              one.s().getBytes(StandardCharsets.UTF_8), other.s().getBytes(StandardCharsets.UTF_8));
      case B -> Arrays.compareUnsigned(one.b().asByteArrayUnsafe(), other.b().asByteArrayUnsafe());
      case BOOL, NUL, SS, NS, BS, L, M, UNKNOWN_TO_SDK_VERSION ->
          throw new IllegalStateException("values of type " + one.type() + " have no order");
    };
  }

  static boolean beginsWith(AttributeValue text, AttributeValue prefix) {
    return text.s() != null && prefix.s() != null && text.s().startsWith(prefix.s());
  }

  static boolean contains(AttributeValue whole, AttributeValue piece) {
    return switch (whole.type()) {
      case S -> piece.s() != null && whole.s().contains(piece.s());
      case SS -> whole.ss().contains(piece.s());
      case NS -> whole.ns().contains(piece.n());
      case BS -> whole.bs().contains(piece.b());
      case L -> whole.l().contains(piece);
      case N, B, BOOL, NUL, M, UNKNOWN_TO_SDK_VERSION -> false;
    };
  }

  static int size(AttributeValue value) {
    return switch (value.type()) {
      case S -> value.s().getBytes(StandardCharsets.UTF_8).length;
      case B -> value.b().asByteArrayUnsafe().length;
      case SS -> value.ss().size();
      case NS -> value.ns().size();
      case BS -> value.bs().size();
      case L -> value.l().size();
      case M -> value.m().size();
      case N, BOOL, NUL, UNKNOWN_TO_SDK_VERSION ->
          throw new IllegalStateException("a value of type " + value.type() + " has no size");
    };
  }
}
