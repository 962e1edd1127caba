package dev.trestle.ecobid.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.model.AccessPattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class EcoBidModelTest {
  @Test
  void all_patterns_e1_to_e10_are_declared() {
    var ids = EcoBidModel.MODEL.patterns().stream().map(AccessPattern::id).toList();
    assertThat(ids).containsAll(IntStream.rangeClosed(1, 10).mapToObj(n -> "E" + n).toList());
  }
}
