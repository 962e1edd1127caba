package dev.trestle.model.key;

import java.math.BigDecimal;
import java.util.Optional;
import java.util.stream.LongStream;

/**
 * Whole numbers within bounds, zero-padded to the width of the greatest. Where there are negative
 * ones the least is written as zero, and so on from there.
 */
final class WholeNumberForm extends TextForm<Long> {
  /** So many digits always fit into a long. */
  private static final int EASY_DIGITS = 18;

  /** Of ten, from 1 to the greatest in a long. */
  private static final long[] POWERS = LongStream.iterate(1, p -> p * 10).limit(19).toArray();

  private final long min;
  private final long max;

  /** What is written as zero. */
  private final long base;

  private final int width;

  WholeNumberForm(long min, long max) {
    if (min > max) throw new IllegalArgumentException("numbers from " + min + " to " + max);
    this.min = min;
    this.max = max;
    base = Math.min(min, 0);
    width = Long.toUnsignedString(max - base).length();
  }

  @Override
  Language shape() {
    return new Language.Digits(digits(min), digits(max));
  }

  private String digits(long value) {
    var out = new StringBuilder();
    append(out, value, "");
    return out.toString();
  }

  @Override
  Class<Long> type() {
    return Long.class;
  }

  @Override
  PartForm data() {
    return new PartForm.Whole(min, max);
  }

  @Override
  boolean ordered() {
    return true;
  }

  @Override
  String text(Long value, String part) {
    if (width >= EASY_DIGITS) return super.text(value, part);
    long rest = checked(value, part) - base;
    // a digit before them keeps the zeros, and is cut off
    return Long.toString(POWERS[width] + rest).substring(1);
  }

  @Override
  void append(StringBuilder out, Long value, String part) {
    write(out, checked(value, part));
  }

  private long checked(long value, String part) {
    if (value < min || value > max) {
      throw new RefusedValueException(part, "is not from %d to %d".formatted(min, max));
    }
    return value;
  }

  private void write(StringBuilder out, long value) {
    // the difference to the base may be above a long's greatest: it is read as unsigned
    long rest = value - base;
    if (rest >= 0) {
      int digits = 1;
      while (digits <= EASY_DIGITS && rest >= POWERS[digits]) digits++;
      out.repeat('0', width - digits).append(rest);
    } else {
      var digits = Long.toUnsignedString(rest);
      out.repeat('0', width - digits.length()).append(digits);
    }
  }

  @Override
  Long parse(String text, int from, int to, String part) {
    if (to - from != width) {
      throw refused(part, "does not have %d digits".formatted(width));
    }
    long sum = 0;
    for (int i = from; i < to; i++) {
      int digit = text.charAt(i) - '0';
      if (digit < 0 || digit > 9) throw refused(part, "has more than digits");
      if (i - from >= EASY_DIGITS && overflows(sum, digit)) {
        throw refused(part, "is above " + max);
      }
      sum = sum * 10 + digit;
    }
    if (Long.compareUnsigned(sum, max - base) > 0 || Long.compareUnsigned(sum, min - base) < 0) {
      throw refused(part, "is not from %s to %s".formatted(digits(min), digits(max)));
    }
    return sum + base;
  }

  private static boolean overflows(long sum, int digit) {
    long limit = Long.divideUnsigned(-1, 10);
    int order = Long.compareUnsigned(sum, limit);
    return order > 0 || (order == 0 && digit > Long.remainderUnsigned(-1, 10));
  }

  @Override
  int end(String text, int from) {
    return from + width <= text.length() ? from + width : from;
  }

  @Override
  Optional<Part.NumberForm<Long>> number(String part) {
    return Optional.of(
        new Part.NumberForm<>() {
          @Override
          public BigDecimal number(Long value) {
            return BigDecimal.valueOf(checked(value, part));
          }

          @Override
          public Long value(BigDecimal number) {
            long value;
            try {
              value = number.longValueExact();
            } catch (ArithmeticException e) {
              throw new RefusedValueException(part, "is no whole number in range");
            }
            return checked(value, part);
          }
        });
  }
}
