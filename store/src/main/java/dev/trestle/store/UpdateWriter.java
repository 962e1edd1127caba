package dev.trestle.store;

import dev.trestle.model.Update;
import dev.trestle.model.expression.OperandTree;
import dev.trestle.model.expression.UpdateAction;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Converts updates to DynamoDB's update expressions. */
final class UpdateWriter<P> {
  /** The clauses of an update expression. */
  enum Clause {
    SET,
    REMOVE,
    ADD,
    DELETE
  }

  private final ExpressionBuilder<P> builder;
  private final ConditionWriter<P> conditions;
  private final OperandWriter<P> operands;
  private final Map<Clause, List<ExpressionText>> clauses = new EnumMap<>(Clause.class);

  private UpdateWriter(ExpressionBuilder<P> builder, ConditionWriter<P> conditions) {
    this.builder = builder;
    this.conditions = conditions;
    this.operands = conditions.operands();
  }

  /** Writes the whole update: the declared actions and those that follow from them. */
  static <P> ExpressionText of(
      Update<P, ?> update, ExpressionBuilder<P> builder, ConditionWriter<P> conditions) {
    var writer = new UpdateWriter<>(builder, conditions);
    update.actions().forEach(writer::add);
    IndexKeyUpdates.of(update, conditions.operands().parameters()).forEach(writer::set);
    update
        .entity()
        .version()
        .map(component -> update.entity().attribute(component).name())
        .ifPresent(attribute -> writer.count(builder.name(attribute)));
    return writer.finish();
  }

  private void add(UpdateAction action) {
    var target = conditions.target(action.path());
    switch (action) {
      case UpdateAction.Set(var ignored, OperandTree.Literal(var value)) -> {
        set(target, builder.literal(OperandWriter.sdk(value)));
        removeFormer(target);
      }
      case UpdateAction.Set(var ignored, OperandTree.Parameter(var name)) -> {
        setParameter(target, name);
        removeFormer(target);
      }
      case UpdateAction.Set(var path, OperandTree.OrElse(var own, OperandTree.Parameter(var name)))
          when own.equals(path) && mayBeAbsent(target, name) ->
          setIfMissing(target, name);
      case UpdateAction.Set(var ignored, var operand) -> set(target, operand(operand, target));
      case UpdateAction.Remove ignored -> {
        add(Clause.REMOVE, target.path());
        removeFormer(target);
      }
      case UpdateAction.Add(var ignored, var operand) -> add(target, operand);
      case UpdateAction.AddAll(var ignored, var operand) -> members(Clause.ADD, target, operand);
      case UpdateAction.RemoveAll(var ignored, var operand) ->
          members(Clause.DELETE, target, operand);
    }
  }

  /**
   * Also removes the attribute, or the component in it, under its former names. Otherwise the old
   * value would reappear once the new one is removed.
   */
  private void removeFormer(PathTarget target) {
    var attribute = builder.name(target.root().name());
    target.formerWithin().forEach(place -> add(Clause.REMOVE, attribute + place));
    if (target.attribute().isEmpty()) return;
    target.formerNames().forEach(former -> add(Clause.REMOVE, builder.name(former)));
  }

  private void set(IndexKeyUpdates.IndexKey<P> key) {
    var name = builder.name(key.attribute());
    if (key.onInsert()) {
      var value = builder.maybe(key);
      add(
          Clause.SET,
          ExpressionText.either(
              value.bit(), "%1$s = if_not_exists(%1$s, %2$s)".formatted(name, value.name()), ""));
    } else {
      setOrRemove(name, key);
    }
  }

  private void set(PathTarget target, String value) {
    add(Clause.SET, target.path() + " = " + value);
  }

  private void setParameter(PathTarget target, String name) {
    var parameter = operands.parameters().value(name);
    ValueSource<P> source = (given, ignored) -> target.stored(parameter.apply(given));
    if (mayBeAbsent(target, name)) {
      setOrRemove(target.path(), source);
    } else {
      set(target, builder.value(source));
    }
  }

  private boolean mayBeAbsent(PathTarget target, String parameter) {
    return target.mayBeAbsent(operands.parameters().component(parameter).type());
  }

  /** Where the parameter is absent, an item without the attribute stays without it. */
  private void setIfMissing(PathTarget target, String name) {
    expectCurrentName(target);
    var parameter = operands.parameters().value(name);
    var value = builder.maybe((given, ignored) -> target.stored(parameter.apply(given)));
    add(
        Clause.SET,
        ExpressionText.either(
            value.bit(),
            "%1$s = if_not_exists(%1$s, %2$s)".formatted(target.path(), value.name()),
            ""));
  }

  /**
   * An item that has the attribute under a former name would be taken to lack it. Inside of an
   * attribute, DynamoDB refuses such an item by itself.
   */
  private static void expectCurrentName(PathTarget target) {
    boolean renamed =
        target.attribute().isEmpty() ? !target.formerWithin().isEmpty() : target.isRenamed();
    if (renamed || target.defaultWithin()) ConditionWriter.current(target);
  }

  /** What is added to must be under its own name, and have no default that would be added to. */
  private static void expectCertain(PathTarget target) {
    boolean changed = !target.formerWithin().isEmpty() || target.defaultWithin();
    if (changed || target.attribute().isPresent()) ConditionWriter.current(target);
  }

  private void setOrRemove(String path, ValueSource<P> source) {
    var value = builder.maybe(source);
    add(Clause.SET, ExpressionText.either(value.bit(), path + " = " + value.name(), ""));
    add(Clause.REMOVE, ExpressionText.either(value.bit(), "", path));
  }

  /** A missing number counts as zero or as its default. */
  private void add(PathTarget target, OperandTree operand) {
    var amount = operands.placed(operands.amount(operand, target));
    if (target.whenMissing().isEmpty()) {
      expectCertain(target);
      add(Clause.ADD, target.path() + " " + amount);
    } else {
      set(target, orDefault(target) + " + " + amount);
    }
  }

  /** Writes the members of a set. If a parameter has none, nothing is done. */
  private void members(Clause clause, PathTarget target, OperandTree operand) {
    expectCertain(target);
    switch (operand) {
      case OperandTree.Literal(var value) ->
          add(clause, target.path() + " " + builder.literal(OperandWriter.sdk(value)));
      case OperandTree.Parameter(var name) -> {
        var parameter = operands.parameters().value(name);
        var value = builder.maybe((given, ignored) -> target.stored(parameter.apply(given)));
        add(clause, ExpressionText.either(value.bit(), target.path() + " " + value.name(), ""));
      }
      case OperandTree.Current ignored -> throw computed();
      case OperandTree.Plus ignored -> throw computed();
      case OperandTree.Minus ignored -> throw computed();
      case OperandTree.OrElse ignored -> throw computed();
      case OperandTree.Joined ignored -> throw computed();
    }
  }

  private static IllegalArgumentException computed() {
    return new IllegalArgumentException("only a value or a parameter can be added or removed");
  }

  private void count(String version) {
    add(Clause.ADD, version + " " + builder.literal(AttributeValue.fromN("1")));
  }

  private String operand(OperandTree operand, PathTarget target) {
    return switch (operand) {
      case OperandTree.Literal(var value) -> builder.literal(OperandWriter.sdk(value));
      case OperandTree.Parameter(var name) -> {
        var parameter = operands.parameters().value(name);
        yield builder.value((given, ignored) -> target.stored(parameter.apply(given)));
      }
      case OperandTree.Current(var path) -> orDefault(conditions.target(path));
      case OperandTree.Plus(var left, var right) ->
          term(left, target) + " + " + term(right, target);
      case OperandTree.Minus(var left, var right) ->
          term(left, target) + " - " + term(right, target);
      case OperandTree.OrElse(var path, var otherwise) ->
          orElse(conditions.target(path), operand(otherwise, target));
      case OperandTree.Joined(var first, var second) ->
          "list_append(%s, %s)".formatted(operand(first, target), operand(second, target));
    };
  }

  /** The item's value, or the default if it has none. */
  private String orDefault(PathTarget target) {
    expectCurrentName(target);
    return target
        .whenMissing()
        .map(missing ->
            orElse(target, builder.literal(Objects.requireNonNull(target.stored(missing)))))
        .orElse(target.path());
  }

  private String orElse(PathTarget target, String otherwise) {
    expectCurrentName(target);
    return "if_not_exists(%s, %s)".formatted(target.path(), otherwise);
  }

  /** One term of a sum. DynamoDB allows only one addition or subtraction per value. */
  private String term(OperandTree operand, PathTarget target) {
    return switch (operand) {
      case OperandTree.Literal ignored -> operands.placed(operands.amount(operand, target));
      case OperandTree.Parameter ignored -> operands.placed(operands.amount(operand, target));
      case OperandTree.Current(var path) -> orDefault(conditions.target(path));
      case OperandTree.OrElse(var path, var otherwise) ->
          orElse(conditions.target(path), term(otherwise, target));
      case OperandTree.Plus ignored -> throw twice();
      case OperandTree.Minus ignored -> throw twice();
      case OperandTree.Joined ignored -> throw twice();
    };
  }

  private static IllegalArgumentException twice() {
    return new IllegalArgumentException("DynamoDB adds or subtracts once in a value");
  }

  private void add(Clause clause, String text) {
    add(clause, ExpressionText.fixed(text));
  }

  private void add(Clause clause, ExpressionText text) {
    clauses.computeIfAbsent(clause, ignored -> new ArrayList<>()).add(text);
  }

  private ExpressionText finish() {
    var parts = new ArrayList<ExpressionText>();
    clauses.forEach(
        (clause, texts) -> parts.add(ExpressionText.joined(texts, ", ").around(clause + " ", "")));
    return ExpressionText.joined(parts, " ");
  }
}
