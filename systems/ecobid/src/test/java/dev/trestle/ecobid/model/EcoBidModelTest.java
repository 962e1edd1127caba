package dev.trestle.ecobid.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.design.check.Finding.Severity;
import dev.trestle.design.check.ModelCheck;
import dev.trestle.model.AccessPattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class EcoBidModelTest {
  @Test
  void all_patterns_e1_to_e10_are_declared() {
    var ids = EcoBidModel.MODEL.patterns().stream().map(AccessPattern::id).toList();
    assertThat(ids).containsAll(IntStream.rangeClosed(1, 10).mapToObj(n -> "E" + n).toList());
  }

  @Test
  void the_model_has_no_faults() {
    ModelCheck.of(EcoBidModel.MODEL).orThrow(Severity.WARNING);
  }
}
