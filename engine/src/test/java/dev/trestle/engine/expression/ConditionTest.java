package dev.trestle.engine.expression;

import static dev.trestle.engine.expression.Binding.condition;
import static dev.trestle.engine.expression.Plain.bytes;
import static dev.trestle.engine.expression.Plain.item;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.item.Item;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ConditionTest {
  private static final Item ITEM =
      item(
          "n",
          5,
          "s",
          "hello",
          "b",
          bytes(1, 2, 0xFF),
          "t",
          true,
          "z",
          Plain.NULL,
          "ss",
          Set.of("x", "y"),
          "ns",
          Set.of(1, 2),
          "l",
          List.of(1, "two", Set.of(3)),
          "m",
          Map.of("x", 1, "y", List.of(-1, 2, 0)));

  private static boolean holds(String text, Object... placeholders) {
    return condition(text, placeholders).holds(ITEM);
  }

  @Test
  void values_are_compared_within_their_type() {
    assertThat(holds("n = :v", ":v", 5)).isTrue();
    assertThat(holds("n = :v", ":v", "5")).isFalse();
    assertThat(holds("n <> :v", ":v", "5")).isTrue();
    assertThat(holds("n < :v", ":v", 10)).isTrue();
    assertThat(holds("n < :v", ":v", "9")).isFalse();
    assertThat(holds("n >= :v", ":v", 5)).isTrue();
    assertThat(holds("n > :v", ":v", -7)).isTrue();
    assertThat(holds("s <= :v", ":v", "hello")).isTrue();
    assertThat(holds("b < :v", ":v", bytes(1, 3))).isTrue();
    assertThat(holds("b > :v", ":v", bytes(1, 2, 0x7F))).isTrue();
    assertThat(holds("m.x < m.y[1]")).isTrue();
    assertThat(holds("l < n")).isFalse();
  }

  @Test
  void a_missing_attribute_equals_nothing_and_has_no_order() {
    assertThat(holds("q = :v", ":v", 1)).isFalse();
    assertThat(holds("q = r")).isFalse();
    assertThat(holds("q <> :v", ":v", 1)).isTrue();
    assertThat(holds("q <> r")).isTrue();
    assertThat(holds("q < :v", ":v", 1)).isFalse();
    assertThat(holds(":v <= q", ":v", 1)).isFalse();
    assertThat(holds("q BETWEEN r AND p")).isFalse();
    assertThat(holds("q IN (:v)", ":v", 1)).isFalse();
  }

  @Test
  void sets_are_equal_whatever_their_order_and_documents_by_all_they_hold() {
    assertThat(holds("ss = :v", ":v", Set.of("y", "x"))).isTrue();
    assertThat(holds("ns = :v", ":v", Set.of(1, 3))).isFalse();
    assertThat(holds("m = :v", ":v", Map.of("y", List.of(-1, 2, 0), "x", 1))).isTrue();
    assertThat(holds("l = :v", ":v", List.of("two", 1, Set.of(3)))).isFalse();
  }

  @Test
  void between_and_in_compare_with_several_values() {
    assertThat(holds("n BETWEEN :a AND :b", ":a", 5, ":b", 5)).isTrue();
    assertThat(holds("n between :a and :b", ":a", 6, ":b", 7)).isFalse();
    assertThat(holds("n BETWEEN :a AND s", ":a", 1)).isFalse();
    assertThat(holds("n IN (:a, :b)", ":a", "5", ":b", 5)).isTrue();
    assertThat(holds("n in (s)")).isFalse();
    assertThat(holds("ss IN (:a)", ":a", Set.of("x", "y"))).isTrue();
  }

  @Test
  void not_binds_before_and_and_before_or() {
    assertThat(holds("n = :v OR n = :w AND s = :w", ":v", 5, ":w", 6)).isTrue();
    assertThat(holds("(n = :v OR n = :w) AND s = :w", ":v", 5, ":w", 6)).isFalse();
    assertThat(holds("NOT n = :w AND n = :v", ":v", 5, ":w", 6)).isTrue();
    assertThat(holds("NOT (n = :w AND n = :v)", ":v", 5, ":w", 6)).isTrue();
    assertThat(holds("not not n = :v", ":v", 5)).isTrue();
  }

  @Test
  void parentheses_may_stand_around_operands_and_paths() {
    assertThat(holds("(n) = (:v)", ":v", 5)).isTrue();
    assertThat(holds("(m).x = :v", ":v", 1)).isTrue();
    assertThat(holds("((n = :v) AND (s = :s))", ":v", 5, ":s", "hello")).isTrue();
    assertThat(holds("( ( ( size ( l )) < :v ) AND ( n > m.x ) )", ":v", 9)).isTrue();
  }

  @Test
  void functions_look_at_attributes() {
    assertThat(holds("attribute_exists(m.y[2])")).isTrue();
    assertThat(holds("attribute_exists (m.y[3])")).isFalse();
    assertThat(holds("attribute_not_exists(q)")).isTrue();
    assertThat(holds("attribute_type(ss, :t)", ":t", "SS")).isTrue();
    assertThat(holds("attribute_type(z, :t)", ":t", "NULL")).isTrue();
    assertThat(holds("attribute_type(:v, :t)", ":v", 1, ":t", "N")).isTrue();
    assertThat(holds("begins_with(s, :v)", ":v", "hell")).isTrue();
    assertThat(holds("begins_with(b, :v)", ":v", bytes(1, 2))).isTrue();
    assertThat(holds("begins_with(n, :v)", ":v", "5")).isFalse();
    assertThat(holds("begins_with(:v, s)", ":v", "hello there")).isTrue();
  }

  @Test
  void contains_searches_texts_sets_and_lists() {
    assertThat(holds("contains(s, :v)", ":v", "ell")).isTrue();
    assertThat(holds("contains(s, :v)", ":v", "")).isTrue();
    assertThat(holds("contains(s, :v)", ":v", 1)).isFalse();
    assertThat(holds("contains(b, :v)", ":v", bytes(2, 0xFF))).isTrue();
    assertThat(holds("contains(ss, :v)", ":v", "x")).isTrue();
    assertThat(holds("contains(ns, :v)", ":v", 1)).isTrue();
    assertThat(holds("contains(ns, :v)", ":v", "1")).isFalse();
    assertThat(holds("contains(l, :v)", ":v", Set.of(3))).isTrue();
    assertThat(holds("contains(l, :v)", ":v", 2)).isFalse();
    assertThat(holds("contains(m, :v)", ":v", 1)).isFalse();
    assertThat(holds("contains(q, :v)", ":v", 1)).isFalse();
  }

  @Test
  void size_counts_characters_bytes_and_elements() {
    assertThat(holds("size(s) = :v", ":v", 5)).isTrue();
    assertThat(holds("size(b) = :v", ":v", 3)).isTrue();
    assertThat(holds("size(ss) = :v", ":v", 2)).isTrue();
    assertThat(holds("size(l) = :v", ":v", 3)).isTrue();
    assertThat(holds("size(m) = :v", ":v", 2)).isTrue();
    assertThat(holds("size(n) = :v", ":v", 1)).isFalse();
    assertThat(holds("size(s) = n")).isTrue();
    assertThat(holds("size(q) <> :v", ":v", 1)).isTrue();
    assertThat(condition("size(u) = :v", ":v", 3).holds(item("u", "é𝄞"))).isTrue();
  }

  @Test
  void names_may_be_placeholders_of_anything() {
    var item = item("a.b", 1, "and", Map.of("or", 2));
    assertThat(condition("#x = :v", "#x", "a.b", ":v", 1).holds(item)).isTrue();
    assertThat(condition("#a.#o = :v", "#a", "and", "#o", "or", ":v", 2).holds(item)).isTrue();
  }

  @Test
  void a_condition_tells_the_attributes_it_looks_at() {
    var condition = condition("#x = :v OR size(m.y[0]) > s", "#x", "n", ":v", 1);
    assertThat(condition.attributes()).containsExactlyInAnyOrder("n", "m", "s");
    assertThat(condition.nestedAttributes()).containsExactly("m");
  }
}
