package dev.trestle.platform.queue;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JobWakeupTest {
  private static final JobWakeup WAKEUP =
      new JobWakeup(
          "stak-chunks", 3, Instant.ofEpochMilli(1000), "a#b!~", Instant.ofEpochMilli(2500));

  /** Servers of two versions run side by side, so the text stays. */
  @Test
  void a_wake_up_is_a_line_of_text() {
    assertThat(WAKEUP.text()).isEqualTo("1 stak-chunks 3 1000 2500 a#b!~");
    assertThat(JobWakeup.parse(WAKEUP.text())).hasValue(WAKEUP);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "hello",
        "2 stak-chunks 3 1000 2500 a",
        "1 Stak 3 1000 2500 a",
        "1 stak 100 1000 2500 a",
        "1 stak -1 1000 2500 a",
        "1 stak 3 99999999999999 2500 a",
        "1 stak 3 1000 2500 a b",
        "1 stak 3 1000 2500 ",
        "1 stak 3 1000 2500 \u00e5",
        "1 stak 3 1000 2500 a\n"
      })
  void any_other_text_is_none(String text) {
    assertThat(JobWakeup.parse(text)).isEmpty();
    assertThat(JobWakeup.parse("1 stak 3 1000 2500 " + "a".repeat(129))).isEmpty();
  }
}
