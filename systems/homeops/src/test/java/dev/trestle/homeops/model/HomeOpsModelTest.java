package dev.trestle.homeops.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.design.check.Finding.Severity;
import dev.trestle.design.check.ModelCheck;
import dev.trestle.model.AccessPattern;
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
    ModelCheck.of(HomeOpsModel.MODEL).orThrow(Severity.WARNING);
  }
}
