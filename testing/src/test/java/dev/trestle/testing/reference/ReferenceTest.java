package dev.trestle.testing.reference;

import static dev.trestle.testing.reference.Values.number;
import static dev.trestle.testing.reference.Values.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.trestle.testing.reference.Condition.Comparator;
import dev.trestle.testing.reference.Condition.Compare;
import dev.trestle.testing.reference.Update.Action;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ReturnValue;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

class ReferenceTest {
  private static final Shape.KeyAttribute PK = new Shape.KeyAttribute("pk", ScalarAttributeType.S);
  private static final Shape.KeyAttribute SK = new Shape.KeyAttribute("sk", ScalarAttributeType.S);
  private static final Shape.KeyAttribute G = new Shape.KeyAttribute("g", ScalarAttributeType.N);
  private static final Shape SHAPE =
      new Shape(
          "t",
          List.of(PK, SK),
          List.of(
              new Shape.Index(
                  "by-g", false, List.of(PK), List.of(G), new Shape.Projection.KeysOnly())),
          true);

  private final Reference reference = new Reference();

  @BeforeEach
  void create() {
    reference.create(SHAPE);
  }

  @Test
  void strings_are_in_the_order_of_their_utf8_bytes() {
    put("p", "😀", Map.of());
    put("p", "\uFFFF", Map.of());
    put("p", "a", Map.of());
    assertThat(sortKeys(query(Optional.empty(), true))).containsExactly("a", "\uFFFF", "😀");
    assertThat(sortKeys(query(Optional.empty(), false))).containsExactly("😀", "\uFFFF", "a");
  }

  @Test
  void an_index_shows_only_items_with_its_key_and_only_what_it_projects() {
    put("p", "1", Map.of("g", number("10"), "x", text("x")));
    put("p", "2", Map.of("g", number("9")));
    put("p", "3", Map.of("x", text("x")));
    var entries = query(Optional.of("by-g"), true);
    assertThat(sortKeys(entries)).containsExactly("2", "1");
    assertThat(entries.get(1)).containsOnlyKeys("pk", "sk", "g");
  }

  @Test
  void a_wrong_type_in_an_index_key_refuses_the_write() {
    assertThat(refusal(() -> put("p", "1", Map.of("g", text("10")))).code())
        .isEqualTo("ValidationException");
    assertThat(query(Optional.empty(), true)).isEmpty();
  }

  @Test
  void operands_read_the_item_as_it_was() {
    put("p", "1", Map.of("a", number("1"), "b", number("2")));
    var after =
        update(
            new Action.Set(Path.of("a"), new Operand.Current(Path.of("b"))),
            new Action.Set(Path.of("b"), new Operand.Current(Path.of("a"))));
    assertThat(after).containsEntry("a", number("2")).containsEntry("b", number("1"));
  }

  @Test
  void list_indexes_mean_the_list_as_it_was() {
    put("p", "1", Map.of("l", list("a", "b", "c")));
    var after =
        update(
            new Action.Remove(Path.of("l").index(0)),
            new Action.Set(Path.of("l").index(1), new Operand.Literal(text("B"))),
            new Action.Set(Path.of("l").index(9), new Operand.Literal(text("z"))),
            new Action.Remove(Path.of("l").index(2)));
    assertThat(after).containsEntry("l", list("B", "z"));
  }

  @Test
  void removing_from_nothing_makes_nothing_and_adding_makes_an_item() {
    update(new Action.Remove(Path.of("x")));
    assertThat(query(Optional.empty(), true)).isEmpty();
    assertThat(update(new Action.Add(Path.of("n"), number("5")))).containsEntry("n", number("5"));
  }

  @Test
  void a_set_that_loses_its_last_member_is_gone() {
    put("p", "1", Map.of("s", AttributeValue.fromSs(List.of("b", "a"))));
    var one = update(new Action.Delete(Path.of("s"), AttributeValue.fromSs(List.of("a", "x"))));
    assertThat(one).containsEntry("s", AttributeValue.fromSs(List.of("b")));
    var none = update(new Action.Delete(Path.of("s"), AttributeValue.fromSs(List.of("b"))));
    assertThat(none).doesNotContainKey("s");
  }

  @Test
  void a_path_through_nothing_is_refused_and_changes_nothing() {
    put("p", "1", Map.of("a", text("a")));
    var set = new Action.Set(Path.of("m").field("x"), new Operand.Literal(number("1")));
    assertThat(refusal(() -> update(set))).hasMessage(Refused.INVALID_PATH);
    var overlapping = new Action.Remove(Path.of("m"));
    assertThat(refusal(() -> update(set, overlapping))).hasMessage(Refused.OVERLAPPING_PATHS);
    assertThat(reference.changes("t")).hasSize(1);
  }

  @Test
  void what_is_missing_differs_from_everything_and_compares_with_nothing() {
    for (var comparator : Comparator.values()) {
      assertThat(new Compare(Path.of("x"), comparator, number("1")).holds(Map.of()))
          .isEqualTo(comparator == Comparator.NOT_EQUAL);
    }
    var one = Map.of("x", number("1.0"));
    assertThat(new Compare(Path.of("x"), Comparator.EQUAL, number("1")).holds(one)).isTrue();
    assertThat(new Compare(Path.of("x"), Comparator.EQUAL, text("1.0")).holds(one)).isFalse();
  }

  @Test
  void a_transaction_does_all_or_nothing_and_names_the_reasons_by_position() {
    put("p", "1", Map.of());
    var key = Map.of("pk", text("p"), "sk", text("1"));
    var missing = Optional.<Condition>of(new Condition.Missing(Path.of("pk")));
    var writes =
        List.<Write>of(
            new Write.Put("t", item("p", "2", Map.of()), missing),
            new Write.Delete("t", key, missing));
    var refused = refusal(() -> reference.transact(writes, true));
    assertThat(refused.reasons())
        .extracting(Refused.Reason::code)
        .containsExactly("None", "ConditionalCheckFailed");
    assertThat(refused.reasons().get(1).item()).hasValue(item("p", "1", Map.of()));
    assertThat(query(Optional.empty(), true)).hasSize(1);
  }

  @Test
  void a_write_that_changes_nothing_is_no_change() {
    put("p", "1", Map.of("n", number("1")));
    put("p", "1", Map.of("n", number("1.0")));
    assertThat(reference.changes("t")).hasSize(1);
  }

  @Test
  void units_follow_the_sizes_of_item_and_index_entries() {
    var large = Map.of("g", number("1"), "x", text("x".repeat(3000)));
    assertThat(put("p", "1", large).units(false)).isEqualTo(Map.of("t", 3.0, "by-g", 1.0));
    assertThat(put("p", "1", large).units(false)).isEqualTo(Map.of("t", 3.0));
    assertThat(put("p", "1", Map.of("g", number("2"))).units(true))
        .isEqualTo(Map.of("t", 6.0, "by-g", 2.0));
    assertThat(put("p", "1", Map.of()).units(false)).isEqualTo(Map.of("t", 1.0, "by-g", 1.0));
  }

  @Test
  void updated_values_are_the_touched_leaves_only() {
    put("p", "1", Map.of("m", AttributeValue.fromM(Map.of("x", number("1"), "y", number("2")))));
    var path = Path.of("m").field("x");
    var written = reference.write(change(new Action.Add(path, number("5"))), false);
    assertThat(written.returned(ReturnValue.UPDATED_OLD, List.of(path)))
        .isEqualTo(Map.of("m", AttributeValue.fromM(Map.of("x", number("1")))));
    assertThat(written.returned(ReturnValue.UPDATED_NEW, List.of(path)))
        .isEqualTo(Map.of("m", AttributeValue.fromM(Map.of("x", number("6")))));
  }

  private Map<String, AttributeValue> update(Action... actions) {
    return reference.write(change(actions), false).after().orElse(Map.of());
  }

  private static Write.Change change(Action... actions) {
    var key = Map.of("pk", text("p"), "sk", text("1"));
    return new Write.Change("t", key, new Update(List.of(actions)), Optional.empty());
  }

  private Written put(String pk, String sk, Map<String, AttributeValue> more) {
    return reference.write(new Write.Put("t", item(pk, sk, more), Optional.empty()), false);
  }

  private static Map<String, AttributeValue> item(
      String pk, String sk, Map<String, AttributeValue> more) {
    var item = new java.util.TreeMap<>(more);
    item.put("pk", text(pk));
    item.put("sk", text(sk));
    return item;
  }

  private List<Map<String, AttributeValue>> query(Optional<String> index, boolean forward) {
    var partition = new Compare(Path.of("pk"), Comparator.EQUAL, text("p"));
    return reference.entries(
        new Read("t", index, List.of(partition), Optional.empty(), List.of(), forward));
  }

  private static List<String> sortKeys(List<Map<String, AttributeValue>> items) {
    return items.stream()
        .map(item -> Optional.ofNullable(item.get("sk")).orElseThrow().s())
        .toList();
  }

  private static AttributeValue list(String... texts) {
    return AttributeValue.fromL(List.of(texts).stream().map(Values::text).toList());
  }

  private static Refused refusal(Runnable request) {
    return catchThrowableOfType(Refused.class, request::run);
  }
}
