package dev.trestle.engine.expression;

import static dev.trestle.engine.expression.Binding.refused;
import static dev.trestle.engine.expression.Binding.update;
import static dev.trestle.engine.expression.Plain.item;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.item.Item;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class UpdateTest {
  private static final Item ITEM =
      item(
          "id",
          "k",
          "n",
          5,
          "s",
          "hello",
          "ss",
          Set.of("x", "y"),
          "l",
          List.of(1, 2, 3),
          "m",
          Map.of("x", 1, "y", List.of(4, 5, 6), "z", Map.of("a", "b")));

  private static Item applied(String text, Object... placeholders) {
    return update(text, placeholders).apply(ITEM);
  }

  private static Item with(Object... namesAndValues) {
    var fields = Plain.of(ITEM);
    fields.putAll(Plain.map(namesAndValues));
    return item(fields);
  }

  private static Item without(String name) {
    var fields = Plain.of(ITEM);
    fields.remove(name);
    return item(fields);
  }

  @Test
  void set_puts_values_in_and_in_place_of_others() {
    assertThat(applied("SET n = :v", ":v", "new")).isEqualTo(with("n", "new"));
    assertThat(applied("set a = :v, zz = :w", ":v", 1, ":w", 2)).isEqualTo(with("a", 1, "zz", 2));
    assertThat(applied("SET #x = :v", "#x", "a.b", ":v", 1)).isEqualTo(with("a.b", 1));
    assertThat(applied("SET n = :v", ":v", 5)).isEqualTo(ITEM);
  }

  @Test
  void right_hand_sides_read_the_item_as_it_was() {
    assertThat(applied("SET n = s, s = n")).isEqualTo(with("n", "hello", "s", 5));
    assertThat(applied("SET a = s REMOVE s"))
        .isEqualTo(without("s").with("a", Plain.value("hello")));
    refused(
        "The provided expression refers to an attribute that does not exist in the item",
        () -> applied("SET a = :v, b = a", ":v", 1));
  }

  @Test
  void numbers_are_added_and_subtracted() {
    assertThat(applied("SET n = n + :v", ":v", 1)).isEqualTo(with("n", 6));
    assertThat(applied("SET n = :v - n", ":v", 1)).isEqualTo(with("n", -4));
    assertThat(applied("SET n = (n) + (m.x)")).isEqualTo(with("n", 6));
    assertThat(applied("SET n = (n - :v)", ":v", 5)).isEqualTo(with("n", 0));
    assertThat(applied("SET a = if_not_exists(a, :z) + :v", ":z", 0, ":v", 3))
        .isEqualTo(with("a", 3));
    assertThat(applied("SET n = n + :v", ":v", new BigDecimal("0.1")))
        .isEqualTo(with("n", new BigDecimal("5.1")));
    assertThat(applied("SET n = :v + :w", ":v", new BigDecimal("1e22"), ":w", -1))
        .isEqualTo(with("n", new BigDecimal("9999999999999999999999")));
    assertThat(applied("SET n = :v - :w", ":v", 99_999_999_999_999_999L, ":w", -1))
        .isEqualTo(with("n", 100_000_000_000_000_000L));
  }

  @Test
  void a_result_out_of_range_or_of_too_many_digits_is_refused() {
    var overflow =
        "Number overflow. Attempting to store a number with magnitude larger than supported range";
    var huge = new BigDecimal("9e125");
    refused(overflow, () -> applied("SET n = :v + :v", ":v", huge));
    refused(overflow, () -> applied("SET n = n + :v", ":v", new BigDecimal("1e50")));
    refused(overflow, () -> applied("ADD n :v", ":v", new BigDecimal("1e50")));
    refused(
        "Number underflow. Attempting to store a number with magnitude smaller than supported"
            + " range",
        () ->
            applied(
                "SET n = :v - :w",
                ":v",
                new BigDecimal("1.1e-130"),
                ":w",
                new BigDecimal("1e-130")));
  }

  @Test
  void lists_are_joined() {
    assertThat(applied("SET l = list_append(l, :v)", ":v", List.of("a")))
        .isEqualTo(with("l", List.of(1, 2, 3, "a")));
    assertThat(applied("SET l = list_append(:v, l)", ":v", List.of("a")))
        .isEqualTo(with("l", List.of("a", 1, 2, 3)));
    assertThat(applied("SET q = list_append(if_not_exists(q, :v), m.y)", ":v", List.of()))
        .isEqualTo(with("q", List.of(4, 5, 6)));
    refused(
        "The provided expression refers to an attribute that does not exist in the item",
        () -> applied("SET l = list_append(q, :v)", ":v", List.of()));
  }

  @Test
  void if_not_exists_keeps_what_is_there() {
    assertThat(applied("SET n = if_not_exists(n, :v)", ":v", 9)).isEqualTo(ITEM);
    assertThat(applied("SET a = if_not_exists(b, if_not_exists(c, :v))", ":v", 9))
        .isEqualTo(with("a", 9));
    assertThat(applied("SET a = if_not_exists(s, :v)", ":v", 9)).isEqualTo(with("a", "hello"));
  }

  @Test
  void operands_of_the_wrong_type_in_the_item_are_refused() {
    var wrong = "An operand in the update expression has an incorrect data type";
    refused(wrong, () -> applied("SET a = s + :v", ":v", 1));
    refused(wrong, () -> applied("SET a = list_append(s, :v)", ":v", List.of()));
    refused(wrong, () -> applied("ADD s :v", ":v", 1));
    refused(wrong, () -> applied("ADD ss :v", ":v", Set.of(1)));
    refused(wrong, () -> applied("DELETE l :v", ":v", Set.of(1)));
  }

  @Test
  void add_counts_and_joins_sets() {
    assertThat(applied("ADD n :v", ":v", 2)).isEqualTo(with("n", 7));
    assertThat(applied("ADD a :v", ":v", 2)).isEqualTo(with("a", 2));
    assertThat(applied("ADD ss :v", ":v", Set.of("a", "x")))
        .isEqualTo(with("ss", Set.of("a", "x", "y")));
    assertThat(applied("ADD a :v", ":v", Set.of(1))).isEqualTo(with("a", Set.of(1)));
    assertThat(applied("ADD m.x :v", ":v", 1))
        .isEqualTo(with("m", Map.of("x", 2, "y", List.of(4, 5, 6), "z", Map.of("a", "b"))));
  }

  @Test
  void delete_takes_members_out_and_an_emptied_set_away() {
    assertThat(applied("DELETE ss :v", ":v", Set.of("x", "q"))).isEqualTo(with("ss", Set.of("y")));
    assertThat(applied("DELETE ss :v", ":v", Set.of("q"))).isEqualTo(ITEM);
    assertThat(applied("DELETE ss :v", ":v", Set.of("y", "x"))).isEqualTo(without("ss"));
    assertThat(applied("DELETE q :v", ":v", Set.of("y"))).isEqualTo(ITEM);
  }

  @Test
  void nested_paths_change_only_what_they_lead_to() {
    assertThat(applied("SET m.x = :v, m.z.a = n REMOVE m.y[0], n", ":v", 9))
        .isEqualTo(
            without("n")
                .with("m", Plain.value(Map.of("x", 9, "y", List.of(5, 6), "z", Map.of("a", 5)))));
    assertThat(applied("SET m.q = :v", ":v", 9).get("m").orElseThrow())
        .isEqualTo(
            Plain.value(Map.of("x", 1, "y", List.of(4, 5, 6), "z", Map.of("a", "b"), "q", 9)));
    assertThat(applied("REMOVE m.z.a").get("m").orElseThrow())
        .isEqualTo(Plain.value(Map.of("x", 1, "y", List.of(4, 5, 6), "z", Map.of())));
  }

  @Test
  void list_positions_are_those_from_before() {
    var list = item("l", List.of(2, 3, 4, 5, 6, 7));
    var after = item("l", List.of(2, 4, 17, 6, 7));
    assertThat(update("REMOVE l[1] SET l[3] = :v", ":v", 17).apply(list)).isEqualTo(after);
    assertThat(update("SET l[3] = :v REMOVE l[1]", ":v", 17).apply(list)).isEqualTo(after);
    assertThat(update("REMOVE l[17]").apply(list)).isEqualTo(list);
    assertThat(update("REMOVE l[0]").apply(item("l", List.of(1)))).isEqualTo(item("l", List.of()));
  }

  @Test
  void elements_past_the_end_are_appended_in_the_order_of_their_positions() {
    assertThat(applied("SET l[84] = :a, l[37] = :b, l[3] = :c", ":a", "a", ":b", "b", ":c", "c"))
        .isEqualTo(with("l", List.of(1, 2, 3, "c", "b", "a")));
    assertThat(applied("ADD l[9] :v", ":v", 4)).isEqualTo(with("l", List.of(1, 2, 3, 4)));
  }

  @Test
  void a_path_through_nothing_or_through_something_else_is_refused() {
    var invalid = "The document path provided in the update expression is invalid for update";
    for (var path : List.of("s.a", "s[0]", "q.a", "q[0]", "m[0]", "l.a", "m.q.r", "m.y.a")) {
      refused(invalid, () -> applied("SET " + path + " = :v", ":v", 1));
      refused(invalid, () -> applied("REMOVE " + path));
      refused(invalid, () -> applied("ADD " + path + " :v", ":v", 1));
      refused(invalid, () -> applied("DELETE " + path + " :v", ":v", Set.of(1)));
    }
  }

  @Test
  void nesting_deeper_than_32_levels_is_refused() {
    Object deep = 1;
    for (int i = 0; i < 30; i++) deep = List.of(deep);
    var item = item("deep", deep, "l", List.of(List.of()));
    assertThat(update("SET l[0] = deep").apply(item).get("l").orElseThrow().levels()).isEqualTo(32);
    refused(
        "Nesting Levels have exceeded supported limits: Attributes in the item have nested levels"
            + " beyond supported limit",
        () -> update("SET l[0][0] = deep").apply(item));
  }

  @Test
  void an_update_tells_what_it_writes_to_and_whether_it_only_removes() {
    var update = update("SET a.b = c.d, e = f REMOVE g ADD h :v", ":v", 1);
    assertThat(update.attributes()).containsExactlyInAnyOrder("a", "e", "g", "h");
    assertThat(update.nestedAttributes()).containsExactlyInAnyOrder("a", "c");
    assertThat(update.onlyRemoves()).isFalse();
    assertThat(update("REMOVE a DELETE b :v", ":v", Set.of(1)).onlyRemoves()).isTrue();
  }

  @Test
  void touched_shows_the_leaves_in_their_maps_and_lists() {
    var update = update("SET m.y[1] = :v, m.x = :v, m.q = :v, n = :v, a = :v", ":v", 0);
    assertThat(update.updatedAttributes(ITEM))
        .isEqualTo(item("m", Map.of("x", 1, "y", List.of(5)), "n", 5));
    assertThat(update.updatedAttributes(update.apply(ITEM)))
        .isEqualTo(item("m", Map.of("x", 0, "y", List.of(0), "q", 0), "n", 0, "a", 0));
    assertThat(update("REMOVE l[1], l[9]").updatedAttributes(ITEM))
        .isEqualTo(item("l", List.of(2)));
    assertThat(
            update("SET l[9] = :v", ":v", 1).updatedAttributes(applied("SET l[9] = :v", ":v", 1)))
        .isEqualTo(Item.EMPTY);
  }

  @Test
  void the_size_and_count_of_an_updated_item_are_those_of_one_written_anew() {
    var updated = applied("SET s = :v, aa = :v REMOVE ss, m.x ADD n :w", ":v", "é", ":w", 1000);
    var anew = item(Plain.of(updated));
    assertThat(updated.bytes()).isEqualTo(anew.bytes());
  }
}
