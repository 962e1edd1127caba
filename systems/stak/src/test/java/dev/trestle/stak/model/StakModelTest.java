package dev.trestle.stak.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.model.AccessPattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class StakModelTest {
  @Test
  void all_patterns_s1_to_s9_are_declared() {
    var ids = StakModel.MODEL.patterns().stream().map(AccessPattern::id).toList();
    assertThat(ids).containsAll(IntStream.rangeClosed(1, 9).mapToObj(n -> "S" + n).toList());
  }
}
