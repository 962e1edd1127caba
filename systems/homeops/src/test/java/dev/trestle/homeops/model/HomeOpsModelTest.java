package dev.trestle.homeops.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.model.AccessPattern;
import dev.trestle.model.check.Finding.Severity;
import dev.trestle.model.check.ModelCheck;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class HomeOpsModelTest {
  @Test
  void all_patterns_a1_to_a10_and_h11_to_h34_are_declared() {
    var ids = HomeOpsModel.MODEL.patterns().stream().map(AccessPattern::id).toList();
    assertThat(ids).containsAll(IntStream.rangeClosed(1, 10).mapToObj(n -> "A" + n).toList());
    assertThat(ids).containsAll(IntStream.rangeClosed(11, 34).mapToObj(n -> "H" + n).toList());
  }

  @Test
  void the_model_has_no_faults() {
    var reason = "a repetition is refused: its condition names the message that was counted last";
    ModelCheck.of(HomeOpsModel.MODEL)
        .accepting("counting", "H21", reason)
        .accepting("counting", "H33", reason)
        .orThrow(Severity.WARNING);
  }
}
