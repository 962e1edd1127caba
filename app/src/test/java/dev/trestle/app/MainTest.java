package dev.trestle.app;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MainTest {
  @Test
  void help_lists_every_command() {
    var trial = Trial.of("--help");
    assertThat(trial.exitCode()).isZero();
    assertThat(trial.out())
        .contains("  serve ", "  db ", "  config ", "  version ", "  test ", "  tidy ", "  bench ");
  }

  @ParameterizedTest
  @ValueSource(strings = {"serve", "db", "config", "version", "test", "tidy", "bench"})
  void every_command_has_help(String command) {
    var trial = Trial.of(command, "--help");
    assertThat(trial.exitCode()).isZero();
    assertThat(trial.out()).startsWith("Usage: trestle " + command);
  }

  @Test
  void no_command_is_wrong_use() {
    var trial = Trial.of();
    assertThat(trial.exitCode()).isEqualTo(2);
    assertThat(trial.err()).contains("which command?", "trestle --help");
  }

  @Test
  void a_mistyped_command_brings_the_nearest() {
    var trial = Trial.of("tset");
    assertThat(trial.exitCode()).isEqualTo(2);
    assertThat(trial.err()).contains("'tset'", "Did you mean 'test'?");
  }

  @Test
  void a_mistyped_flag_brings_the_nearest() {
    var trial = Trial.of("db", "--prot", "1");
    assertThat(trial.exitCode()).isEqualTo(2);
    assertThat(trial.err()).contains("Did you mean '--port'?");
  }

  @Test
  void a_word_that_is_near_nothing_brings_help_instead() {
    var trial = Trial.of("frobnicate");
    assertThat(trial.exitCode()).isEqualTo(2);
    assertThat(trial.err()).contains("trestle --help").doesNotContain("Did you mean");
  }

  @Test
  void what_the_script_does_is_refused_here() {
    var trial = Trial.of("tidy");
    assertThat(trial.exitCode()).isEqualTo(2);
    assertThat(trial.err()).contains("./trestle tidy");
  }
}
