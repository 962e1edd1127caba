package dev.trestle.cli.migrate;

import java.math.BigDecimal;
import java.util.Collection;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Compares values as DynamoDB does: sets have no order, and numbers have no spelling. */
final class StoredValue {
  private StoredValue() {}

  static boolean isSame(Map<String, AttributeValue> one, Map<String, AttributeValue> other) {
    return one.keySet().equals(other.keySet())
        && one.entrySet().stream()
            .allMatch(entry -> isSame(entry.getValue(), other.get(entry.getKey())));
  }

  static boolean isSame(@Nullable AttributeValue one, @Nullable AttributeValue other) {
    if (one == null || other == null) return one == null && other == null;
    if (one.type() != other.type()) return false;
    return switch (one.type()) {
      case N -> isSameNumber(one.n(), other.n());
      case SS -> isSameSet(one.ss(), other.ss());
      case NS -> numbers(one.ns()).equals(numbers(other.ns()));
      case BS -> isSameSet(one.bs(), other.bs());
      case M -> isSame(one.m(), other.m());
      case L -> {
        boolean same = one.l().size() == other.l().size();
        for (int i = 0; same && i < one.l().size(); i++) {
          same = isSame(one.l().get(i), other.l().get(i));
        }
        yield same;
      }
      case S, B, BOOL, NUL, UNKNOWN_TO_SDK_VERSION -> one.equals(other);
    };
  }

  /**
   * Returns whether a stored value is what would be written. A stored map may have more fields than
   * its record has components.
   */
  static boolean covers(@Nullable AttributeValue stored, AttributeValue wanted) {
    if (stored == null || stored.type() != wanted.type()) return false;
    if (stored.hasM()) {
      return wanted.m().entrySet().stream()
          .allMatch(entry -> covers(stored.m().get(entry.getKey()), entry.getValue()));
    }
    if (!stored.hasL()) return isSame(stored, wanted);
    boolean covers = stored.l().size() == wanted.l().size();
    for (int i = 0; covers && i < wanted.l().size(); i++) {
      covers = covers(stored.l().get(i), wanted.l().get(i));
    }
    return covers;
  }

  private static boolean isSameNumber(String one, String other) {
    return one.equals(other) || new BigDecimal(one).compareTo(new BigDecimal(other)) == 0;
  }

  private static Set<BigDecimal> numbers(Collection<String> texts) {
    return texts.stream()
        .map(text -> new BigDecimal(text).stripTrailingZeros())
        .collect(Collectors.toSet());
  }

  private static boolean isSameSet(Collection<?> one, Collection<?> other) {
    return new HashSet<Object>(one).equals(new HashSet<Object>(other));
  }
}
