package dev.trestle.bench.homeops;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** The benchmark itself, too short to measure anything. */
final class HomeOpsBenchTest {
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private final PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8);

  @Test
  void every_message_of_ten_households_is_classified_and_every_report_noted() {
    new HomeOpsBench(out, new HomeOpsBench.Options(10, 4000, 2)).run();
    assertThat(bytes.toString(StandardCharsets.UTF_8))
        .containsPattern("understanding a message takes [0-9]+ µs of processor time")
        .contains("10 households made by their first message")
        .containsPattern("4000 times the average, 93 messages/s: [1-9][0-9]* noted")
        .contains("all 195 messages classified");
  }
}
