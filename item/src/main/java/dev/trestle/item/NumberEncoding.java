package dev.trestle.item;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The encoding of a DynamoDB number. Comparing the bytes as unsigned compares the numbers, and each
 * number has exactly one encoding.
 *
 * <p>Zero is the byte {@code 02}. A positive number is {@code 03}, its decimal exponent plus 130,
 * then its significant digits without trailing zeros, two digits per byte, each pair plus one. A
 * negative number is {@code 01}, then the same bytes complemented, then {@code FF}, so that the
 * longer of two numbers with a common prefix is the smaller one.
 */
final class NumberEncoding {
  private static final byte NEGATIVE = 1;
  private static final byte ZERO = 2;
  private static final byte POSITIVE = 3;
  private static final int BIAS = -Limits.NUMBER_EXPONENT_MIN;
  private static final byte NEGATIVE_END = (byte) 0xFF;
  private static final byte[] ZERO_FORM = {ZERO};

  /** Integers of at most this many digits are added as longs. */
  private static final int SMALL_DIGITS = 17;

  static final long NOT_SMALL = Long.MIN_VALUE;

  /** A long below this value has room for another digit. */
  private static final long LONG_LIMIT = 100_000_000_000_000_000L;

  /** An exponent with more digits than this is always out of range. */
  private static final int EXPONENT_DIGITS_MAX = 6;

  private static final int LONG_DIGITS = 19;

  private NumberEncoding() {}

  /**
   * Encodes a number in the form that clients send.
   *
   * @throws InvalidValueException with DynamoDB's text if it is not a valid number
   */
  public static byte[] parse(String text) {
    int length = text.length();
    int at = 0;
    boolean negative = false;
    if (at < length && (text.charAt(at) == '-' || text.charAt(at) == '+')) {
      negative = text.charAt(at++) == '-';
    }
    var digits = new Digits();
    int start = at;
    int fraction = 0;
    boolean point = false;
    for (; at < length; at++) {
      char c = text.charAt(at);
      if (c >= '0' && c <= '9') {
        digits.add(c - '0');
        if (point) fraction++;
      } else if (c == '.' && !point) {
        point = true;
      } else {
        break;
      }
    }
    if (at - start - (point ? 1 : 0) == 0) throw notANumber(text);
    int exponent = at < length ? exponent(text, at) : 0;
    return digits.form(negative, (long) exponent - fraction);
  }

  private static int exponent(String text, int at) {
    char e = text.charAt(at++);
    if (e != 'e' && e != 'E') throw notANumber(text);
    boolean negative = false;
    if (at < text.length() && (text.charAt(at) == '-' || text.charAt(at) == '+')) {
      negative = text.charAt(at++) == '-';
    }
    if (at == text.length()) throw notANumber(text);
    int first = at;
    int value = 0;
    int seen = 0;
    for (; at < text.length(); at++) {
      char c = text.charAt(at);
      if (c < '0' || c > '9') throw notANumber(text);
      if (seen > 0 || c != '0') seen++;
      if (seen <= EXPONENT_DIGITS_MAX) value = value * 10 + (c - '0');
    }
    // BigInteger takes minutes for a million digits, so it does not get many.
    boolean fits =
        seen <= EXPONENT_DIGITS_MAX
            || (seen <= LONG_DIGITS && isLong(text.substring(first), negative));
    if (!fits) throw notANumber(text);
    return negative ? -value : value;
  }

  /**
   * Returns whether an exponent fits into 64 bits. DynamoDB rejects a larger one as unreadable
   * instead of reporting an overflow.
   */
  private static boolean isLong(String digits, boolean negative) {
    var exponent = new BigInteger(digits);
    return (negative ? exponent.negate() : exponent).bitLength() < Long.SIZE;
  }

  private static InvalidValueException notANumber(String text) {
    var about = "The parameter cannot be converted to a numeric value";
    return new InvalidValueException(text.isEmpty() ? about : about + ": " + text);
  }

  /** Encodes the result of an arithmetic operation. The same limits apply. */
  public static byte[] of(BigDecimal number) {
    var digits = new Digits();
    var text = number.unscaledValue().abs().toString();
    for (int i = 0; i < text.length(); i++) digits.add(text.charAt(i) - '0');
    return digits.form(number.signum() < 0, -(long) number.scale());
  }

  public static BigDecimal decimal(byte[] bytes, int from, int to) {
    if (bytes[from] == ZERO) return BigDecimal.ZERO;
    var digits = digits(bytes, from, to);
    var unscaled = new BigInteger(new String(digits, StandardCharsets.US_ASCII));
    int scale = digits.length - 1 - exponent(bytes, from);
    return new BigDecimal(bytes[from] == NEGATIVE ? unscaled.negate() : unscaled, scale);
  }

  /** Returns the number in plain notation without trailing zeros, as DynamoDB returns it. */
  public static String text(byte[] bytes, int from, int to) {
    long small = small(bytes, from, to);
    if (small != NOT_SMALL) return Long.toString(small);
    var digits = digits(bytes, from, to);
    int exponent = exponent(bytes, from);
    var out = new StringBuilder(digits.length + 4);
    if (bytes[from] == NEGATIVE) out.append('-');
    if (exponent < 0) {
      out.append("0.").repeat('0', -exponent - 1);
      for (byte digit : digits) out.append((char) digit);
    } else {
      for (int i = 0; i < digits.length; i++) {
        if (i == exponent + 1) out.append('.');
        out.append((char) digits[i]);
      }
      out.repeat('0', Math.max(0, exponent + 1 - digits.length));
    }
    return out.toString();
  }

  /**
   * Returns the size that DynamoDB counts: about one byte per two digits on each side of the point.
   */
  public static int size(byte[] bytes, int from, int to) {
    if (bytes[from] == ZERO) return 1;
    boolean negative = bytes[from] == NEGATIVE;
    int pairs = to - from - 2 - (negative ? 1 : 0);
    int last = last(bytes, from, to);
    int significant = pairs * 2 - (last % 10 == 0 ? 1 : 0);
    int whole = Math.clamp(exponent(bytes, from) + 1L, 0, significant);
    return 1 + (whole + 1) / 2 + (significant - whole + 1) / 2 + (negative ? 1 : 0);
  }

  /** Returns the number if it is an integer of at most 17 digits, else {@link #NOT_SMALL}. */
  static long small(byte[] bytes, int from, int to) {
    if (bytes[from] == ZERO) return 0;
    boolean negative = bytes[from] == NEGATIVE;
    int pairs = to - from - 2 - (negative ? 1 : 0);
    int exponent = exponent(bytes, from);
    if (exponent < 0 || exponent >= SMALL_DIGITS || pairs * 2 > exponent + 2) return NOT_SMALL;
    long value = 0;
    for (int i = 0; i < pairs; i++) {
      int raw = bytes[from + 2 + i] & 0xFF;
      value = value * 100 + (negative ? 0xFF - raw : raw) - 1;
    }
    int missing = exponent + 1 - pairs * 2;
    if (missing < 0) {
      if (value % 10 != 0) return NOT_SMALL;
      value /= 10;
    }
    for (; missing > 0; missing--) value *= 10;
    return negative ? -value : value;
  }

  /** Encodes an integer. */
  static byte[] of(long number) {
    if (number == 0) return ZERO_FORM.clone();
    long rest = Math.abs(number);
    if (rest < 0 || rest >= LONG_LIMIT) return of(BigDecimal.valueOf(number));
    int exponent = 0;
    for (long power = 10; rest >= power; power *= 10) exponent++;
    int digits = exponent + 1;
    while (rest % 10 == 0) {
      rest /= 10;
      digits--;
    }
    int pairs = (digits + 1) / 2;
    var form = new byte[2 + pairs + (number < 0 ? 1 : 0)];
    form[0] = POSITIVE;
    form[1] = (byte) (exponent + BIAS);
    if (digits % 2 == 1) rest *= 10;
    for (int i = pairs - 1; i >= 0; i--) {
      form[2 + i] = (byte) (rest % 100 + 1);
      rest /= 100;
    }
    if (number < 0) negate(form);
    return form;
  }

  private static int exponent(byte[] bytes, int from) {
    int biased = bytes[from + 1] & 0xFF;
    return (bytes[from] == NEGATIVE ? 0xFF - biased : biased) - BIAS;
  }

  private static int last(byte[] bytes, int from, int to) {
    return bytes[from] == NEGATIVE ? 0xFF - (bytes[to - 2] & 0xFF) - 1 : (bytes[to - 1] & 0xFF) - 1;
  }

  private static byte[] digits(byte[] bytes, int from, int to) {
    boolean negative = bytes[from] == NEGATIVE;
    int pairs = to - from - 2 - (negative ? 1 : 0);
    var digits = new byte[pairs * 2];
    for (int i = 0; i < pairs; i++) {
      int raw = bytes[from + 2 + i] & 0xFF;
      int pair = (negative ? 0xFF - raw : raw) - 1;
      digits[2 * i] = (byte) ('0' + pair / 10);
      digits[2 * i + 1] = (byte) ('0' + pair % 10);
    }
    return digits[digits.length - 1] == '0' ? Arrays.copyOf(digits, digits.length - 1) : digits;
  }

  private static void negate(byte[] form) {
    for (int i = 1; i < form.length - 1; i++) form[i] = (byte) ~form[i];
    form[0] = NEGATIVE;
    form[form.length - 1] = NEGATIVE_END;
  }

  /** Collects decimal digits and keeps only the significant ones. */
  private static final class Digits {
    private final byte[] kept = new byte[Limits.NUMBER_DIGITS];
    private int length;
    private long zeros;
    private boolean tooMany;

    void add(int digit) {
      if (digit == 0) {
        if (length > 0) zeros++;
        return;
      }
      if (length + zeros >= kept.length) {
        tooMany = true;
        return;
      }
      length += (int) zeros;
      zeros = 0;
      kept[length++] = (byte) digit;
    }

    /** Encodes these digits times ten to the given power. */
    byte[] form(boolean negative, long power) {
      if (length == 0) {
        checkMagnitude(power);
        return ZERO_FORM.clone();
      }
      if (tooMany) {
        throw new InvalidValueException(
            "Attempting to store more than 38 significant digits in a Number");
      }
      long exponent = power + zeros + length - 1;
      checkMagnitude(exponent);
      int pairs = (length + 1) / 2;
      var form = new byte[2 + pairs + (negative ? 1 : 0)];
      form[0] = POSITIVE;
      form[1] = (byte) (exponent + BIAS);
      for (int i = 0; i < pairs; i++) {
        int second = 2 * i + 1 < length ? kept[2 * i + 1] : 0;
        form[2 + i] = (byte) (kept[2 * i] * 10 + second + 1);
      }
      if (negative) negate(form);
      return form;
    }

    /** Checks the exponent. Zero has one too: {@code 0E200} is out of range. */
    private static void checkMagnitude(long exponent) {
      if (exponent > Limits.NUMBER_EXPONENT_MAX) {
        throw new InvalidValueException(
            "Number overflow. Attempting to store a number with magnitude larger than supported"
                + " range");
      }
      if (exponent < Limits.NUMBER_EXPONENT_MIN) {
        throw new InvalidValueException(
            "Number underflow. Attempting to store a number with magnitude smaller than supported"
                + " range");
      }
    }
  }
}
