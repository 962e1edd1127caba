package dev.trestle.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The benchmark itself, too short to measure anything. */
class HttpBenchTest {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  private HttpBench bench(Optional<String> endpoint) {
    var options =
        new HttpBench.Options(
            0.02, 4, 100, List.of(HttpWorkload.GET, HttpWorkload.TRANSACT), endpoint, false);
    return new HttpBench(new PrintStream(out, true, StandardCharsets.UTF_8), options);
  }

  @Test
  void it_compares_the_engine_with_an_empty_handler_and_an_endpoint() {
    try (var other = TargetServer.ours("other", "engine")) {
      bench(Optional.of(other.address().toString())).run(Path.of("unused"));

      assertThat(out.toString(StandardCharsets.UTF_8))
          .containsSubsequence("get", "trestle", "1.00", "empty handler", other.address() + " ")
          .containsSubsequence("transact(2)", "trestle", "1.00", "empty handler");
    }
  }

  @Test
  void a_soak_tells_how_much_it_asked() {
    bench(Optional.empty()).soak();

    assertThat(out.toString(StandardCharsets.UTF_8)).contains("4 connections", "no error");
  }
}
