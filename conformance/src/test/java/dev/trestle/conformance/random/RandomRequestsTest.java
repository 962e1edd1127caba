package dev.trestle.conformance.random;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.gen.Property;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * Thousands of random requests with restarts in between. The engine must return the same results as
 * the reference, and in the end tables, indexes and streams must have the same content. A failure
 * prints its seed and a minimal list of requests. {@code -Dtrestle.effort=20} makes a long run.
 */
class RandomRequestsTest {
  private static final int RUNS = 6;
  private static final int STEPS_MAX = 3000;

  /** The steps of a run, printed one per line with long texts shortened. */
  private record Run(List<Step> steps) {
    @Override
    public String toString() {
      return steps.stream()
          .map(step -> step.toString().replaceAll("f{9,}", "f…"))
          .collect(Collectors.joining("\n  "));
    }
  }

  @Test
  void the_engine_answers_as_the_reference_does() {
    Property.check(RUNS, Steps.any().list(0, STEPS_MAX).map(Run::new), run -> check(run.steps()));
  }

  private static void check(List<Step> steps) {
    try (var subject = new RandomSubject()) {
      for (int i = 0; i < steps.size(); i++) subject.step(steps.get(i), i);
      subject.checkAll();
    }
  }

  @Test
  void a_wrong_answer_is_seen() {
    var right = new StepResult.Failed("ValidationException", "No", Optional.empty(), List.of());
    var wrong = new StepResult.Failed("ValidationException", "Yes", Optional.empty(), List.of());
    assertThat(right.allows(right)).isTrue();
    assertThat(right.allows(wrong)).isFalse();
  }
}
