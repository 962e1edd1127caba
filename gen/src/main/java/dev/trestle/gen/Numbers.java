package dev.trestle.gen;

/**
 * Generators of decimal numbers as texts that DynamoDB accepts: 38 digits, 1E-130 to 9.99…E+125.
 */
public final class Numbers {
  private static final int DIGITS = 38;
  private static final int EXPONENT_MIN = -130;
  private static final int EXPONENT_MAX = 125;

  private static final Gen<String> EXTREMES =
      Gen.of(
          "0",
          "-0",
          "0.0",
          "1",
          "-1",
          "1E-130",
          "-1E-130",
          "9.9999999999999999999999999999999999999E125",
          "-9.9999999999999999999999999999999999999E125",
          "1E125",
          "1.5E-130",
          "99999999999999999999999999999999999999",
          "0.00000000000000000000000000000000000001",
          "9223372036854775807",
          "-9223372036854775808",
          "1e+3",
          "+7",
          "007",
          "100",
          "1.10");

  private Numbers() {}

  /** Generates integers in plain notation. */
  public static Gen<String> whole(int min, int max) {
    return Gen.ints(min, max).map(String::valueOf);
  }

  /** Generates numbers of the whole range, in all notations that a client may use. */
  public static Gen<String> texts() {
    return Gen.frequency(
        Gen.weighted(4, whole(-1000, 1000)),
        Gen.weighted(3, decimals()),
        Gen.weighted(3, scientific()),
        Gen.weighted(2, EXTREMES));
  }

  private static Gen<String> decimals() {
    return choices ->
        sign(choices)
            + "0".repeat(choices.oneOf(3))
            + digits(choices, DIGITS / 2)
            + "."
            + digits(choices, DIGITS / 2)
            + "0".repeat(choices.oneOf(3));
  }

  /** The first digit is not 0, so the exponent alone determines the magnitude. */
  private static Gen<String> scientific() {
    return choices -> {
      var sign = sign(choices);
      int first = 1 + choices.oneOf(9);
      var rest = digits(choices, DIGITS - 1);
      long exponent = Gen.longs(EXPONENT_MIN, EXPONENT_MAX).from(choices);
      var mark = choices.oneOf(2) == 0 ? "E" : exponent < 0 ? "e" : "e+";
      return sign + first + "." + rest + mark + exponent;
    };
  }

  private static String sign(Choices choices) {
    return choices.oneOf(3) == 2 ? "-" : "";
  }

  private static String digits(Choices choices, int max) {
    var digits = Gen.ints(0, 9).list(1, max).from(choices);
    var text = new StringBuilder();
    digits.forEach(text::append);
    return text.toString();
  }
}
