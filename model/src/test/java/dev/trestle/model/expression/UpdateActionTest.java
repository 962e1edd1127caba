package dev.trestle.model.expression;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.model.expression.AttributePath.Step;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which actions do more when they are repeated. */
class UpdateActionTest {
  private static final AttributePath LINES = AttributePath.of("lines");

  /** The next element takes the place of the one that is removed. */
  @Test
  void removing_an_element_of_a_list_twice_removes_two() {
    var element = new UpdateAction.Remove(LINES.then(new Step.Element(0)));
    assertThat(UpdateAction.repeating(List.of(element))).containsExactly(element);
  }

  @Test
  void removing_an_attribute_or_an_entry_twice_removes_it_once() {
    var whole = new UpdateAction.Remove(LINES);
    var entry = new UpdateAction.Remove(AttributePath.of("marks").then(new Step.Field("k")));
    assertThat(UpdateAction.repeating(List.of(whole, entry))).isEmpty();
  }
}
