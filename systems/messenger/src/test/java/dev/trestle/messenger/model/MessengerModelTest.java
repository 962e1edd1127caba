package dev.trestle.messenger.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.model.AccessPattern;
import dev.trestle.model.design.Design;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class MessengerModelTest {
  @Test
  void all_patterns_m1_to_m21_are_declared() {
    var ids = MessengerModel.MODEL.patterns().stream().map(AccessPattern::id).toList();
    assertThat(ids).containsAll(IntStream.rangeClosed(1, 21).mapToObj(n -> "M" + n).toList());
  }

  @Test
  void the_whole_model_can_be_read_as_data() {
    assertThat(Design.of(MessengerModel.MODEL).tables()).hasSize(10);
  }
}
