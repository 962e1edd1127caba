package dev.trestle.model.codec;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.gen.Gen;
import dev.trestle.gen.Property;
import java.time.DateTimeException;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class InstantTextProperties {
  private static final int RUNS = 5_000;

  /** Texts of instants with one character changed, taken out or put in. */
  private static final Gen<String> TEXTS =
      choices -> {
        var text = Shapes.value(Instant.class, choices).toString();
        int at = choices.oneOf(text.length());
        var put = Gen.of("0", "1", "3", "9", "-", ":", ".", "T", "Z", "+", " ").from(choices);
        return switch (choices.oneOf(4)) {
          case 0 -> text;
          case 1 -> text.substring(0, at) + put + text.substring(at + 1);
          case 2 -> text.substring(0, at) + text.substring(at + 1);
          default -> text.substring(0, at) + put + text.substring(at);
        };
      };

  @Test
  void the_quick_way_reads_what_the_slow_one_reads_and_refuses_what_it_refuses() {
    Property.check(RUNS, TEXTS, text -> assertThat(read(text, true)).isEqualTo(read(text, false)));
  }

  private static String read(String text, boolean quick) {
    try {
      return (quick ? InstantText.parse(text) : Instant.parse(text)).toString();
    } catch (DateTimeException e) {
      return "refused";
    }
  }
}
