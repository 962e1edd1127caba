package dev.trestle.engine.expression;

import static dev.trestle.engine.expression.Binding.projection;
import static dev.trestle.engine.expression.Binding.refused;
import static dev.trestle.engine.expression.Plain.item;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.item.Item;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ItemProjectionTest {
  private static final Item ITEM =
      item(
          "p",
          "k",
          "a",
          Map.of("b", List.of(2, 4, Map.of("x", "hi", "y", "yo")), "c", 5),
          "b",
          "hello",
          "a.b",
          1);

  private static Item picked(String text, Object... placeholders) {
    return projection(text, placeholders).of(ITEM);
  }

  @Test
  void top_level_attributes_are_picked_if_they_are_there() {
    assertThat(picked("b, p")).isEqualTo(item("b", "hello", "p", "k"));
    assertThat(picked(" b  ,  q ")).isEqualTo(item("b", "hello"));
    assertThat(picked("#x", "#x", "a.b")).isEqualTo(item("a.b", 1));
    assertThat(picked("q")).isEqualTo(Item.EMPTY);
  }

  @Test
  void nested_ones_stay_in_their_maps_and_lists() {
    assertThat(picked("a.b[2].y")).isEqualTo(item("a", Map.of("b", List.of(Map.of("y", "yo")))));
    assertThat(picked("a.b[1], a.b[0]")).isEqualTo(item("a", Map.of("b", List.of(2, 4))));
    assertThat(picked("a.b[0], a.c")).isEqualTo(item("a", Map.of("b", List.of(2), "c", 5)));
    assertThat(picked("a.x, a.b[0], x, a.b[3].x")).isEqualTo(item("a", Map.of("b", List.of(2))));
  }

  @Test
  void paths_to_nothing_leave_nothing() {
    for (var path : List.of("a.x", "a.b[3]", "a.x.y", "a.b.x", "a[0]", "a.b[0].x", "a.b[0][0]")) {
      assertThat(picked(path)).as(path).isEqualTo(Item.EMPTY);
    }
  }

  @Test
  void faults_have_dynamodbs_texts() {
    refused(
        "Invalid ProjectionExpression: Two document paths overlap with each other; must remove or"
            + " rewrite one of these paths; path one: [a, b, [0]], path two: [a, b, [0]]",
        () -> picked("a.b[0],a.b[0]"));
    refused(
        "Invalid ProjectionExpression: Two document paths conflict with each other; must remove or"
            + " rewrite one of these paths; path one: [a, b], path two: [a, [1]]",
        () -> picked("a.b, a[1]"));
    refused(
        "Invalid ProjectionExpression: Syntax error; token: \"<EOF>\", near: \",\"",
        () -> picked("a,"));
    refused(
        "Invalid ProjectionExpression: Syntax error; token: \"!\", near: \"!!\"",
        () -> picked("!!!"));
    refused(
        "Invalid ProjectionExpression: Syntax error; token: \"a\", near: \"[a]\"",
        () -> picked("l[a]"));
    refused(
        "Invalid ProjectionExpression: Attribute name is a reserved keyword; reserved keyword:"
            + " Items",
        () -> picked("a, #b, Items"));
    refused(
        "Invalid ProjectionExpression: An expression attribute name used in the document path is"
            + " not defined; attribute name: #b",
        () -> picked("a, #b, a"));
  }

  @Test
  void a_projection_tells_the_attributes_it_looks_at() {
    var projection = projection("a.b[0], b, #c", "#c", "c.d");
    assertThat(projection.attributes()).containsExactlyInAnyOrder("a", "b", "c.d");
    assertThat(projection.nestedAttributes()).containsExactly("a");
  }
}
