package dev.trestle.testing.reference;

import static dev.trestle.testing.reference.ReferenceValues.number;
import static dev.trestle.testing.reference.ReferenceValues.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.trestle.testing.reference.ReferenceCondition.Comparator;
import dev.trestle.testing.reference.ReferenceCondition.Compare;
import dev.trestle.testing.reference.ReferenceUpdate.Action;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ReturnValue;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

class ReferenceEngineTest {
  private static final TableShape.KeyAttribute PK =
      new TableShape.KeyAttribute("pk", ScalarAttributeType.S);
  private static final TableShape.KeyAttribute SK =
      new TableShape.KeyAttribute("sk", ScalarAttributeType.S);
  private static final TableShape.KeyAttribute G =
      new TableShape.KeyAttribute("g", ScalarAttributeType.N);
  private static final TableShape SHAPE =
      new TableShape(
          "t",
          List.of(PK, SK),
          List.of(
              new TableShape.Index(
                  "by-g", false, List.of(PK), List.of(G), new TableShape.Projection.KeysOnly())),
          true);

  private final ReferenceEngine reference = new ReferenceEngine();

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
            new Action.Set(
                DocumentPath.of("a"), new ReferenceOperand.Current(DocumentPath.of("b"))),
            new Action.Set(
                DocumentPath.of("b"), new ReferenceOperand.Current(DocumentPath.of("a"))));
    assertThat(after).containsEntry("a", number("2")).containsEntry("b", number("1"));
  }

  @Test
  void list_indexes_mean_the_list_as_it_was() {
    put("p", "1", Map.of("l", list("a", "b", "c")));
    var after =
        update(
            new Action.Remove(DocumentPath.of("l").index(0)),
            new Action.Set(DocumentPath.of("l").index(1), new ReferenceOperand.Literal(text("B"))),
            new Action.Set(DocumentPath.of("l").index(9), new ReferenceOperand.Literal(text("z"))),
            new Action.Remove(DocumentPath.of("l").index(2)));
    assertThat(after).containsEntry("l", list("B", "z"));
  }

  @Test
  void removing_from_nothing_makes_nothing_and_adding_makes_an_item() {
    update(new Action.Remove(DocumentPath.of("x")));
    assertThat(query(Optional.empty(), true)).isEmpty();
    assertThat(update(new Action.Add(DocumentPath.of("n"), number("5"))))
        .containsEntry("n", number("5"));
  }

  @Test
  void a_set_that_loses_its_last_member_is_gone() {
    put("p", "1", Map.of("s", AttributeValue.fromSs(List.of("b", "a"))));
    var one =
        update(new Action.Delete(DocumentPath.of("s"), AttributeValue.fromSs(List.of("a", "x"))));
    assertThat(one).containsEntry("s", AttributeValue.fromSs(List.of("b")));
    var none = update(new Action.Delete(DocumentPath.of("s"), AttributeValue.fromSs(List.of("b"))));
    assertThat(none).doesNotContainKey("s");
  }

  @Test
  void a_path_through_nothing_is_refused_and_changes_nothing() {
    put("p", "1", Map.of("a", text("a")));
    var set =
        new Action.Set(DocumentPath.of("m").field("x"), new ReferenceOperand.Literal(number("1")));
    assertThat(refusal(() -> update(set))).hasMessage(ExpectedError.INVALID_PATH);
    var overlapping = new Action.Remove(DocumentPath.of("m"));
    assertThat(refusal(() -> update(set, overlapping))).hasMessage(ExpectedError.OVERLAPPING_PATHS);
    assertThat(reference.changes("t")).hasSize(1);
  }

  @Test
  void what_is_missing_differs_from_everything_and_compares_with_nothing() {
    for (var comparator : Comparator.values()) {
      assertThat(new Compare(DocumentPath.of("x"), comparator, number("1")).holds(Map.of()))
          .isEqualTo(comparator == Comparator.NOT_EQUAL);
    }
    var one = Map.of("x", number("1.0"));
    assertThat(new Compare(DocumentPath.of("x"), Comparator.EQUAL, number("1")).holds(one))
        .isTrue();
    assertThat(new Compare(DocumentPath.of("x"), Comparator.EQUAL, text("1.0")).holds(one))
        .isFalse();
  }

  @Test
  void a_transaction_does_all_or_nothing_and_names_the_reasons_by_position() {
    put("p", "1", Map.of());
    var key = Map.of("pk", text("p"), "sk", text("1"));
    var missing =
        Optional.<ReferenceCondition>of(new ReferenceCondition.Missing(DocumentPath.of("pk")));
    var writes =
        List.<ReferenceWrite>of(
            new ReferenceWrite.Put("t", item("p", "2", Map.of()), missing),
            new ReferenceWrite.Delete("t", key, missing));
    var refused = refusal(() -> reference.transact(writes, true));
    assertThat(refused.reasons())
        .extracting(ExpectedError.Reason::code)
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
    var path = DocumentPath.of("m").field("x");
    var written = reference.write(change(new Action.Add(path, number("5"))), false);
    assertThat(written.returned(ReturnValue.UPDATED_OLD, List.of(path)))
        .isEqualTo(Map.of("m", AttributeValue.fromM(Map.of("x", number("1")))));
    assertThat(written.returned(ReturnValue.UPDATED_NEW, List.of(path)))
        .isEqualTo(Map.of("m", AttributeValue.fromM(Map.of("x", number("6")))));
  }

  private Map<String, AttributeValue> update(Action... actions) {
    return reference.write(change(actions), false).after().orElse(Map.of());
  }

  private static ReferenceWrite.Change change(Action... actions) {
    var key = Map.of("pk", text("p"), "sk", text("1"));
    return new ReferenceWrite.Change(
        "t", key, new ReferenceUpdate(List.of(actions)), Optional.empty());
  }

  private WriteEffect put(String pk, String sk, Map<String, AttributeValue> more) {
    return reference.write(
        new ReferenceWrite.Put("t", item(pk, sk, more), Optional.empty()), false);
  }

  private static Map<String, AttributeValue> item(
      String pk, String sk, Map<String, AttributeValue> more) {
    var item = new java.util.TreeMap<>(more);
    item.put("pk", text(pk));
    item.put("sk", text(sk));
    return item;
  }

  private List<Map<String, AttributeValue>> query(Optional<String> index, boolean forward) {
    var partition = new Compare(DocumentPath.of("pk"), Comparator.EQUAL, text("p"));
    return reference.entries(
        new ReferenceRead("t", index, List.of(partition), Optional.empty(), List.of(), forward));
  }

  private static List<String> sortKeys(List<Map<String, AttributeValue>> items) {
    return items.stream()
        .map(item -> Optional.ofNullable(item.get("sk")).orElseThrow().s())
        .toList();
  }

  private static AttributeValue list(String... texts) {
    return AttributeValue.fromL(List.of(texts).stream().map(ReferenceValues::text).toList());
  }

  private static ExpectedError refusal(Runnable request) {
    return catchThrowableOfType(ExpectedError.class, request::run);
  }
}
