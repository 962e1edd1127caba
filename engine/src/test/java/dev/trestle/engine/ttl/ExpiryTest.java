package dev.trestle.engine.ttl;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.item.Item;
import dev.trestle.item.Value;
import org.junit.jupiter.api.Test;

class ExpiryTest {
  private static final long NOW = 1_800_000_000L;
  private static final long FIVE_YEARS = 5L * 365 * 24 * 60 * 60;

  private static Item item(Value value) {
    return Item.of("ttl", value);
  }

  private static Item number(String text) {
    return item(Value.number(text));
  }

  @Test
  void the_second_is_that_of_the_number_without_its_fraction() {
    assertThat(Expiry.of(number("1800000000.9"), "ttl", NOW)).contains(1_800_000_000L);
    assertThat(Expiry.of(number("1.9E9"), "ttl", NOW)).contains(1_900_000_000L);
  }

  @Test
  void what_was_over_more_than_five_years_ago_stays() {
    assertThat(Expiry.of(item(Value.number(NOW - FIVE_YEARS)), "ttl", NOW))
        .contains(NOW - FIVE_YEARS);
    var older = item(Value.number(NOW - FIVE_YEARS - 1));
    assertThat(Expiry.of(older, "ttl", NOW)).isEmpty();
    assertThat(Expiry.seconds(older, "ttl")).contains(NOW - FIVE_YEARS - 1);
  }

  @Test
  void only_a_number_is_a_time() {
    assertThat(Expiry.of(item(Value.string("1800000000")), "ttl", NOW)).isEmpty();
    assertThat(Expiry.of(item(Value.nul()), "ttl", NOW)).isEmpty();
    assertThat(Expiry.of(number("1800000000"), "other", NOW)).isEmpty();
  }

  @Test
  void numbers_beyond_all_time_do_not_expire() {
    for (var text : new String[] {"-1", "-1E125", "9.9E125", "9223372036854775807"}) {
      assertThat(Expiry.of(number(text), "ttl", 0)).as(text).isEmpty();
    }
    assertThat(Expiry.of(number("1E-130"), "ttl", 0)).contains(0L);
  }
}
