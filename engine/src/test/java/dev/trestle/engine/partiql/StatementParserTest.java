package dev.trestle.engine.partiql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trestle.engine.expression.Column;
import dev.trestle.engine.expression.Comparator;
import dev.trestle.engine.expression.ParsedAction;
import dev.trestle.engine.expression.ParsedOperand;
import dev.trestle.engine.expression.PathElement;
import dev.trestle.engine.expression.Predicate;
import dev.trestle.engine.partiql.Statement.Order;
import dev.trestle.engine.partiql.Statement.Returning;
import dev.trestle.engine.partiql.Statement.Target;
import dev.trestle.engine.refusal.Refusal.ValidationException;
import dev.trestle.item.Type;
import dev.trestle.item.Value;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class StatementParserTest {
  private static Statement parsed(String text) {
    return PreparedStatement.of(text).statement();
  }

  private static ParsedOperand.Path path(String... names) {
    return new ParsedOperand.Path(Arrays.stream(names).map(PathElement.Name::new).toList());
  }

  private static ParsedOperand value(int slot) {
    return new ParsedOperand.ValueReference(slot, "?" + slot);
  }

  private static Predicate equal(String name, int slot) {
    return new Predicate.Compare(Comparator.EQ, path(name), value(slot));
  }

  private static Predicate where(String condition) {
    return ((Statement.Select) parsed("SELECT * FROM t WHERE " + condition)).where().orElseThrow();
  }

  @Test
  void a_select_has_columns_a_target_a_condition_and_an_order() {
    assertThat(parsed("SELECT a, b.c FROM \"t-1\".i WHERE a = 1 ORDER BY a DESC, \"b\" ASC, c;"))
        .isEqualTo(
            new Statement.Select(
                new Target("t-1", Optional.of("i")),
                List.of(new Column(path("a"), "a"), new Column(path("b", "c"), "c")),
                Optional.of(equal("a", 0)),
                List.of(new Order("a", true), new Order("b", false), new Order("c", false))));
  }

  @Test
  void and_binds_closer_than_or_and_not_closest() {
    assertThat(where("a = 1 OR NOT b = 2 AND c = 3"))
        .isEqualTo(
            new Predicate.Or(
                equal("a", 0), new Predicate.And(new Predicate.Not(equal("b", 1)), equal("c", 2))));
    assertThat(where("(a = 1 OR b = 2) AND c = 3"))
        .isEqualTo(
            new Predicate.And(new Predicate.Or(equal("a", 0), equal("b", 1)), equal("c", 2)));
    assertThat(where("NOT a = 1 AND b = 2")).isInstanceOf(Predicate.And.class);
  }

  @Test
  void a_condition_is_worth_a_boolean_where_it_is_compared() {
    assertThat(where("(a = 1) = b"))
        .isEqualTo(
            new Predicate.Compare(
                Comparator.EQ, new ParsedOperand.Truth(equal("a", 0)), path("b")));
  }

  @Test
  void literals_and_parameters_take_slots_in_their_order() {
    var prepared =
        PreparedStatement.of("SELECT * FROM t WHERE a = ? AND b = 'x' AND c IN [?, 2.50]");
    assertThat(prepared.values(List.of(Value.bool(true), Value.nul())))
        .containsExactly(Value.bool(true), Value.string("x"), Value.nul(), Value.number("2.5"));
    assertThatThrownBy(() -> prepared.values(List.of(Value.nul())))
        .isInstanceOf(ValidationException.class)
        .hasMessage("Number of parameters in request and statement don't match.");
  }

  @Test
  void a_quote_is_doubled_to_stand_for_itself() {
    var prepared = PreparedStatement.of("SELECT \"a\"\"b\" FROM t WHERE c = 'it''s ?' -- '");
    assertThat(((Statement.Select) prepared.statement()).columns())
        .containsExactly(new Column(path("a\"b"), "a\"b"));
    assertThat(prepared.values(List.of())).containsExactly(Value.string("it's ?"));
  }

  @Test
  void an_update_has_its_clauses_in_their_order() {
    var update =
        (Statement.Update)
            parsed(
                "update t set a = 1, b = c + ? remove d[0] set e = set_add(e, <<'x'>>) where"
                    + " pk = 1 returning modified new *");
    assertThat(update.actions())
        .containsExactly(
            new ParsedAction.Set(path("a"), new ParsedAction.Assigned.Plain(value(0))),
            new ParsedAction.Set(path("b"), new ParsedAction.Assigned.Plus(path("c"), value(1))),
            new ParsedAction.Remove(
                new ParsedOperand.Path(
                    List.of(new PathElement.Name("d"), new PathElement.Index(0)))),
            new ParsedAction.Add(path("e"), new ParsedOperand.ValueReference(2, "?2")));
    assertThat(update.returning()).contains(Returning.MODIFIED_NEW);
    assertThat(update.where()).contains(equal("pk", 3));
  }

  @Test
  void both_orders_of_an_update_are_one() {
    assertThat(parsed("FROM t WHERE pk = 1 REMOVE a"))
        .isEqualTo(parsed("UPDATE t REMOVE a WHERE pk = 1"));
  }

  @Test
  void an_inserted_item_has_its_attributes_by_name() {
    var prepared = PreparedStatement.of("INSERT INTO t VALUE {'a': ?, 'b': [1, {'c': <<1, 2>>}]}");
    var item =
        ((Statement.Insert) prepared.statement())
            .item()
            .in(prepared.values(List.of(Value.string("x"))));
    assertThat(item.get("a")).contains(Value.string("x"));
    var map = item.get("b").orElseThrow().element(1).orElseThrow();
    assertThat(map.type()).isEqualTo(Type.M);
    assertThatThrownBy(() -> parsed("INSERT INTO t VALUE {'a': 1, 'a': 2}"))
        .hasMessage("The name a is given twice");
  }

  @Test
  void keywords_name_nothing_unless_they_are_quoted() {
    assertThat(where("\"date\" = 1")).isEqualTo(equal("date", 0));
    assertThatThrownBy(() -> where("date = 1")).hasMessageEndingWith("Unexpected keyword");
    assertThatThrownBy(() -> where("a.user = 1"))
        .hasMessageEndingWith("Invalid path dot component");
    assertThatThrownBy(() -> parsed("UPDATE t SET size = 1 WHERE pk = 1"))
        .hasMessageEndingWith("Expected identifier for simple path");
  }

  @Test
  void a_place_is_told_by_line_and_column() {
    assertThatThrownBy(() -> where("a = 1\n  AND f(b)")).hasMessageEndingWith("f at 2:7:1");
    assertThatThrownBy(() -> where("a = '\n' AND /* \n */ f(b)"))
        .hasMessageEndingWith("f at 3:5:1");
  }
}
