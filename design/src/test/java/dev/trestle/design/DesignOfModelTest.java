package dev.trestle.design;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.model.Mail;
import org.junit.jupiter.api.Test;

class DesignOfModelTest {
  @Test
  void a_design_has_everything_that_was_declared() {
    var design = Design.of(Mail.MODEL);
    assertThat(design.entities()).hasSize(5);
    assertThat(design.patterns()).hasSize(13);
    var read = (PatternDesign.Write) design.pattern("L5").orElseThrow();
    assertThat(read.upsert()).isFalse();
    assertThat(ConditionText.of(read.actions().getFirst())).isEqualTo("read = true");
    assertThat(design.entity("Letter").in("flagged").orElseThrow().sparse()).isTrue();
  }
}
