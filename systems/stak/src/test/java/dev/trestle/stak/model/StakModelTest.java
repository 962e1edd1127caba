package dev.trestle.stak.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.design.check.Finding.Severity;
import dev.trestle.design.check.ModelCheck;
import dev.trestle.item.Value;
import dev.trestle.model.AccessPattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class StakModelTest {
  @Test
  void all_patterns_s1_to_s9_are_declared() {
    var ids = StakModel.MODEL.patterns().stream().map(AccessPattern::id).toList();
    assertThat(ids).containsAll(IntStream.rangeClosed(1, 9).mapToObj(n -> "S" + n).toList());
  }

  @Test
  void the_model_has_no_faults() {
    ModelCheck.of(StakModel.MODEL).orThrow(Severity.WARNING);
  }

  /** The names and types of the seed's example items. */
  @Test
  void items_look_as_in_the_document() {
    var message = Inboxes.MESSAGE.exampleItem();
    assertThat(message.get("PK")).contains(Value.string("t#acmeU#user456#DEFAULT"));
    assertThat(message.get("host_system_id")).isPresent();
    assertThat(message.get("received")).contains(Value.number(1_794_830_400L));
    assertThat(Inboxes.MESSAGE.attribute("readAt").name()).isEqualTo("readat");
    assertThat(Inboxes.COUNTS.exampleItem().get("SK")).contains(Value.string("c#*"));
    assertThat(Inboxes.COUNTS.exampleItem().get("last_updated")).isPresent();
  }
}
