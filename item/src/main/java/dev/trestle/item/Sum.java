package dev.trestle.item;

import java.math.BigDecimal;

/**
 * Adds and subtracts encoded numbers, with a fast path for small integers, since most are counters.
 */
final class Sum {
  private Sum() {}

  /** Returns the encoded sum or difference of two encoded numbers. */
  static byte[] of(byte[] a, int aFrom, int aTo, byte[] b, int bFrom, int bTo, boolean subtract) {
    long left = NumberEncoding.small(a, aFrom, aTo);
    long right = NumberEncoding.small(b, bFrom, bTo);
    if (left != NumberEncoding.NOT_SMALL && right != NumberEncoding.NOT_SMALL) {
      return NumberEncoding.of(subtract ? left - right : left + right);
    }
    var first = NumberEncoding.decimal(a, aFrom, aTo);
    var second = NumberEncoding.decimal(b, bFrom, bTo);
    var sum = subtract ? first.subtract(second) : first.add(second);
    return NumberEncoding.of(withinPrecision(sum));
  }

  /**
   * Rejects a result with too many digits. DynamoDB reports it as an overflow, whatever its
   * magnitude.
   */
  private static BigDecimal withinPrecision(BigDecimal sum) {
    var plain = sum.stripTrailingZeros();
    if (plain.precision() <= Limits.NUMBER_DIGITS) return plain;
    throw new InvalidValueException(
        "Number overflow. Attempting to store a number with magnitude larger than supported"
            + " range");
  }
}
