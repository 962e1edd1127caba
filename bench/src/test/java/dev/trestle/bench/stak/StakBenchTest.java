package dev.trestle.bench.stak;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** The benchmark itself, too short to measure anything. */
final class StakBenchTest {
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private final PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8);

  private String said() {
    return bytes.toString(StandardCharsets.UTF_8);
  }

  @Test
  void it_delivers_and_finds_the_counts_exact() {
    new StakBench(out, new StakBench.Options(50, 120, 5, "256m")).run();
    assertThat(said())
        .contains("no user is known: 3 items written, 5 write units")
        .contains("120 users are known: 3 items written, 5 write units")
        .containsSubsequence("post to 50 known users", "post to 5 new users")
        .contains("list = counts = recount for 600 users");
  }

  @Test
  void an_index_by_category_or_status_adds_to_each_delivery() {
    new IndexCost(out).run();
    assertThat(said())
        .containsPattern("write: deliver one +5\\.0 +6\\.0 +6\\.0")
        .containsPattern("write: read one +5\\.0 +6\\.0 +7\\.0");
  }
}
