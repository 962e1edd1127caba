package dev.trestle.item;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trestle.gen.Gen;
import dev.trestle.gen.Property;
import java.math.BigDecimal;
import java.math.BigInteger;
import org.junit.jupiter.api.Test;

class SumProperties {
  private record Pair(BigDecimal left, BigDecimal right) {}

  /** Integers of all lengths, and some numbers with fractions. */
  private static final Gen<BigDecimal> NUMBERS =
      choices ->
          new BigDecimal(
              BigInteger.valueOf(Gen.longs(Long.MIN_VALUE / 2, Long.MAX_VALUE / 2).from(choices))
                  .shiftRight(choices.oneOf(63)),
              choices.oneOf(3) == 2 ? choices.oneOf(8) - 4 : 0);

  @Test
  void sums_and_differences_are_those_of_decimals() {
    Gen<Pair> pairs = choices -> new Pair(NUMBERS.from(choices), NUMBERS.from(choices));
    Property.check(
        20_000,
        pairs,
        it -> {
          var left = decimal(it.left());
          var right = decimal(it.right());
          assertThat(left.plus(right)).isEqualTo(decimal(it.left().add(it.right())));
          assertThat(left.minus(right)).isEqualTo(decimal(it.left().subtract(it.right())));
        });
  }

  @Test
  void a_long_has_the_form_of_the_same_decimal() {
    Gen<Long> longs =
        choices ->
            Gen.longs(Long.MIN_VALUE / 2, Long.MAX_VALUE / 2).from(choices) >> choices.oneOf(63);
    Property.check(
        20_000, longs, number -> assertThat(Value.number(number)).isEqualTo(decimal(number)));
    for (long edge : new long[] {0, 1, -1, 10, 99, 100, Long.MIN_VALUE, Long.MAX_VALUE}) {
      assertThat(Value.number(edge)).isEqualTo(decimal(edge));
    }
    for (long power = 1; power > 0 && power <= Long.MAX_VALUE / 10; power *= 10) {
      assertThat(Value.number(power)).isEqualTo(decimal(power));
      assertThat(Value.number(power - 1)).isEqualTo(decimal(power - 1));
    }
  }

  private static Value decimal(long number) {
    return decimal(BigDecimal.valueOf(number));
  }

  private static Value decimal(BigDecimal number) {
    return Value.ofContent(Type.N, NumberEncoding.of(number));
  }

  @Test
  void too_many_digits_are_an_overflow() {
    assertThatThrownBy(() -> Value.number("1e50").plus(Value.number(1)))
        .isInstanceOf(InvalidValueException.class)
        .hasMessage(
            "Number overflow. Attempting to store a number with magnitude larger than supported"
                + " range");
    assertThat(Value.number("1e50").minus(Value.number("1e13")).numberText())
        .isEqualTo("9".repeat(37) + "0".repeat(13));
  }

  @Test
  void the_length_of_a_text_is_in_utf16_units() {
    for (var text : new String[] {"", "a", "é", "€", "𝄞", "aé€𝄞\uFFFF"}) {
      assertThat(Value.string(text).textLength()).as(text).isEqualTo(text.length());
    }
  }
}
