package dev.trestle.model.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class AlphabetTest {
  @Test
  void it_has_its_ranges_and_nothing_else() {
    var alphabet = Alphabet.of("a-cx\u00E5-\u00E7");
    for (int c = 0; c < 0x300; c++) {
      assertThat(alphabet.has(c)).isEqualTo("abcx\u00E5\u00E6\u00E7".indexOf(c) >= 0);
    }
    assertThat(alphabet.has(-1)).isFalse();
  }

  @Test
  void a_hyphen_at_an_end_or_behind_a_backslash_is_itself() {
    assertThat(Alphabet.of("-a").has('-')).isTrue();
    assertThat(Alphabet.of("a-").has('-')).isTrue();
    assertThat(Alphabet.of("a\\-z").has('m')).isFalse();
    assertThat(Alphabet.of("a\\-z").has('-')).isTrue();
  }

  @Test
  void what_it_prints_it_reads() {
    for (var text : new String[] {"a-z0-9_", "-", "\\\\", "a\\]b", "a-b"}) {
      var printed = Alphabet.of(text).toString();
      assertThat(Alphabet.of(printed.substring(1, printed.length() - 1)))
          .isEqualTo(Alphabet.of(text));
    }
  }

  @Test
  void surrogates_are_in_none() {
    assertThat(Alphabet.UNICODE.has(0xD800)).isFalse();
    assertThat(Alphabet.UNICODE.has(0xDFFF)).isFalse();
    assertThat(Alphabet.UNICODE.has(0x10FFFE)).isTrue();
    assertThat(Alphabet.UNICODE.has(0x10FFFF)).isFalse();
    assertThatThrownBy(() -> Alphabet.of("\u0000-\uFFFF"))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> Alphabet.of("")).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> Alphabet.of("z-a")).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void two_are_joined_parted_and_compared() {
    var letters = Alphabet.of("a-z");
    assertThat(letters.without(Alphabet.of("c-e"))).isEqualTo(Alphabet.of("abf-z"));
    assertThat(letters.without(Alphabet.of("az"))).isEqualTo(Alphabet.of("b-y"));
    assertThat(letters.with(Alphabet.of("0-9"))).isEqualTo(Alphabet.of("0-9a-z"));
    assertThat(letters.meets(Alphabet.DIGITS)).isFalse();
    assertThat(letters.meets(Alphabet.of("A-Zz"))).isTrue();
    assertThatThrownBy(() -> letters.without(letters)).isInstanceOf(RuntimeException.class);
  }
}
