package dev.trestle.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CommandsTest {
  @Test
  void help_lists_every_command() {
    var run = CommandRun.of("--help");
    assertThat(run.exitCode()).isZero();
    assertThat(run.out())
        .contains(
            "  serve ",
            "  db ",
            "  secrets ",
            "  config ",
            "  version ",
            "  test ",
            "  tidy ",
            "  bench ");
  }

  @ParameterizedTest
  @ValueSource(strings = {"serve", "db", "secrets", "config", "version", "test", "tidy", "bench"})
  void every_command_has_help(String command) {
    var run = CommandRun.of(command, "--help");
    assertThat(run.exitCode()).isZero();
    assertThat(run.out()).startsWith("Usage: trestle " + command);
  }

  @Test
  void no_command_prints_the_help() {
    var run = CommandRun.of();
    assertThat(run.exitCode()).isZero();
    assertThat(run.out()).startsWith("Usage: trestle").contains("  serve ");
    assertThat(run.err()).isEmpty();
  }

  @Test
  void a_mistyped_command_brings_the_nearest() {
    var run = CommandRun.of("tset");
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).contains("'tset'", "Did you mean 'test'?");
  }

  @Test
  void a_mistyped_flag_brings_the_nearest() {
    var run = CommandRun.of("db", "--prot", "1");
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).contains("Did you mean '--port'?");
  }

  @Test
  void a_word_that_is_near_nothing_brings_help_instead() {
    var run = CommandRun.of("frobnicate");
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).contains("trestle --help").doesNotContain("Did you mean");
  }

  @Test
  void what_the_script_does_is_refused_here() {
    var run = CommandRun.of("tidy");
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).contains("./trestle tidy");
  }
}
