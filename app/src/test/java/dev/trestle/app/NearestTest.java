package dev.trestle.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class NearestTest {
  @Test
  void letters_added_left_out_replaced_and_swapped_are_one_slip_each() {
    assertThat(Nearest.slips("serve", "serve")).isZero();
    assertThat(Nearest.slips("servee", "serve")).isEqualTo(1);
    assertThat(Nearest.slips("seve", "serve")).isEqualTo(1);
    assertThat(Nearest.slips("sarve", "serve")).isEqualTo(1);
    assertThat(Nearest.slips("sevre", "serve")).isEqualTo(1);
    assertThat(Nearest.slips("", "db")).isEqualTo(2);
  }

  @Test
  void a_short_word_must_be_nearer_than_a_long_one() {
    assertThat(Nearest.to("d", List.of("db"))).isEmpty();
    assertThat(Nearest.to("bd", List.of("db"))).contains("db");
    assertThat(Nearest.to("verzions", List.of("version"))).contains("version");
  }
}
