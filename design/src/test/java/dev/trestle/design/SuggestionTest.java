package dev.trestle.design;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class SuggestionTest {
  @Test
  void letters_added_left_out_replaced_and_swapped_are_one_slip_each() {
    assertThat(Suggestion.typos("serve", "serve")).isZero();
    assertThat(Suggestion.typos("servee", "serve")).isEqualTo(1);
    assertThat(Suggestion.typos("seve", "serve")).isEqualTo(1);
    assertThat(Suggestion.typos("sarve", "serve")).isEqualTo(1);
    assertThat(Suggestion.typos("sevre", "serve")).isEqualTo(1);
    assertThat(Suggestion.typos("", "db")).isEqualTo(2);
  }

  @Test
  void a_short_word_must_be_nearer_than_a_long_one() {
    assertThat(Suggestion.of("d", List.of("db"))).isEmpty();
    assertThat(Suggestion.of("bd", List.of("db"))).contains("db");
    assertThat(Suggestion.of("verzions", List.of("version"))).contains("version");
  }
}
