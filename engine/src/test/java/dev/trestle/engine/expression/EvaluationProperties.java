package dev.trestle.engine.expression;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.engine.refusal.Refusal.ValidationException;
import dev.trestle.gen.Gen;
import dev.trestle.gen.Property;
import dev.trestle.item.Item;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Compares expressions on encoded items with the same expressions on plain Java maps. */
class EvaluationProperties {
  private static final int RUNS = 20_000;

  private record Case<T>(
      T expression, String text, Map<String, Object> item, Map<String, Object> values) {
    Map<String, String> names() {
      var names = new LinkedHashMap<String, String>();
      for (var name : List.of("a", "b", "c", "d", "Name_1")) {
        if (text.matches("(?s).*#" + name + "\\b.*")) names.put("#" + name, name);
      }
      return names;
    }

    Map<String, Object> usedValues() {
      var used = new LinkedHashMap<>(values);
      used.keySet().removeIf(value -> !text.matches("(?s).*" + value + "\\b.*"));
      return used;
    }

    Expressions expressions(boolean update) {
      var names = names().isEmpty() ? null : names();
      var values = usedValues().isEmpty() ? null : Plain.item(usedValues());
      return update
          ? Expressions.ofUpdate(text, null, names, values)
          : Expressions.ofCondition(text, names, values);
    }
  }

  @Test
  void a_condition_holds_for_encoded_items_if_it_does_for_plain_ones() {
    Gen<Case<Predicate>> cases =
        choices -> {
          var predicate = RandomExpressions.predicates().from(choices);
          var text = ExpressionText.of(predicate, choices.upTo(1000));
          return new Case<>(
              predicate,
              text,
              RandomItems.items().from(choices),
              RandomItems.values().from(choices));
        };
    var held = new AtomicInteger();
    var failed = new AtomicInteger();
    Property.check(
        RUNS,
        cases,
        it -> {
          BoundCondition condition;
          try {
            condition =
                BoundExpressions.of(it.expressions(false), LegacyParameters.NONE)
                    .condition()
                    .orElseThrow();
          } catch (ValidationException wrongOperands) {
            return;
          }
          boolean holds = condition.holds(Plain.item(it.item()));
          assertThat(holds)
              .isEqualTo(new NaiveCondition(it.item(), it.values()).holds(it.expression()));
          (holds ? held : failed).incrementAndGet();
        });
    assertThat(held.get()).as("conditions that hold").isGreaterThan(RUNS / 10);
    assertThat(failed.get()).as("conditions that do not").isGreaterThan(RUNS / 10);
  }

  @Test
  void an_update_of_an_encoded_item_is_that_of_a_plain_one() {
    Gen<Case<List<ParsedAction>>> cases =
        choices -> {
          var update = RandomExpressions.updates().from(choices);
          var text = ExpressionText.of(update, choices.upTo(1000));
          return new Case<>(
              update, text, RandomItems.items().from(choices), RandomItems.values().from(choices));
        };
    var applied = new AtomicInteger();
    Property.check(
        RUNS,
        cases,
        it -> {
          BoundUpdate plan;
          try {
            plan =
                BoundExpressions.of(it.expressions(true), LegacyParameters.NONE)
                    .update()
                    .orElseThrow();
          } catch (ValidationException wrongOperandsOrPaths) {
            return;
          }
          var before = Plain.item(it.item());
          var naive = new NaiveUpdate(it.item(), it.values()).apply(it.expression());
          var after = attempt(plan, before);
          assertThat(after.map(Plain::of)).isEqualTo(naive);
          if (after.isEmpty()) return;
          assertThat(after.get().bytes()).isEqualTo(Plain.item(naive.orElseThrow()).bytes());
          applied.incrementAndGet();
        });
    assertThat(applied.get()).as("updates that went through").isGreaterThan(RUNS / 20);
  }

  private static Optional<Item> attempt(BoundUpdate plan, Item item) {
    try {
      return Optional.of(plan.apply(item));
    } catch (ValidationException refused) {
      return Optional.empty();
    }
  }
}
