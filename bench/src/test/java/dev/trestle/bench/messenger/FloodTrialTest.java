package dev.trestle.bench.messenger;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** A short flood. Nothing of an honest user fails in it; how long they wait is not judged here. */
class FloodTrialTest {
  @Test
  void honest_users_are_served_while_others_drip_and_flood() {
    var out = new ByteArrayOutputStream();
    // With this pause, an honest user never sends more than the ten messages a second allowed.
    var options = new FloodTrial.Options(120, 10, 5, 0.5, 125);
    new FloodTrial(new PrintStream(out, true, StandardCharsets.UTF_8), options).run();
    assertThat(out.toString(StandardCharsets.UTF_8))
        .containsPattern("in the flood: +[1-9][0-9]* requests, 0 failed")
        .containsPattern("frame flood +opened +[1-9]")
        .contains("120 hostile connections");
  }
}
