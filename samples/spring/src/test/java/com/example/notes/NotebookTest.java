package com.example.notes;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.notes.Notes.Note;
import dev.trestle.engine.ManualClock;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.context.annotation.Bean;

@SpringBootTest
class NotebookTest {
  @TestConfiguration
  static class Time {
    @Bean
    ManualClock clock() {
      return new ManualClock();
    }
  }

  @Autowired Notebook notebook;
  @Autowired ManualClock clock;
  @Autowired MeterRegistry registry;

  @Test
  void the_latest_note_comes_first() {
    notebook.write("ann", "Buy string");
    clock.advance(Duration.ofMinutes(5));
    notebook.write("ann", "String is bought");
    assertThat(notebook.latest("ann"))
        .extracting(Note::text)
        .containsExactly("String is bought", "Buy string");
  }

  @Test
  void calls_are_counted_by_pattern() {
    notebook.latest("bo");
    var calls = registry.get("trestle.store.calls").tags("pattern", "N2", "outcome", "done");
    assertThat(calls.timer().count()).isPositive();
  }
}
