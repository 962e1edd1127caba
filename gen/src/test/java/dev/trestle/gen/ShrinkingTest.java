package dev.trestle.gen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/** For these faults the smallest example is known. Shrinking must find it from any seed. */
class ShrinkingTest {
  private static final int SEEDS = 30;

  @Test
  void a_bound_is_found_to_the_unit() {
    assertShrinks(Gen.longs(0, 1_000_000_000), n -> n < 123_457, "123457");
  }

  @Test
  void a_negative_number_comes_as_near_to_zero_as_it_can() {
    assertShrinks(Gen.ints(-1_000_000, 1_000_000), n -> n > -42, "-42");
  }

  @Test
  void a_long_list_shrinks_to_the_one_element_at_fault() {
    assertShrinks(
        Gen.ints(0, 1000).list(0, 200), list -> list.stream().allMatch(n -> n < 500), "[500]");
  }

  @Test
  void elements_that_only_fail_together_are_kept_together() {
    assertShrinks(
        Gen.ints(0, 20).list(0, 60), list -> list.size() == new HashSet<>(list).size(), "[0, 0]");
  }

  @Test
  void what_was_mapped_and_chained_shrinks_through_it() {
    var gen =
        Gen.ints(1, 50)
            .flatMap(size -> Strings.letters(size, size))
            .map(text -> text + "!")
            .filter(text -> text.length() % 2 == 0);
    assertShrinks(gen, text -> text.length() < 8, "aaaaaaa!");
  }

  @Test
  void steps_before_and_after_the_faulty_ones_are_dropped() {
    Gen<String> step =
        Gen.frequency(
            Gen.weighted(8, Gen.ints(0, 99).map(n -> "put " + n)),
            Gen.weighted(1, Gen.constant("close")),
            Gen.weighted(1, Gen.constant("read")));
    assertShrinks(
        step.list(0, 1000),
        steps -> !String.join(",", steps).matches(".*put.*close.*read.*"),
        "[put 0, close, read]");
  }

  @Test
  void a_hostile_text_shrinks_to_the_character_that_hurts() {
    for (long seed = 0; seed < SEEDS; seed++) {
      var pair =
          simplest(
              seed,
              Strings.any(1, 30).list(2, 2),
              two -> utf8Order(two) == Integer.signum(two.get(0).compareTo(two.get(1))));
      assertThat(pair.codePoints().count()).as(pair).isEqualTo("[x, y]".length());
      assertThat(pair.codePoints().anyMatch(c -> c > 0xFFFF)).isTrue();
    }
  }

  private static int utf8Order(List<String> two) {
    return Integer.signum(
        Arrays.compareUnsigned(
            two.get(0).getBytes(StandardCharsets.UTF_8),
            two.get(1).getBytes(StandardCharsets.UTF_8)));
  }

  @Test
  void a_failure_that_does_not_come_again_is_told_as_it_was() {
    var runs = new int[1];
    var thrown =
        catchThrowable(() ->
            Property.check(
                7,
                1,
                Gen.ints(0, 9),
                _ -> assertThat(++runs[0]).as("only the first run").isGreaterThan(1)));
    assertThat(thrown).hasMessageContaining("did not fail again").hasMessageContaining("seed 7");
  }

  @Test
  void the_seed_in_the_message_replays_the_failing_run_first() {
    Gen<BigDecimal> gen = Numbers.texts().map(BigDecimal::new);
    var thrown =
        catchThrowable(
            () -> Property.check(1, 1000, gen, n -> assertThat(n.signum()).isNotNegative()));
    var seed =
        Long.parseLong(
            String.valueOf(thrown.getMessage()).replaceAll("(?s).*trestle.seed=(-?\\d+).*", "$1"));
    assertThat(gen.from(Choices.ofSeed(seed)).signum()).isNegative();
  }

  private static <T> void assertShrinks(Gen<T> gen, Predicate<T> holds, String smallest) {
    for (long seed = 0; seed < SEEDS; seed++) {
      assertThat(simplest(seed, gen, holds)).as("seed " + seed).isEqualTo(smallest);
    }
  }

  private static <T> String simplest(long seed, Gen<T> gen, Predicate<T> holds) {
    var thrown =
        catchThrowable(
            () -> Property.check(seed, 2000, gen, v -> assertThat(holds.test(v)).isTrue()));
    assertThat(thrown).as("seed " + seed).isInstanceOf(AssertionError.class);
    return String.valueOf(thrown.getMessage()).lines().skip(1).findFirst().orElseThrow().strip();
  }
}
