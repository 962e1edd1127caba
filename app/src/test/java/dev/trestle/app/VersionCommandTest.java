package dev.trestle.app;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class VersionCommandTest {
  @Test
  void the_version_names_trestle_and_java() {
    var trial = Trial.of("version");
    assertThat(trial.exitCode()).isZero();
    assertThat(trial.out()).matches("trestle \\d+\\.\\d+\\.\\d+\\S* \\(Java 25\\S*, .*\\)\\R");
  }

  @Test
  void the_flag_says_the_same_as_the_command() {
    assertThat(Trial.of("--version").out()).isEqualTo(Trial.of("version").out());
  }
}
