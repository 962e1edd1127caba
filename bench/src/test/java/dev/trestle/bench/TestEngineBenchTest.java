package dev.trestle.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The benchmark itself; whether its goals are met depends on the machine. */
class TestEngineBenchTest {
  private static final Duration LONG = Duration.ofHours(1);

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  private boolean isMet(Duration first, Duration further) {
    var lines = new PrintStream(out, true, StandardCharsets.UTF_8);
    return new TestEngineBench(lines, 2, first, further).run();
  }

  @Test
  void it_measures_the_first_test_and_further_ones() {
    assertThat(isMet(LONG, LONG)).isTrue();
    assertThat(out.toString(StandardCharsets.UTF_8))
        .containsSubsequence(
            "first engine with its table: ",
            "with the whole test: ",
            "further tests: median ",
            "longest of 2: ");
  }

  @Test
  void a_goal_that_was_missed_is_reported() {
    assertThat(isMet(Duration.ZERO, LONG)).isFalse();
    assertThat(isMet(LONG, Duration.ZERO)).isFalse();
  }
}
