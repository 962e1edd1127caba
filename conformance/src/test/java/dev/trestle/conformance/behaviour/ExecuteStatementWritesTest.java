package dev.trestle.conformance.behaviour;

import static dev.trestle.conformance.behaviour.Attributes.bool;
import static dev.trestle.conformance.behaviour.Attributes.bs;
import static dev.trestle.conformance.behaviour.Attributes.bytes;
import static dev.trestle.conformance.behaviour.Attributes.l;
import static dev.trestle.conformance.behaviour.Attributes.m;
import static dev.trestle.conformance.behaviour.Attributes.n;
import static dev.trestle.conformance.behaviour.Attributes.ns;
import static dev.trestle.conformance.behaviour.Attributes.nul;
import static dev.trestle.conformance.behaviour.Attributes.s;
import static dev.trestle.conformance.behaviour.Attributes.ss;
import static dev.trestle.conformance.behaviour.Refusals.assertRefused;
import static dev.trestle.conformance.behaviour.ValidationErrors.assertInvalid;
import static dev.trestle.conformance.behaviour.ValidationErrors.conditionFailed;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.testing.TrestleTest;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.ReturnValuesOnConditionCheckFailure;

/** What INSERT, UPDATE and DELETE do. */
@TrestleTest
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ExecuteStatementWritesTest {
  private static final Map<String, AttributeValue> KEY = Map.of("pk", s("a"));
  private static final Map<String, AttributeValue> ITEM =
      Map.of(
          "pk", s("a"),
          "n", n(5),
          "data", s("old"),
          "ss", ss("a", "b"),
          "l", l(s("a"), s("b"), s("c")),
          "m", m(Map.of("sub", s("old"), "sib", s("keep"))));

  private final TestTable table;
  private final Statements db;

  ExecuteStatementWritesTest(DynamoDbClient client) {
    table = TestTable.simple(client, "S");
    db = new Statements(client, table.name());
  }

  @BeforeEach
  void putItem() {
    table.put(ITEM);
  }

  private AttributeValue stored(String name) {
    return Items.of(table.get(KEY), name);
  }

  @Test
  void an_insert_stores_every_kind_of_value() {
    var answer =
        db.run(
            "INSERT INTO T! VALUE {'pk': 'types', 's': 'it''s', 'n': -1.50e1, 'yes': TRUE,"
                + " 'no': false, 'nul': null, 'l': [1, 'x', [], <<1>>], 'm': {'k': {'x': .5}},"
                + " 'ss': <<'b', 'a'>>, 'ns': <<1, 34, -4.5>>, 'p': ?, 'q': ?}",
            b -> {},
            l(s("?")),
            bs(bytes(1)));
    assertThat(answer.hasItems()).isTrue();
    assertThat(answer.items()).isEmpty();
    var item = table.get(Map.of("pk", s("types")));
    assertThat(item)
        .containsEntry("s", s("it's"))
        .containsEntry("n", n(-15))
        .containsEntry("yes", bool(true))
        .containsEntry("no", bool(false))
        .containsEntry("nul", nul())
        .containsEntry("l", l(n(1), s("x"), l(), ns("1")))
        .containsEntry("m", m(Map.of("k", m(Map.of("x", n("0.5"))))))
        .containsEntry("ss", ss("a", "b"))
        .containsEntry("p", l(s("?")))
        .containsEntry("q", bs(bytes(1)));
    assertThat(Items.of(item, "ns").ns()).containsExactlyInAnyOrder("1", "34", "-4.5");
  }

  @Test
  void a_whole_item_may_be_a_parameter() {
    db.run("INSERT INTO T! VALUE ?", m(Map.of("pk", s("whole"), "a", n(1))));
    assertThat(table.get(Map.of("pk", s("whole")))).containsEntry("a", n(1));
  }

  @Test
  void an_insert_does_not_replace() {
    assertRefused(
        () -> db.run("INSERT INTO T! VALUE {'pk': 'a'}"),
        "DuplicateItemException",
        "Duplicate primary key exists in table");
    assertThat(table.get(KEY)).isEqualTo(ITEM);
    db.run("DELETE FROM T! WHERE pk = 'a'");
    db.run("INSERT INTO T! VALUE {'pk': 'a'}");
    assertThat(table.get(KEY)).isEqualTo(KEY);
  }

  @Test
  void an_update_sets_and_removes() {
    var answer =
        db.run(
            "UPDATE T! SET n = n + 100, data = ? SET m.sub = [2020, 'x'] SET l = LIST_APPEND(l,"
                + " [4, <<'s'>>]) REMOVE m.sib SET copy = m.sib WHERE pk = 'a'",
            s("new"));
    assertThat(answer.items()).isEmpty();
    assertThat(stored("n")).isEqualTo(n(105));
    assertThat(stored("data")).isEqualTo(s("new"));
    assertThat(stored("copy")).isEqualTo(s("keep"));
    assertThat(stored("m")).isEqualTo(m(Map.of("sub", l(n(2020), s("x")))));
    assertThat(stored("l")).isEqualTo(l(s("a"), s("b"), s("c"), n(4), ss("s")));
  }

  @Test
  void paths_that_overlap_are_refused() {
    assertInvalid(
        () -> db.run("UPDATE T! SET l = [1] REMOVE l[0] WHERE pk = 'a'"),
        "Two document paths overlap with each other; must remove or rewrite one of these paths;"
            + " path one: [l], path two: [l, [0]]");
  }

  @Test
  void arithmetic_needs_no_spaces() {
    db.run("UPDATE T! SET n=n-1 WHERE pk='a'");
    assertThat(stored("n")).isEqualTo(n(4));
    db.run("UPDATE T! SET n = n - - 2 WHERE pk = 'a'");
    assertThat(stored("n")).isEqualTo(n(6));
  }

  @Test
  void set_functions_add_and_take_members() {
    db.run(
        "UPDATE T! SET ss = set_add(ss, <<'z', 'a'>>) SET fresh = SET_ADD(fresh, ?) WHERE"
            + " pk = 'a'",
        ns("1"));
    assertThat(stored("ss").ss()).containsExactlyInAnyOrder("a", "b", "z");
    assertThat(stored("fresh")).isEqualTo(ns("1"));
    db.run("UPDATE T! SET ss = set_delete(ss, <<'a', 'b', 'z'>>) WHERE pk = 'a'");
    assertThat(table.get(KEY)).doesNotContainKey("ss");
  }

  @Test
  void an_update_may_begin_with_from() {
    var answer = db.run("FROM T! WHERE pk = 'a' AND n = 5 SET n = 6 RETURNING MODIFIED NEW *");
    assertThat(answer.items()).containsExactly(Map.of("n", n(6)));
  }

  @Test
  void an_update_of_a_missing_item_fails_and_makes_none() {
    var absent = Map.of("pk", s("absent"));
    for (var update :
        List.of(
            "UPDATE T! SET a = 1 WHERE pk = 'absent'",
            "UPDATE T! REMOVE a WHERE pk = 'absent'",
            "UPDATE T! SET a = 1 WHERE pk = 'absent' AND attribute_not_exists(pk)")) {
      conditionFailed(() -> db.run(update));
    }
    assertThat(table.has(absent)).isFalse();
  }

  @Test
  void a_condition_that_fails_leaves_the_item_as_it_was() {
    var failed =
        conditionFailed(() ->
            db.run(
                "UPDATE T! SET n = 9 WHERE pk = 'a' AND data = 'new'",
                r ->
                    r.returnValuesOnConditionCheckFailure(
                        ReturnValuesOnConditionCheckFailure.ALL_OLD)));
    assertThat(failed.item()).isEqualTo(ITEM);
    assertThat(conditionFailed(() -> db.run("DELETE FROM T! WHERE pk = 'a' AND n = 6")).hasItem())
        .isFalse();
    assertThat(table.get(KEY)).isEqualTo(ITEM);
  }

  @Test
  void a_delete_of_a_missing_item_does_nothing_whatever_it_wants() {
    var answer = db.run("DELETE FROM T! WHERE pk = 'absent' AND n = 1 RETURNING ALL OLD *");
    assertThat(answer.hasItems()).isTrue();
    assertThat(answer.items()).isEmpty();
  }

  @Test
  void a_delete_shows_what_was_there() {
    assertThat(db.items("DELETE FROM T! WHERE pk = 'a' AND n = 5 RETURNING ALL OLD *"))
        .containsExactly(ITEM);
    assertThat(table.has(KEY)).isFalse();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "SET data = 'new' | MODIFIED OLD | {data=old}",
        "SET data = 'new' | MODIFIED NEW | {data=new}",
        "SET fresh = 'x' | MODIFIED OLD | ",
        "SET fresh = 'x' | MODIFIED NEW | {fresh=x}",
        "REMOVE data | MODIFIED OLD | {data=old}",
        "REMOVE data | MODIFIED NEW | ",
        "SET m.sub = 'new' | MODIFIED NEW | {m={sub=new}}",
        "SET l[2] = 'y', l[0] = 'x' | MODIFIED NEW | {l=[x, y]}",
        "SET l[2] = 'y', l[0] = 'x' | MODIFIED OLD | {l=[a, c]}",
        "SET l[5] = 'd' | MODIFIED NEW | ",
        "SET l[3] = 'd' | MODIFIED NEW | {l=[d]}",
        "REMOVE l[1] | MODIFIED NEW | {l=[c]}",
        "REMOVE l[2] | MODIFIED NEW | ",
        "REMOVE l[2] | MODIFIED OLD | {l=[c]}",
      })
  void modified_shows_what_stands_at_the_paths(String clauses, String shown, String expected) {
    var items = db.items("UPDATE T! " + clauses + " WHERE pk = 'a' RETURNING " + shown + " *");
    if (expected == null) assertThat(items).isEmpty();
    else assertThat(items).extracting(ExecuteStatementWritesTest::text).containsExactly(expected);
  }

  private static String text(Map<String, AttributeValue> item) {
    return item.entrySet().stream()
        .map(e -> e.getKey() + "=" + text(e.getValue()))
        .toList()
        .toString()
        .replaceFirst("^\\[", "{")
        .replaceFirst("]$", "}");
  }

  private static String text(AttributeValue value) {
    if (value.hasM()) return text(value.m());
    return value.hasL() ? value.l().stream().map(AttributeValue::s).toList().toString() : value.s();
  }

  @Test
  void all_shows_the_whole_item() {
    var old = db.items("UPDATE T! SET n = 6 WHERE pk = 'a' RETURNING ALL OLD *");
    assertThat(old).containsExactly(ITEM);
    var now = db.items("UPDATE T! SET n = 7 WHERE pk = 'a' RETURNING ALL NEW *");
    assertThat(now).containsExactly(Attributes.with(ITEM, Map.of("n", n(7))));
  }

  @Test
  void a_write_consumes_what_it_writes() {
    var answer =
        db.run(
            "UPDATE T! SET n = 6 WHERE pk = 'a'",
            r -> r.returnConsumedCapacity(ReturnConsumedCapacity.TOTAL));
    assertThat(answer.consumedCapacity().capacityUnits()).isEqualTo(1.0);
  }
}
