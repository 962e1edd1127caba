package com.example.notes;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.springframework.boot.SpringApplication;

class NotesApplicationTest {
  @Test
  void on_aws_the_program_does_not_start_without_a_cursor_key() {
    assertThatThrownBy(() ->
            SpringApplication.run(
                NotesApplication.class, "--trestle.mode=aws", "--trestle.aws.region=eu-north-1"))
        .hasStackTraceContaining("trestle.cursor.key is not set");
  }
}
