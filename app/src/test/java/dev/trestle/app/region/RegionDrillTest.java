package dev.trestle.app.region;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.app.command.CommandRun;
import java.nio.file.Path;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RegionDrillTest {
  private final long seed = System.nanoTime();

  @Test
  void after_a_region_was_lost_gaps_are_filled_and_every_chat_goes_on() {
    var result = new RegionDrill(new Random(seed)).run();
    assertThat(result.problems()).as("seed %d", seed).isEmpty();
    assertThat(result.lost()).as("seed %d", seed).isBetween(1, result.acknowledged() / 5);
    assertThat(result.gaps()).as("seed %d", seed).isNotEmpty();
    assertThat(result.filled())
        .as("seed %d", seed)
        .isEqualTo(result.gaps().stream().mapToLong(gap -> gap.size()).sum())
        .isLessThanOrEqualTo(result.lost());
  }

  @Test
  void without_the_repair_chats_cannot_be_read_to_their_end() {
    var result = new RegionDrill(new Random(seed)).run(false);
    assertThat(result.problems())
        .as("seed %d", seed)
        .anyMatch(problem -> problem.startsWith("a chat cannot be read beyond entry"));
  }

  @Test
  void the_command_prints_what_was_lost_and_how_long_it_took(@TempDir Path folder) {
    var done = CommandRun.of(folder, Map.of(), "drill", "--region", "--seed", "" + seed);
    assertThat(done.out())
        .contains("RPO ")
        .contains("RTO ")
        .contains(" filled\n")
        .endsWith("The drill passed.\n");
    assertThat(CommandRun.of(folder, Map.of(), "drill", "stak", "--region").exitCode())
        .isEqualTo(2);
  }
}
