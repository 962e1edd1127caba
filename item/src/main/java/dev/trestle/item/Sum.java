package dev.trestle.item;

import java.math.BigDecimal;

/**
 * Adds and subtracts encoded numbers: counters, mostly, so whole and small ones have a short way.
 */
final class Sum {
  private Sum() {}

  /** The encoded sum or difference of two encoded numbers. */
  static byte[] of(byte[] a, int aFrom, int aTo, byte[] b, int bFrom, int bTo, boolean subtract) {
    long left = NumberForm.small(a, aFrom, aTo);
    long right = NumberForm.small(b, bFrom, bTo);
    if (left != NumberForm.NOT_SMALL && right != NumberForm.NOT_SMALL) {
      return NumberForm.of(subtract ? left - right : left + right);
    }
    var first = NumberForm.decimal(a, aFrom, aTo);
    var second = NumberForm.decimal(b, bFrom, bTo);
    var sum = subtract ? first.subtract(second) : first.add(second);
    return NumberForm.of(withinPrecision(sum));
  }

  /** DynamoDB calls a result with too many digits an overflow, whatever its magnitude. */
  private static BigDecimal withinPrecision(BigDecimal sum) {
    var plain = sum.stripTrailingZeros();
    if (plain.precision() <= Limits.NUMBER_DIGITS) return plain;
    throw new InvalidValueException(
        "Number overflow. Attempting to store a number with magnitude larger than supported"
            + " range");
  }
}
