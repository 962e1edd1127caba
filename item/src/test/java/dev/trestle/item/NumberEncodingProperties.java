package dev.trestle.item;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import dev.trestle.gen.Gen;
import dev.trestle.gen.Numbers;
import dev.trestle.gen.Property;
import dev.trestle.gen.Strings;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class NumberEncodingProperties {
  private static final String NINES = "9".repeat(38);
  private static final String TOO_MANY_DIGITS =
      "Attempting to store more than 38 significant digits in a Number";
  private static final String OVERFLOW =
      "Number overflow. Attempting to store a number with magnitude larger than supported range";
  private static final String UNDERFLOW =
      "Number underflow. Attempting to store a number with magnitude smaller than supported range";

  @Test
  void a_number_comes_back_as_it_was() {
    Property.check(
        5000,
        Numbers.texts(),
        text -> {
          var form = NumberEncoding.parse(text);
          var number = new BigDecimal(text);
          assertThat(NumberEncoding.decimal(form, 0, form.length)).isEqualByComparingTo(number);
          assertThat(NumberEncoding.text(form, 0, form.length)).isEqualTo(plain(number));
          assertThat(NumberEncoding.of(number)).isEqualTo(form);
        });
  }

  @Test
  void the_order_of_the_bytes_is_the_order_of_the_numbers() {
    Property.check(
        10_000,
        Gen.frequency(
            Gen.weighted(1, Numbers.texts().list(2, 2)),
            Gen.weighted(1, Numbers.whole(-200, 200).list(2, 2)),
            Gen.weighted(1, neighbours())),
        pair -> {
          int forms =
              Arrays.compareUnsigned(
                  NumberEncoding.parse(pair.get(0)), NumberEncoding.parse(pair.get(1)));
          int numbers = new BigDecimal(pair.get(0)).compareTo(new BigDecimal(pair.get(1)));
          assertThat(Integer.signum(forms)).isEqualTo(Integer.signum(numbers));
        });
  }

  /** A number and the same number with more digits: their encodings have a common prefix. */
  private static Gen<List<String>> neighbours() {
    return choices -> {
      var sign = choices.oneOf(2) == 0 ? "" : "-";
      var digits = sign + Numbers.whole(1, 99999).from(choices);
      var more = Numbers.whole(0, 99999).from(choices);
      int shared = digits.length() - sign.length() - 1;
      int exponent = Gen.ints(-50, 50).from(choices);
      return List.of(
          digits + "E" + exponent,
          digits + more + "E" + (exponent - more.length() + (choices.oneOf(3) == 2 ? shared : 0)));
    };
  }

  @Test
  void the_form_delimits_itself() {
    Property.check(
        5000,
        Numbers.texts().list(2, 2),
        pair -> {
          var a = NumberEncoding.parse(pair.get(0));
          var b = NumberEncoding.parse(pair.get(1));
          if (Arrays.equals(a, b) || a.length >= b.length) return;
          boolean beginning = Arrays.equals(a, 0, a.length, b, 0, a.length);
          assertThat(beginning && a[0] != 3).as("only a positive form may begin another").isFalse();
        });
  }

  @Test
  void the_size_is_what_the_documented_rule_gives() {
    Property.check(
        5000,
        Numbers.texts(),
        text -> {
          var form = NumberEncoding.parse(text);
          assertThat(NumberEncoding.size(form, 0, form.length)).isEqualTo(Tree.numberSize(text));
        });
  }

  @Test
  void known_sizes() {
    var sizes =
        Map.of(
            "0", 1, "1", 2, "99", 2, "100", 2, "101", 3, "-1", 3, "1.5", 3, "0.001", 2, "-12.34",
            4);
    sizes.forEach((text, size) -> {
      var form = NumberEncoding.parse(text);
      assertThat(NumberEncoding.size(form, 0, form.length)).as(text).isEqualTo(size);
    });
  }

  @Test
  void at_most_38_significant_digits() {
    assertThat(text(NINES)).isEqualTo(NINES);
    assertThat(text("000" + NINES + ".000")).isEqualTo(NINES);
    assertThat(text("1" + "0".repeat(100))).isEqualTo("1" + "0".repeat(100));
    assertRefused("1" + NINES, TOO_MANY_DIGITS);
    assertRefused("1" + "0".repeat(37) + ".1", TOO_MANY_DIGITS);
    assertRefused("-0.0" + NINES + "1", TOO_MANY_DIGITS);
  }

  @Test
  void magnitudes_from_1e_minus_130_to_just_below_1e126() {
    assertThat(text("1E-130")).isEqualTo("0." + "0".repeat(129) + "1");
    assertThat(text("9." + "9".repeat(37) + "E125")).isEqualTo(NINES + "0".repeat(88));
    assertThat(text("0E125")).isEqualTo("0");
    assertRefused("0E126", OVERFLOW);
    assertRefused("0E-131", UNDERFLOW);
    assertRefused("1E126", OVERFLOW);
    assertRefused("-1E126", OVERFLOW);
    assertRefused("9E9223372036854775807", OVERFLOW);
    assertRefused("9.9E-131", UNDERFLOW);
    assertRefused("-1E-131", UNDERFLOW);
    assertRefused("1E-9223372036854775808", UNDERFLOW);
  }

  @Test
  void what_is_no_number_is_refused_and_named() {
    for (var text :
        List.of(
            "a",
            "1a",
            "--1",
            "1e",
            "1e+",
            ".",
            "-",
            "1.2.3",
            "1e9223372036854775808",
            "1e-9223372036854775809",
            " 1",
            "1 ",
            "0x1",
            "NaN",
            "Infinity",
            "١")) {
      assertRefused(text, "The parameter cannot be converted to a numeric value: " + text);
    }
    assertRefused("", "The parameter cannot be converted to a numeric value");
  }

  @Test
  void a_long_exponent_is_refused_at_once() {
    var text = "1e" + "9".repeat(2_000_000);
    assertTimeoutPreemptively(
        Duration.ofSeconds(60),
        () ->
            assertThatThrownBy(() -> NumberEncoding.parse(text))
                .isInstanceOf(InvalidValueException.class)
                .hasMessageStartingWith("The parameter cannot be converted to a numeric value: "));
    assertThat(text("1e" + "0".repeat(2_000_000) + "2")).isEqualTo("100");
  }

  @Test
  void any_text_is_either_taken_as_bigdecimal_takes_it_or_refused() {
    var parts = Gen.of("0", "1", "9", ".", "-", "+", "e", "E", "12", " ", "x");
    Property.check(
        5000,
        Gen.oneOf(parts.list(0, 8).map(list -> String.join("", list)), Strings.any(0, 5)),
        text -> {
          try {
            var form = NumberEncoding.parse(text);
            assertThat(NumberEncoding.decimal(form, 0, form.length))
                .isEqualByComparingTo(new BigDecimal(text));
          } catch (InvalidValueException e) {
            assertThat(isAccepted(text)).as(e.getMessage()).isFalse();
          }
        });
  }

  /**
   * Returns whether a text is in range for BigDecimal and within the limits. BigDecimal accepts
   * digits of any script.
   */
  private static boolean isAccepted(String text) {
    if (!text.chars().allMatch(c -> c < 0x80)) return false;
    try {
      var written = new BigDecimal(text);
      var number = written.signum() == 0 ? written : written.stripTrailingZeros();
      int exponent = number.precision() - number.scale() - 1;
      return number.precision() <= 38 && exponent >= -130 && exponent <= 125;
    } catch (NumberFormatException e) {
      return false;
    }
  }

  private static String plain(BigDecimal number) {
    return number.signum() == 0 ? "0" : number.stripTrailingZeros().toPlainString();
  }

  private static String text(String text) {
    var form = NumberEncoding.parse(text);
    return NumberEncoding.text(form, 0, form.length);
  }

  private static void assertRefused(String text, String message) {
    assertThatThrownBy(() -> NumberEncoding.parse(text))
        .isInstanceOf(InvalidValueException.class)
        .hasMessage(message);
  }
}
