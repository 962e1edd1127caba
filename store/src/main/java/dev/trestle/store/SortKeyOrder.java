package dev.trestle.store;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Comparator;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The order in which DynamoDB keeps sort keys of one type. */
enum SortKeyOrder implements Comparator<AttributeValue> {
  ASCENDING;

  @Override
  public int compare(AttributeValue one, AttributeValue other) {
    if (one.s() != null) return compare(utf8(one.s()), utf8(other.s()));
    if (one.n() == null) {
      return compare(one.b().asByteArrayUnsafe(), other.b().asByteArrayUnsafe());
    }
    return AttributeValues.SDK.asNumber(one).compareTo(AttributeValues.SDK.asNumber(other));
  }

  private static int compare(byte[] one, byte[] other) {
    return Arrays.compareUnsigned(one, other);
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
