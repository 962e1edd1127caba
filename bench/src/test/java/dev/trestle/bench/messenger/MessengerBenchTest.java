package dev.trestle.bench.messenger;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The benchmark itself, too short to measure anything. */
class MessengerBenchTest {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  private String run(String... parts) {
    var options =
        new MessengerBench.Options(0.05, 0.05, 10, 1, 20, 20, Optional.of(List.of(parts)));
    new MessengerBench(new PrintStream(out, true, StandardCharsets.UTF_8), options).run();
    return out.toString(StandardCharsets.UTF_8);
  }

  @Test
  void it_talks_in_chats_and_groups_and_says_what_it_took() {
    assertThat(run("direct", "group10"))
        .containsSubsequence("5 direct chats", "closed loop, 1 speaking", "open loop, 3000/s")
        .containsSubsequence("1 group of 10", "closed loop, 2 speaking")
        .doesNotContain("errors, the first");
  }

  @Test
  void it_loads_storms_and_holds_sockets() {
    assertThat(run("table", "storm", "idle"))
        .contains("refused or failed: 0;")
        .contains("20 of 20 clients connected and synced")
        .contains("idle sockets: 20 open");
  }
}
