package dev.trestle.bench.size;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SizeBenchTest {
  @TempDir Path folder = Path.of("");

  /** How long calls and opening take is not asserted: this machine may be busy. */
  @Test
  void a_short_run_loses_and_damages_nothing() {
    var text = new ByteArrayOutputStream();
    var options = new SizeBench.Options(20_000, 1, 1, "256m", folder);
    var _ = new SizeBench(new PrintStream(text, true, StandardCharsets.UTF_8), options).run();
    assertThat(text.toString(StandardCharsets.UTF_8))
        .contains("20000 items:", "GB in files", "; 0 of 1000 items are missing", ": 0 problems")
        .contains("full backup in");
  }
}
