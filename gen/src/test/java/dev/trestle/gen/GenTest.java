package dev.trestle.gen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class GenTest {
  private static final BigDecimal LARGEST =
      new BigDecimal("9.9999999999999999999999999999999999999E125");
  private static final BigDecimal SMALLEST = new BigDecimal("1E-130");

  @Test
  void the_same_seed_gives_the_same_values() {
    var gen = Gen.maps(Strings.hostile(), Numbers.texts().list(0, 5), 0, 10);
    for (long seed = 0; seed < 50; seed++) {
      assertThat(gen.from(Choices.ofSeed(seed))).isEqualTo(gen.from(Choices.ofSeed(seed)));
    }
    assertThat(many(gen, 50)).hasSizeGreaterThan(40);
  }

  @Test
  void the_runs_of_a_property_do_not_draw_each_others_numbers() {
    Gen<List<Long>> draws =
        choices -> LongStream.range(0, 20).mapToObj(_ -> choices.upTo(1L << 40)).toList();
    var drawn = new HashSet<Long>();
    Property.check(1, 100, draws, drawn::addAll);
    assertThat(drawn).hasSize(2000);
  }

  @Test
  void played_back_choices_give_the_same_value() {
    var gen = Strings.any(0, 50).filter(text -> text.length() % 3 == 0).list(0, 20);
    for (long seed = 0; seed < 50; seed++) {
      var choices = Choices.ofSeed(seed);
      var value = gen.from(choices);
      assertThat(gen.from(Choices.playing(choices.made()))).isEqualTo(value);
    }
  }

  @Test
  void lengths_reach_both_bounds_and_keep_within_them() {
    var lengths = new TreeSet<Integer>();
    many(Gen.booleans().list(2, 5).map(List::size), 200).forEach(lengths::add);
    assertThat(lengths).containsExactly(2, 3, 4, 5);
  }

  @Test
  void longs_reach_over_the_whole_range() {
    var all = many(Gen.longs(Long.MIN_VALUE, Long.MAX_VALUE), 200);
    assertThat(all).anyMatch(n -> n < Long.MIN_VALUE / 2).anyMatch(n -> n > Long.MAX_VALUE / 2);
    assertThat(many(Gen.ints(-3, -1), 100)).containsExactlyInAnyOrder(-1, -2, -3);
    assertThat(many(Gen.ints(-1, 1), 100)).containsExactlyInAnyOrder(-1, 0, 1);
  }

  @Test
  void alternatives_come_by_their_weights() {
    var gen =
        Gen.<String>frequency(
            Gen.weighted(9, Gen.constant("often")), Gen.weighted(1, Gen.constant("seldom")));
    long seldom =
        LongStream.range(0, 2000)
            .filter(seed -> gen.from(Choices.ofSeed(seed)).equals("seldom"))
            .count();
    assertThat(seldom).isBetween(120L, 280L);
  }

  @Test
  void a_filter_that_nothing_passes_ends() {
    var never = Gen.ints(0, 9).filter(n -> n > 9);
    assertThatThrownBy(() -> Property.check(1, 10, never, _ -> {}))
        .isInstanceOf(Gen.Rejected.class);
  }

  @Test
  void numbers_are_ones_that_dynamodb_takes() {
    for (var text : many(Numbers.texts(), 3000)) {
      var number = new BigDecimal(text);
      if (number.signum() == 0) continue;
      assertThat(number.stripTrailingZeros().precision()).as(text).isLessThanOrEqualTo(38);
      assertThat(number.abs()).as(text).isBetween(SMALLEST, LARGEST);
    }
  }

  @Test
  void hostile_texts_have_whole_characters_of_every_kind() {
    var texts = many(Strings.hostile(), 3000);
    assertThat(texts).contains("").anyMatch(text -> text.length() > 1000);
    var characters = new HashSet<Integer>();
    texts.forEach(text -> text.codePoints().forEach(characters::add));
    assertThat(characters).contains(0, (int) '#', 0xFFFF, 0x10000, 0x10FFFF);
    assertThat(characters)
        .noneMatch(c -> c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE);
  }

  @Test
  void bytes_take_every_value() {
    var seen = new TreeSet<Byte>();
    for (var bytes : many(Binaries.any(0, 40), 500)) for (byte b : bytes) seen.add(b);
    assertThat(seen).hasSize(256);
  }

  private static <T> Set<T> many(Gen<T> gen, int count) {
    var values = new HashSet<T>();
    for (long seed = 0; seed < count; seed++) values.add(gen.from(Choices.ofSeed(seed)));
    return values;
  }
}
