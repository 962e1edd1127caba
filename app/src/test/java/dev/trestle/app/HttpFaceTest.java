package dev.trestle.app;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Until something listens, the commands say what is missing and end with 69. */
class HttpFaceTest {
  @Test
  void serve_says_what_is_not_there_yet() {
    var trial = Trial.of("serve", "--demo", "--port", "9090");
    assertThat(trial.exitCode()).isEqualTo(69);
    assertThat(trial.err()).contains("not there yet", "demo", "127.0.0.1:9090");
  }

  @Test
  void db_says_what_is_not_there_yet() {
    var trial = Trial.of("db", "--host", "0.0.0.0", "--data", "elsewhere");
    assertThat(trial.exitCode()).isEqualTo(69);
    assertThat(trial.err()).contains("not there yet", "0.0.0.0:8000", "elsewhere");
  }

  @Test
  void a_database_in_memory_has_no_folder() {
    assertThat(Trial.of("db", "--in-memory").err()).contains("in memory");
    var both = Trial.of("db", "--in-memory", "--data", "x");
    assertThat(both.exitCode()).isEqualTo(2);
    assertThat(both.err()).contains("--in-memory", "--data");
  }
}
