package dev.trestle.model.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trestle.gen.Gen;
import dev.trestle.gen.Property;
import dev.trestle.gen.Strings;
import java.time.Instant;
import java.time.LocalDate;
import java.time.YearMonth;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Parts and templates as systems use them, with values such as break programs. */
class PartProperties {
  /** A part and two of its values. */
  private record Pair<T>(Part<T> part, T one, T other, Comparator<T> order) {
    @Override
    public String toString() {
      return part + " of " + part.type().getSimpleName() + ": '" + one + "', '" + other + "'";
    }
  }

  private static final Gen<String> TEXTS =
      Strings.any(1, 12).filter(text -> text.codePoints().allMatch(Alphabet.UNICODE::has));

  private static final Gen<String> ULIDS =
      choices -> {
        var out = new StringBuilder().append("01234567".charAt(choices.oneOf(8)));
        while (out.length() < 26) {
          out.append("0123456789ABCDEFGHJKMNPQRSTVWXYZ".charAt(choices.oneOf(32)));
        }
        return out.toString();
      };

  private static final Gen<Instant> MILLIS =
      Gen.longs(0, 9_999_999_999_999L).map(Instant::ofEpochMilli);

  private static final Gen<Instant> ISO =
      Gen.longs(
              Instant.parse("0000-01-01T00:00:00Z").toEpochMilli(),
              Instant.parse("9999-12-31T23:59:59.999Z").toEpochMilli())
          .map(Instant::ofEpochMilli);

  private static <T> Gen<Pair<T>> of(Part<T> part, Gen<T> values, Comparator<T> order) {
    // the same value twice would otherwise hardly be drawn
    return choices -> {
      var one = values.from(choices);
      return new Pair<>(part, one, choices.oneOf(4) == 0 ? one : values.from(choices), order);
    };
  }

  private static Gen<Pair<Long>> numbers(String name) {
    Gen<Long> any =
        Gen.oneOf(
            Gen.longs(-20, 20),
            Gen.longs(Long.MIN_VALUE, Long.MAX_VALUE),
            Gen.of(Long.MIN_VALUE, Long.MAX_VALUE, 0L, -1L));
    return choices -> {
      long a = any.from(choices);
      long b = any.from(choices);
      long min = Math.min(a, b);
      long max = Math.max(a, b);
      Gen<Long> values =
          min == max
              ? Gen.constant(min)
              : Gen.oneOf(Gen.of(min, max), Gen.longs(Math.max(min, -Long.MAX_VALUE), max));
      return of(Part.number(name, min, max), values, Comparator.<Long>naturalOrder()).from(choices);
    };
  }

  private static Gen<Pair<?>> pairs(String name) {
    return Gen.oneOf(
        of(Part.raw(name, 48), TEXTS, Small::compare),
        of(Part.escaped(name, 48), TEXTS, Small::compare),
        of(Part.text(name, Alphabet.of("a-z"), 12), Strings.letters(1, 12), Small::compare),
        of(
            Part.date(name),
            Gen.longs(-719_528, 2_932_896).map(LocalDate::ofEpochDay),
            Comparator.<LocalDate>naturalOrder()),
        of(
            Part.month(name),
            Gen.ints(0, 9999)
                .flatMap(year -> Gen.ints(1, 12).map(month -> YearMonth.of(year, month))),
            Comparator.<YearMonth>naturalOrder()),
        of(
            Part.uuid(name),
            Gen.longs(Long.MIN_VALUE, Long.MAX_VALUE)
                .flatMap(high -> Gen.longs(0, Long.MAX_VALUE).map(low -> new UUID(high, low))),
            Comparator.comparing(UUID::toString)),
        of(Part.ulid(name, ""), ULIDS, Small::compare),
        of(Part.ulid(name, "chat_"), ULIDS.map(ulid -> "chat_" + ulid), Small::compare),
        of(Part.ulid(name, "u_").descending(), ULIDS.map(u -> "u_" + u), Small::compare),
        of(Part.millis(name), MILLIS, Comparator.<Instant>naturalOrder()),
        of(Part.millis(name).descending(), MILLIS, Comparator.<Instant>naturalOrder()),
        of(
            Part.seconds(name),
            Gen.longs(0, 9_999_999_999L).map(Instant::ofEpochSecond),
            Comparator.<Instant>naturalOrder()),
        of(Part.isoMillis(name), ISO, Comparator.<Instant>naturalOrder()),
        of(Part.isoMillis(name).descending(), ISO, Comparator.<Instant>naturalOrder()),
        numbers(name),
        numbers(name)
            .map(pair ->
                new Pair<>(pair.part().descending(), pair.one(), pair.other(), pair.order())));
  }

  @Test
  void a_part_reads_what_it_wrote() {
    Property.check(5000, pairs("p"), PartProperties::readsWhatItWrote);
  }

  private static <T> void readsWhatItWrote(Pair<T> pair) {
    var text = pair.part().text(pair.one());
    assertThat(pair.part().parse(text)).isEqualTo(pair.one());
    assertThat(Utf8Order.bytes(text)).isBetween(pair.part().minBytes(), pair.part().maxBytes());
    assertThat(text.codePoints().allMatch(pair.part().alphabet()::has)).isTrue();
    assertThat(pair.part().shape().firsts().has(text.codePointAt(0))).isTrue();
    pair.part()
        .number()
        .ifPresent(form -> assertThat(form.value(form.number(pair.one()))).isEqualTo(pair.one()));
  }

  @Test
  void different_values_have_different_texts_in_the_order_of_the_values() {
    Property.check(5000, pairs("p"), PartProperties::keepsOrder);
  }

  private static <T> void keepsOrder(Pair<T> pair) {
    int values = Integer.signum(pair.order().compare(pair.one(), pair.other()));
    int texts =
        Integer.signum(Small.compare(pair.part().text(pair.one()), pair.part().text(pair.other())));
    if (!pair.part().ordered()) {
      assertThat(texts == 0).isEqualTo(values == 0);
      return;
    }
    assertThat(texts).isEqualTo(pair.part().isDescending() ? -values : values);
    assertThat(
            Integer.signum(
                Utf8Order.compare(pair.part().text(pair.one()), pair.part().text(pair.other()))))
        .isEqualTo(texts);
    pair.part()
        .number()
        .ifPresent(form ->
            assertThat(form.number(pair.one()).compareTo(form.number(pair.other())))
                .isEqualTo(texts));
  }

  /** A template and two rows of its values. */
  private record Rows(KeyTemplate template, Object[] one, Object[] other) {
    @Override
    public String toString() {
      return template + ": " + Arrays.toString(one) + ", " + Arrays.toString(other);
    }
  }

  private static Gen<Rows> rows() {
    Gen<String> separators = Gen.of("#", "/", "|", ":", "U#", "", "a", "7");
    return choices -> {
      int count = Gen.ints(1, 4).from(choices);
      var pattern = new StringBuilder(separators.from(choices));
      var pairs = new ArrayList<Pair<?>>();
      for (int i = 0; i < count; i++) {
        var pair = pairs("p" + i).from(choices);
        pairs.add(pair);
        pattern.append(pair.part()).append(separators.from(choices));
      }
      var parts = pairs.stream().map(Pair::part).toArray(Part<?>[]::new);
      return new Rows(
          KeyTemplate.unproven(pattern.toString(), parts),
          pairs.stream().map(Pair::one).toArray(),
          pairs.stream().map(Pair::other).toArray());
    };
  }

  @Test
  void a_proven_template_reads_what_it_wrote() {
    Property.check(
        3000,
        rows(),
        rows -> {
          var text = rows.template().text(rows.one());
          assertThat(Utf8Order.bytes(text)).isLessThanOrEqualTo(rows.template().maxBytes());
          if (rows.template().ambiguity().isPresent()) return;
          assertThat(rows.template().parse(text)).containsExactly(rows.one());
          boolean same = Arrays.equals(rows.one(), rows.other());
          assertThat(text.equals(rows.template().text(rows.other()))).isEqualTo(same);
        });
  }

  @Test
  void an_ambiguous_template_really_has_a_text_of_two_rows() {
    Property.check(
        2000,
        rows(),
        rows ->
            rows.template()
                .ambiguity()
                .ifPresent(witness ->
                    assertThatThrownBy(() -> rows.template().parse(witness.text()))
                        .as(witness.toString())
                        .hasMessageContaining("two ways")));
  }

  @Test
  void a_key_begins_with_the_prefix_of_its_first_values() {
    Property.check(
        1000,
        rows(),
        rows -> {
          var text = rows.template().text(rows.one());
          for (int i = 0; i <= rows.one().length; i++) {
            var bound = Arrays.copyOf(rows.one(), i);
            assertThat(text).startsWith(rows.template().prefix(bound));
            assertThat(rows.template().within(bound).all().has(text)).isTrue();
          }
        });
  }

  @Test
  void an_escaped_text_has_no_separator() {
    Property.check(
        2000,
        TEXTS,
        text ->
            assertThat(Part.escaped("p", 48).text(text))
                .doesNotContain(List.of("#", "/", "|", ":", " ", "*", "<", "$", ",", ";")));
  }
}
