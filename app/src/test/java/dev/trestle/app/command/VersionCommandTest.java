package dev.trestle.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class VersionCommandTest {
  @Test
  void the_version_names_trestle_and_java() {
    var run = CommandRun.of("version");
    assertThat(run.exitCode()).isZero();
    assertThat(run.out()).matches("trestle \\d+\\.\\d+\\.\\d+\\S* \\(Java 25\\S*, .*\\)\\R");
  }

  @Test
  void the_flag_says_the_same_as_the_command() {
    assertThat(CommandRun.of("--version").out()).isEqualTo(CommandRun.of("version").out());
  }
}
