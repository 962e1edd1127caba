package dev.trestle.model.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.time.LocalDate;
import java.time.YearMonth;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Parts that are computed from other components. */
final class DerivedPartTest {
  private static final Part<Instant> AT = Part.millis("at");
  private static final Part<String> NAME = Part.text("name", Alphabet.of("a-z0-9"), 20);

  private static <T> T computed(Part<T> part, Object value) {
    return part.source().orElseThrow().compute().apply(value);
  }

  @Test
  void a_day_and_a_month_are_those_of_utc() {
    var last = Instant.parse("2026-12-31T23:59:59.999Z");
    assertThat(computed(Part.dayOf("day", AT), last)).isEqualTo(LocalDate.of(2026, 12, 31));
    assertThat(computed(Part.dayOf("day", AT), last.plusMillis(1)))
        .isEqualTo(LocalDate.of(2027, 1, 1));
    assertThat(computed(Part.monthOf("month", AT), last)).isEqualTo(YearMonth.of(2026, 12));
  }

  /** A different number would lose every item that is stored. */
  @Test
  void the_shard_of_a_value_never_changes() {
    var shard = Part.shardOf("shard", NAME, 8);
    assertThat(computed(shard, "ann")).isEqualTo(3L);
    assertThat(computed(shard, "bob")).isEqualTo(0L);
    assertThat(computed(shard, "max")).isEqualTo(1L);
  }

  @Test
  void shards_are_about_equally_full() {
    var shard = Part.shardOf("shard", NAME, 16);
    var counts =
        IntStream.range(0, 16_000)
            .mapToObj(i -> computed(shard, "user" + i))
            .collect(Collectors.groupingBy(each -> each, Collectors.counting()));
    assertThat(counts).hasSize(16);
    assertThat(counts.values()).allSatisfy(count -> assertThat(count).isBetween(800L, 1200L));
  }

  @Test
  void a_derived_part_has_the_values_and_the_order_of_its_kind() {
    var shard = Part.shardOf("shard", NAME, 12);
    assertThat(shard.values().orElseThrow()).hasSize(12).startsWith(0L).endsWith(11L);
    assertThat(shard.text(7L)).isEqualTo("07");
    assertThat(shard.named("bucket").source()).isPresent();
    assertThat(Part.dayOf("day", AT).ordered()).isTrue();
    assertThat(AT.source()).isEmpty();
    assertThat(AT.values()).isEmpty();
  }

  @Test
  void one_shard_is_refused() {
    assertThatThrownBy(() -> Part.shardOf("shard", NAME, 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("fewer than two");
    assertThatThrownBy(() -> Part.shardOf("shard", Part.bytes("raw", 8), 4))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("no text");
  }
}
