package dev.trestle.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** The benchmark itself, too short to measure anything. */
class StoreBenchTest {
  @Test
  void it_compares_the_store_with_calls_by_hand() {
    var out = new ByteArrayOutputStream();
    new StoreBench(new PrintStream(out, true, StandardCharsets.UTF_8), 0.001, 1).run();
    assertThat(out.toString(StandardCharsets.UTF_8))
        .containsSubsequence(
            "store ÷ hand", "get ", "get, metered", "query, end", "query, page", "put ", "add ");
  }
}
