package dev.trestle.store;

import dev.trestle.model.Entity;
import dev.trestle.model.expression.AttributePath;
import dev.trestle.model.expression.Comparison;
import dev.trestle.model.expression.ConditionTree;
import dev.trestle.model.expression.OperandTree;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Converts conditions to DynamoDB's condition expressions, with the meaning that they have for
 * records: comparisons follow the order of the values, older items are checked under former
 * attribute names, and a missing attribute counts as its default.
 */
final class ConditionWriter<P> {
  private final ExpressionBuilder<P> builder;
  private final List<Entity<?>> entities;
  private final OperandWriter<P> operands;

  ConditionWriter(
      ExpressionBuilder<P> builder,
      List<? extends Entity<?>> entities,
      PatternParameters<P> parameters) {
    this.builder = builder;
    this.entities = List.copyOf(entities);
    this.operands = new OperandWriter<>(builder, parameters);
  }

  OperandWriter<P> operands() {
    return operands;
  }

  ExpressionText of(ConditionTree condition) {
    return switch (condition) {
      case ConditionTree.Compare(var path, var comparison, var operand) ->
          compare(target(path), comparison, operand);
      case ConditionTree.CompareSize(var path, var comparison, var operand) ->
          size(target(path), comparison, operand);
      case ConditionTree.Between(var path, var from, var to) ->
          ExpressionText.joined(
              List.of(
                  compare(target(path), Comparison.AT_LEAST, from).around("(", ")"),
                  compare(target(path), Comparison.AT_MOST, to).around("(", ")")),
              " AND ");
      case ConditionTree.OneOf(var path, var values) -> oneOf(target(path), values);
      case ConditionTree.BeginsWith(var path, var operand) -> {
        var target = target(path);
        yield function("begins_with", target, target, operand, StoredValues::beginsWith);
      }
      case ConditionTree.Contains(var path, var operand) -> {
        var target = target(path);
        yield function("contains", target, target.element(), operand, StoredValues::contains);
      }
      case ConditionTree.Present(var path) -> anyName(target(path));
      case ConditionTree.Absent(var path) -> noName(target(path));
      case ConditionTree.ItemExists() -> exists(partition());
      case ConditionTree.ItemAbsent() -> lacks(partition());
      case ConditionTree.All(var all) -> joined(all, " AND ");
      case ConditionTree.Any(var any) -> joined(any, " OR ");
      case ConditionTree.Not(var inner) -> of(inner).around("NOT (", ")");
    };
  }

  private ExpressionText joined(List<ConditionTree> conditions, String by) {
    return ExpressionText.joined(
        conditions.stream().map(each -> of(each).around("(", ")")).toList(), by);
  }

  static ExpressionText exists(String path) {
    return ExpressionText.fixed("attribute_exists(" + path + ")");
  }

  static ExpressionText lacks(String path) {
    return ExpressionText.fixed("attribute_not_exists(" + path + ")");
  }

  private String partition() {
    return builder.name(entities.getFirst().table().partition().name());
  }

  PathTarget target(AttributePath path) {
    return PathTarget.of(path, entities, builder, operands.parameters());
  }

  /** The attribute under its current name, then under each former name. */
  private List<PathTarget> names(PathTarget target) {
    var attributes = new ArrayList<String>();
    attributes.add(builder.name(target.root().name()));
    target.formerNames().forEach(former -> attributes.add(builder.name(former)));
    var names = new ArrayList<PathTarget>();
    for (var attribute : attributes) {
      names.add(target.named(attribute, target.within()));
      target.formerWithin().forEach(place -> names.add(target.named(attribute, place)));
    }
    return names;
  }

  private ExpressionText anyName(PathTarget target) {
    return ExpressionText.joined(
        names(target).stream().map(name -> exists(name.path())).toList(), " OR ");
  }

  private ExpressionText noName(PathTarget target) {
    return ExpressionText.joined(
        names(target).stream().map(name -> lacks(name.path())).toList(), " AND ");
  }

  private ExpressionText compare(PathTarget target, Comparison comparison, OperandTree operand) {
    expectOneForm(target);
    var physical = target.isDescending() ? comparison.reversed() : comparison;
    if (comparison.isEquality() && operands.mayBeAbsent(operand, target)) {
      return compareMaybe(target, physical, operand);
    }
    var text = text(operand, target);
    return compare(target, physical, text, missing(target, physical, operand));
  }

  private ExpressionText compare(
      PathTarget target, Comparison comparison, String operand, Missing<P> missing) {
    return everywhere(
        target,
        name -> ExpressionText.fixed(name.path() + " " + comparison.sign() + " " + operand),
        comparison == Comparison.NOT_EQUAL,
        missing);
  }

  /** Comparing with an absent value checks that the attribute is absent. */
  private ExpressionText compareMaybe(
      PathTarget target, Comparison comparison, OperandTree operand) {
    var source = operands.compared(operand, target).orElseThrow();
    var value = builder.maybe((given, ignored) -> source.apply(given));
    var present = compare(target, comparison, value.name(), missing(target, comparison, operand));
    var absent = comparison == Comparison.EQUAL ? noName(target) : anyName(target);
    return ExpressionText.either(value.bit(), present, absent);
  }

  /** The result of a comparison if the item has no such attribute: it is unequal to every value. */
  private Missing<P> missing(PathTarget target, Comparison comparison, OperandTree operand) {
    if (target.whenMissing().isEmpty()) {
      return comparison == Comparison.NOT_EQUAL ? new Missing.Holds<>() : new Missing.Fails<>();
    }
    return missing(
        target, operand, (missing, given) -> StoredValues.holds(missing, comparison, given));
  }

  private ExpressionText oneOf(PathTarget target, List<OperandTree> values) {
    expectOneForm(target);
    var texts = values.stream().map(value -> text(value, target)).toList();
    var tests =
        values.stream().map(value -> missing(target, value, AttributeValue::equals)).toList();
    return everywhere(
        target,
        name -> ExpressionText.fixed("%s IN (%s)".formatted(name.path(), String.join(", ", texts))),
        false,
        tests.getFirst() instanceof Missing.Fails<P>
            ? tests.getFirst()
            : new Missing.Depends<>(given -> tests.stream().anyMatch(test -> test.holds(given))));
  }

  /** Evaluates a function on two stored values. */
  private interface Test {
    boolean holds(AttributeValue missing, AttributeValue given);
  }

  private ExpressionText function(
      String function, PathTarget target, PathTarget element, OperandTree operand, Test test) {
    expectOneForm(target);
    var text = text(operand, element);
    return everywhere(
        target,
        name -> ExpressionText.fixed("%s(%s, %s)".formatted(function, name.path(), text)),
        false,
        missing(target, element, operand, test));
  }

  /** A missing set is empty. */
  private ExpressionText size(PathTarget target, Comparison comparison, OperandTree operand) {
    expectOneForm(target);
    var amount = operands.amount(operand, target);
    var text = operands.placed(amount);
    var empty = target.isEmptyWhenMissing() ? Optional.of(0) : Optional.<Integer>empty();
    var size = target.whenMissing().map(target::stored).map(StoredValues::size).or(() -> empty);
    return everywhere(
        target,
        name ->
            ExpressionText.fixed("size(%s) %s %s".formatted(name.path(), comparison.sign(), text)),
        true,
        size.<Missing<P>>map(missing ->
                new Missing.Depends<>(given ->
                    comparison.holds(BigDecimal.valueOf(missing).compareTo(amount.apply(given)))))
            .orElse(new Missing.Fails<>()));
  }

  /** The result of a condition if the item lacks the attribute but is read with a default. */
  private Missing<P> missing(PathTarget target, OperandTree operand, Test test) {
    return missing(target, target, operand, test);
  }

  /**
   * The same for an operand that is stored as this element is: what is searched for in a list is no
   * list.
   */
  private Missing<P> missing(
      PathTarget target, PathTarget element, OperandTree operand, Test test) {
    var missing = target.whenMissing().map(target::stored);
    if (missing.isEmpty()) return new Missing.Fails<>();
    var value =
        operands
            .compared(operand, element)
            .orElseThrow(() ->
                new IllegalArgumentException(
                    "%s has a default, so it cannot be compared with another component"
                        .formatted(target.root().component())));
    return new Missing.Depends<>(given -> {
      var compared = value.apply(given);
      return compared != null && test.holds(missing.get(), compared);
    });
  }

  /** Returns whether a condition holds for an item without the attribute. */
  private sealed interface Missing<P> {
    record Holds<P>() implements Missing<P> {}

    record Fails<P>() implements Missing<P> {}

    record Depends<P>(Predicate<P> holds) implements Missing<P> {}

    default boolean holds(P given) {
      return switch (this) {
        case Holds<P>() -> true;
        case Fails<P>() -> false;
        case Depends<P>(var test) -> test.test(given);
      };
    }
  }

  /**
   * Applies the condition to every name that items may have the attribute under, and to items that
   * do not have it.
   *
   * @param guarded whether DynamoDB treats the condition as true, or refuses it, if the attribute
   *     is missing
   */
  private ExpressionText everywhere(
      PathTarget target,
      Function<PathTarget, ExpressionText> condition,
      boolean guarded,
      Missing<P> missing) {
    boolean guard = guarded && (target.mayBeMissing() || target.isRenamed());
    boolean never = missing instanceof Missing.Fails<P> || !target.mayBeMissing();
    if (!target.isRenamed() && !guard && never) return condition.apply(target);
    var cases = new ArrayList<ExpressionText>();
    var before = new ArrayList<ExpressionText>();
    for (var name : names(target)) {
      var terms = new ArrayList<>(before);
      if (guard) terms.add(exists(name.path()));
      terms.add(condition.apply(name));
      cases.add(ExpressionText.joined(terms, " AND ").around("(", ")"));
      before.add(lacks(name.path()));
    }
    var without = ExpressionText.joined(before, " AND ").around("(", ")");
    switch (missing) {
      case Missing.Holds<P>() -> cases.add(without);
      case Missing.Fails<P>() -> {}
      case Missing.Depends<P>(var holds) ->
          cases.add(
              ExpressionText.either(builder.choice(holds), without, ExpressionText.fixed("")));
    }
    return ExpressionText.joined(cases, " OR ");
  }

  private String text(OperandTree operand, PathTarget target) {
    return switch (operand) {
      case OperandTree.Literal(var value) -> builder.literal(OperandWriter.sdk(value));
      case OperandTree.Parameter ignored -> {
        var source = operands.compared(operand, target).orElseThrow();
        yield builder.value((given, ignored2) -> source.apply(given));
      }
      case OperandTree.Current(var path) -> current(target(path));
      case OperandTree.Plus ignored -> throw computed();
      case OperandTree.Minus ignored -> throw computed();
      case OperandTree.OrElse ignored -> throw computed();
      case OperandTree.Joined ignored -> throw computed();
    };
  }

  /** An older item may have the value under a former name, or not at all. */
  static String current(PathTarget target) {
    boolean hasDefault = target.root().absent().isPresent() || target.defaultWithin();
    if (!target.isRenamed() && !hasDefault) return target.path();
    throw new IllegalArgumentException(
        ("%s has %s, and items may lack the attribute, so nothing can be compared with or made of"
                + " it. Set it to a value or a parameter.")
            .formatted(
                target.root().component(), target.isRenamed() ? "former names" : "a default"));
  }

  /** DynamoDB compares what is stored; the same value in an older form would be unequal. */
  private static void expectOneForm(PathTarget target) {
    if (!target.defaultWithin() && !target.codec().mayVary()) return;
    throw new IllegalArgumentException(
        ("A record in %s has former names or a default, so items may have it in another form, and"
                + " it cannot be compared. Compare a component of it that has none.")
            .formatted(target.root().component()));
  }

  private static IllegalArgumentException computed() {
    return new IllegalArgumentException("a condition compares, it cannot compute");
  }
}
