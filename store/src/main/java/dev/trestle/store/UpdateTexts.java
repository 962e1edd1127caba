package dev.trestle.store;

import dev.trestle.model.Change;
import dev.trestle.model.Operand;
import dev.trestle.model.Update;
import dev.trestle.model.codec.RecordShape;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Changes as DynamoDB wants them. */
final class UpdateTexts<P> {
  /** The clauses of an update expression. */
  enum Clause {
    SET,
    REMOVE,
    ADD,
    DELETE
  }

  private final ExpressionDraft<P> draft;
  private final ConditionTexts<P> conditions;
  private final RecordShape<P> parameters;
  private final Map<Clause, List<Text>> clauses = new EnumMap<>(Clause.class);

  UpdateTexts(ExpressionDraft<P> draft, ConditionTexts<P> conditions, RecordShape<P> parameters) {
    this.draft = draft;
    this.conditions = conditions;
    this.parameters = parameters;
  }

  /** The whole update: what is declared, and what follows from it. */
  static <P> Text of(Update<P, ?> update, ExpressionDraft<P> draft, ConditionTexts<P> conditions) {
    var texts = new UpdateTexts<>(draft, conditions, update.parameters());
    update.changes().forEach(texts::add);
    IndexKeys.of(update).forEach(key -> texts.setOrRemove(draft.name(key.attribute()), key));
    update
        .entity()
        .version()
        .map(component -> update.entity().attribute(component).name())
        .ifPresent(attribute -> texts.count(draft.name(attribute)));
    return texts.finish();
  }

  private void add(Change change) {
    var target = conditions.target(change.path());
    switch (change) {
      case Change.Set(var _, Operand.Literal<?>(var value)) -> set(target, target.stored(value));
      case Change.Set(var _, Operand.Parameter<?>(var named)) ->
          set(target, parameters.component(named.component()));
      case Change.Set(var _, var operand) ->
          add(Clause.SET, target.path() + " = " + operand(operand, target, false));
      case Change.Remove _ -> add(Clause.REMOVE, target.path());
      case Change.Add(var _, var operand) -> members(Clause.ADD, target, operand);
      case Change.Take(var _, var operand) -> members(Clause.DELETE, target, operand);
    }
  }

  private void set(Target target, @Nullable AttributeValue literal) {
    if (literal == null) add(Clause.REMOVE, target.path());
    else add(Clause.SET, target.path() + " = " + draft.literal(literal));
  }

  private void set(Target target, RecordShape.Component component) {
    ValueSource<P> source = (given, _) -> target.stored(parameters.value(given, component.index()));
    if (target.mayBeAbsent(component)) setOrRemove(target.path(), source);
    else add(Clause.SET, target.path() + " = " + draft.value(source));
  }

  private void setOrRemove(String path, ValueSource<P> source) {
    var value = draft.maybe(source);
    add(Clause.SET, Text.either(value.bit(), path + " = " + value.name(), ""));
    add(Clause.REMOVE, Text.either(value.bit(), "", path));
  }

  /** Numbers or members; an empty set has none and is left out. */
  private void members(Clause clause, Target target, Operand<?> operand) {
    if (operand instanceof Operand.Parameter<?>(var named)) {
      var component = parameters.component(named.component());
      var value =
          draft.maybe((given, _) -> target.stored(parameters.value(given, component.index())));
      add(clause, Text.either(value.bit(), target.path() + " " + value.name(), ""));
    } else if (operand instanceof Operand.Literal<?>(var amount)) {
      var stored = target.stored(amount);
      if (stored != null) add(clause, target.path() + " " + draft.literal(stored));
    } else {
      throw new IllegalArgumentException("only a value or a parameter can be added or taken");
    }
  }

  private void count(String version) {
    add(Clause.ADD, version + " " + draft.literal(AttributeValue.fromN("1")));
  }

  private String operand(Operand<?> operand, Target target, boolean inner) {
    return switch (operand) {
      case Operand.Literal<?>(var value) -> literal(target, value);
      case Operand.Parameter<?>(var named) -> {
        var component = parameters.component(named.component());
        yield draft.value((given, _) -> target.stored(parameters.value(given, component.index())));
      }
      case Operand.Current<?>(var path) -> conditions.target(path).path();
      case Operand.Plus<?>(var left, var right) -> sum(left, " + ", right, target, inner);
      case Operand.Minus<?>(var left, var right) -> sum(left, " - ", right, target, inner);
      case Operand.OrElse<?>(var path, var otherwise) ->
          "if_not_exists(%s, %s)"
              .formatted(conditions.target(path).path(), operand(otherwise, target, true));
      case Operand.Joined<?>(var first, var second) ->
          "list_append(%s, %s)"
              .formatted(operand(first, target, true), operand(second, target, true));
    };
  }

  private String literal(Target target, Object value) {
    var stored = target.stored(value);
    if (stored == null) throw new IllegalArgumentException("nothing to compute with");
    return draft.literal(stored);
  }

  private String sum(Operand<?> left, String sign, Operand<?> right, Target target, boolean inner) {
    if (inner) throw new IllegalArgumentException("DynamoDB adds or subtracts once in a value");
    return operand(left, target, true) + sign + operand(right, target, true);
  }

  private void add(Clause clause, String text) {
    add(clause, Text.fixed(text));
  }

  private void add(Clause clause, Text text) {
    clauses.computeIfAbsent(clause, _ -> new ArrayList<>()).add(text);
  }

  private Text finish() {
    var parts = new ArrayList<Text>();
    clauses.forEach(
        (clause, texts) -> parts.add(Text.joined(texts, ", ").around(clause + " ", "")));
    return Text.joined(parts, " ");
  }
}
