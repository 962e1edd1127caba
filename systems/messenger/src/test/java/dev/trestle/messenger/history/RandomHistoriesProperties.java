package dev.trestle.messenger.history;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.gen.Choices;
import dev.trestle.gen.Gen;
import dev.trestle.gen.Property;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class RandomHistoriesProperties {
  private static final int RUNS = 100;

  @Test
  void a_right_history_passes_whatever_happens_in_it() {
    Property.check(
        RUNS,
        Simulation.histories(0, 200),
        history -> assertThat(Checker.check(history)).isEmpty());
  }

  @ParameterizedTest
  @EnumSource(Mutation.class)
  void a_history_with_one_fault_is_found_out(Mutation mutation) {
    record Mutated(List<Event> history, int at) {}
    Gen<Mutated> gen =
        (Choices choices) ->
            new Mutated(Simulation.histories(60, 200).from(choices), choices.oneOf(1000));
    int[] applied = {0};
    Property.check(
        RUNS,
        gen,
        mutated -> {
          Optional<List<Event>> wrong = mutation.apply(mutated.history, mutated.at);
          if (wrong.isEmpty()) return;
          applied[0]++;
          assertThat(Checker.check(wrong.get()))
              .extracting(Violation::rule)
              .contains(mutation.broken());
        });
    assertThat(applied[0]).as("histories to which it applies").isGreaterThan(RUNS / 20);
  }
}
