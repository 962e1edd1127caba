package dev.trestle.engine.operation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.engine.Engine;
import dev.trestle.engine.EngineOptions;
import dev.trestle.engine.expression.Expressions;
import dev.trestle.engine.expression.LegacyParameters;
import dev.trestle.engine.refusal.Refusal.ValidationException;
import dev.trestle.gen.Choices;
import dev.trestle.gen.Gen;
import dev.trestle.gen.Property;
import dev.trestle.item.Item;
import dev.trestle.item.Value;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A SELECT finds the same items as a scan with an equivalent filter, however it reads. */
class StatementReadProperties {
  private static final int RUNS = 1500;

  /** Refusals that depend on how the clause is split and not on the items. */
  private static final List<String> ACCEPTED =
      List.of(
          "Overlapping conditions with range keys are not supported in where clause",
          "Too many decomposed read operations for a given query.");

  private Engine engine;

  /** The same condition in both languages, with the expression's values. */
  private record Twin(String statement, String expression, Map<String, Value> values) {
    Twin join(String word, Twin other) {
      var both = new LinkedHashMap<>(values);
      both.putAll(other.values);
      return new Twin(
          "(" + statement + " " + word + " " + other.statement + ")",
          "(" + expression + " " + word + " " + other.expression + ")",
          both);
    }

    Twin not() {
      return new Twin("NOT " + statement, "NOT " + expression, values);
    }
  }

  private record Asked(Twin where, int limit, int order) {}

  @BeforeEach
  void open() {
    engine = Engine.open(EngineOptions.inMemory());
    engine.run(TableRequests.sorted().create());
    for (int p = 0; p < 4; p++) {
      for (int s = 0; s < 6; s++) {
        var item = new LinkedHashMap<String, Value>();
        item.put("pk", Value.string("p" + p));
        item.put("sk", Value.string("s" + s));
        if ((p + s) % 2 == 0) item.put("a", Value.number(s));
        if ((p + s) % 3 == 0) item.put("b", Value.string("b" + s));
        ReadRequests.put(engine, Item.of(item));
      }
    }
  }

  @AfterEach
  void close() {
    engine.close();
  }

  private static final Gen<Asked> ASKED =
      choices -> new Asked(twin(choices, 3), 1 + choices.oneOf(8), choices.oneOf(3));

  private static Twin twin(Choices choices, int depth) {
    return switch (choices.oneOf(depth == 0 ? 1 : 4)) {
      case 1 -> twin(choices, depth - 1).join("AND", twin(choices, depth - 1));
      case 2 -> twin(choices, depth - 1).join("OR", twin(choices, depth - 1));
      case 3 -> twin(choices, 0).not();
      default -> leaf(choices);
    };
  }

  private static Twin leaf(Choices choices) {
    var pk = text("p" + choices.oneOf(4));
    var other = text("p" + choices.oneOf(5));
    var sk = text("s" + choices.oneOf(6));
    var high = text("s" + (6 + choices.oneOf(3)));
    var number = number(choices.oneOf(6));
    return switch (choices.oneOf(12)) {
      case 0, 1 -> compare("pk", "=", pk);
      case 2 -> among("pk", pk, other);
      case 3 -> compare("sk", List.of("=", "<", "<=", ">", ">=").get(choices.oneOf(5)), sk);
      case 4 -> call("begins_with", "sk", choices.oneOf(2) == 0 ? sk : text("s"));
      case 5 -> between("sk", sk, high);
      case 6 -> among("sk", sk, high);
      case 7 -> compare("sk", "<>", sk);
      case 8 -> compare("a", List.of("=", "<>", "<", ">=").get(choices.oneOf(4)), number);
      case 9 -> new Twin("b IS MISSING", "attribute_not_exists(b)", Map.of());
      case 10 -> call("contains", "b", text("b" + choices.oneOf(6)));
      default -> compare("pk", List.of("<", ">=").get(choices.oneOf(2)), pk);
    };
  }

  private record Literal(String text, String placeholder, Value value) {}

  private static Literal text(String text) {
    return new Literal("'" + text + "'", ":" + text, Value.string(text));
  }

  private static Literal number(int number) {
    return new Literal("" + number, ":n" + number, Value.number(number));
  }

  private static Twin compare(String name, String operator, Literal literal) {
    var start = name + " " + operator + " ";
    return new Twin(start + literal.text, start + literal.placeholder, values(literal));
  }

  private static Twin call(String function, String name, Literal literal) {
    var start = function + "(" + name + ", ";
    return new Twin(start + literal.text + ")", start + literal.placeholder + ")", values(literal));
  }

  private static Twin between(String name, Literal low, Literal high) {
    var start = name + " BETWEEN ";
    return new Twin(
        start + low.text + " AND " + high.text,
        start + low.placeholder + " AND " + high.placeholder,
        values(low, high));
  }

  private static Twin among(String name, Literal one, Literal two) {
    return new Twin(
        name + " IN [" + one.text + ", " + two.text + "]",
        name + " IN (" + one.placeholder + ", " + two.placeholder + ")",
        values(one, two));
  }

  private static Map<String, Value> values(Literal... literals) {
    var values = new LinkedHashMap<String, Value>();
    for (var literal : literals) values.put(literal.placeholder, literal.value);
    return values;
  }

  @Test
  void a_select_finds_what_a_filtered_scan_finds() {
    var counts = new int[2];
    Property.check(
        RUNS,
        ASKED,
        asked -> {
          var found = selected(asked.where.statement, asked.limit);
          if (found.isEmpty()) {
            counts[0]++;
            return;
          }
          counts[1]++;
          assertThat(found.get()).containsExactlyInAnyOrderElementsOf(scanned(asked.where));
        });
    assertThat(counts[1]).as("conditions that were not refused").isGreaterThan(counts[0]);
  }

  @Test
  void an_ordered_select_is_in_order() {
    Property.check(
        RUNS / 3,
        ASKED,
        asked -> {
          var direction = asked.order == 0 ? "ASC" : "DESC";
          var pinned = "pk = 'p1' AND " + asked.where.statement;
          var found = selected(pinned + " ORDER BY sk " + direction, asked.limit).orElse(List.of());
          var keys = found.stream().map(item -> item.get("sk").orElseThrow().string()).toList();
          var sorted = new ArrayList<>(keys);
          sorted.sort(asked.order == 0 ? null : Comparator.reverseOrder());
          assertThat(keys).isEqualTo(sorted);
        });
  }

  /** Returns all pages, or empty if DynamoDB would reject the statement. */
  private Optional<List<Item>> selected(String where, int limit) {
    var items = new ArrayList<Item>();
    String token = null;
    try {
      do {
        var page =
            engine.run(
                new ExecuteStatement(
                    "SELECT * FROM people WHERE " + where, null, null, limit, token, null, null));
        items.addAll(page.items());
        token = page.nextToken().orElse(null);
      } while (token != null);
    } catch (ValidationException e) {
      if (ACCEPTED.contains(e.getMessage())) return Optional.empty();
      throw e;
    }
    return Optional.of(items);
  }

  private List<Item> scanned(Twin where) {
    var values = where.values.isEmpty() ? null : Item.of(where.values);
    var expressions = new Expressions(null, null, null, where.expression, null, null, values);
    return engine
        .run(
            new Scan(
                "people",
                null,
                expressions,
                LegacyParameters.NONE,
                null,
                null,
                null,
                null,
                null,
                null,
                null))
        .items();
  }
}
