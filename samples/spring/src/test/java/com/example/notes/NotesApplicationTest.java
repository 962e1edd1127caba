package com.example.notes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.management.ManagementFactory;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.springframework.boot.SpringApplication;

class NotesApplicationTest {
  /** With engine and tables. In processor time, so that a busy machine does not count. */
  @Test
  void the_program_starts_within_two_seconds() {
    var threads = ManagementFactory.getThreadMXBean();
    long before = threads.getCurrentThreadCpuTime();
    try (var context = SpringApplication.run(NotesApplication.class)) {
      var started = Duration.ofNanos(threads.getCurrentThreadCpuTime() - before);
      assertThat(context.getBean(Notebook.class).latest("ann")).isEmpty();
      assertThat(started).isLessThan(Duration.ofSeconds(2));
    }
  }

  @Test
  void on_aws_the_program_does_not_start_without_a_cursor_key() {
    assertThatThrownBy(() ->
            SpringApplication.run(
                NotesApplication.class, "--trestle.mode=aws", "--trestle.aws.region=eu-north-1"))
        .hasStackTraceContaining("trestle.cursor.key is not set");
  }
}
