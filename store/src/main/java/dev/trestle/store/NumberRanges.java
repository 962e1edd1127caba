package dev.trestle.store;

import dev.trestle.model.Update;
import dev.trestle.model.codec.Codec.Bounds;
import dev.trestle.model.expression.AttributePath;
import dev.trestle.model.expression.OperandTree;
import dev.trestle.model.expression.UpdateAction;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Conditions that keep sums in range. An int that grew beyond its range would make its item
 * unreadable, so an update that would do this is refused like one whose condition fails.
 */
final class NumberRanges<P> {
  private final ConditionWriter<P> conditions;
  private final OperandWriter<P> operands;
  private final ExpressionBuilder<P> builder;
  private final boolean upsert;
  private final List<ExpressionText> texts = new ArrayList<>();

  private NumberRanges(ConditionWriter<P> conditions, boolean upsert) {
    this.conditions = conditions;
    this.upsert = upsert;
    this.operands = conditions.operands();
    this.builder = operands.builder();
  }

  static <P> List<ExpressionText> of(Update<P, ?> update, ConditionWriter<P> conditions) {
    var ranges = new NumberRanges<>(conditions, update.upsert());
    update.actions().forEach(ranges::add);
    return ranges.texts;
  }

  private void add(UpdateAction action) {
    var target = conditions.target(action.path());
    var bounds = target.codec().bounds();
    if (bounds.isEmpty()) return;
    switch (action) {
      case UpdateAction.Add(var path, var amount) ->
          keep(path, Optional.empty(), operands.amount(amount, target), bounds.get());
      case UpdateAction.Set(var ignored, OperandTree.Plus(var left, var right)) ->
          sum(left, right, false, target, bounds.get());
      case UpdateAction.Set(var ignored, OperandTree.Minus(var left, var right)) ->
          sum(left, right, true, target, bounds.get());
      case UpdateAction.Set ignored -> {}
      case UpdateAction.Remove ignored -> {}
      case UpdateAction.AddAll ignored -> {}
      case UpdateAction.RemoveAll ignored -> {}
    }
  }

  private void sum(
      OperandTree left, OperandTree right, boolean minus, PathTarget target, Bounds bounds) {
    if (isGiven(right)) {
      var amount = operands.amount(right, target);
      keep(left, minus ? given -> amount.apply(given).negate() : amount, target, bounds);
    } else if (isGiven(left) && !minus) {
      keep(right, operands.amount(left, target), target, bounds);
    } else if (isGiven(left)) {
      keepDifference(left, right, target, bounds);
    } else {
      throw new IllegalArgumentException(
          "the sum of two components could leave the range of the third; add a value or a"
              + " parameter");
    }
  }

  private static boolean isGiven(OperandTree operand) {
    return operand instanceof OperandTree.Literal || operand instanceof OperandTree.Parameter;
  }

  private void keep(
      OperandTree base, Function<P, BigDecimal> amount, PathTarget target, Bounds bounds) {
    switch (base) {
      case OperandTree.Current(var path) -> keep(path, Optional.empty(), amount, bounds);
      case OperandTree.OrElse(var path, var otherwise) ->
          keep(path, Optional.of(operands.amount(otherwise, target)), amount, bounds);
      case OperandTree.Literal ignored -> {}
      case OperandTree.Parameter ignored -> {}
      case OperandTree.Plus ignored -> {}
      case OperandTree.Minus ignored -> {}
      case OperandTree.Joined ignored -> {}
    }
  }

  /**
   * The stored number plus the amount is in range. If the attribute is missing, the same must hold
   * for its default.
   */
  private void keep(
      AttributePath path,
      Optional<Function<P, BigDecimal>> missing,
      Function<P, BigDecimal> amount,
      Bounds bounds) {
    var base = conditions.target(path);
    Function<P, BigDecimal> least = given -> bounds.min().subtract(amount.apply(given));
    Function<P, BigDecimal> most = given -> bounds.max().subtract(amount.apply(given));
    int growing = builder.choice(given -> amount.apply(given).signum() >= 0);
    var within =
        ExpressionText.either(
            growing,
            ExpressionText.fixed(base.path() + " <= " + operands.placed(most)),
            ExpressionText.fixed(base.path() + " >= " + operands.placed(least)));
    if (!upsert && !base.mayBeMissing()) {
      texts.add(within);
      return;
    }
    Function<P, BigDecimal> start = missing.orElse(given -> missingNumber(base));
    int startsWithin =
        builder.choice(given -> bounds.has(start.apply(given).add(amount.apply(given))));
    var lacks = ConditionWriter.lacks(base.path());
    texts.add(
        ExpressionText.joined(
            List.of(within, ExpressionText.either(startsWithin, lacks, ExpressionText.fixed(""))),
            " OR "));
  }

  private static BigDecimal missingNumber(PathTarget base) {
    return base.whenMissing()
        .map(base::stored)
        .map(AttributeValues.SDK::asNumber)
        .orElse(BigDecimal.ZERO);
  }

  /** A given number minus the stored one. */
  private void keepDifference(
      OperandTree left, OperandTree right, PathTarget target, Bounds bounds) {
    var from = operands.amount(left, target);
    var path =
        switch (right) {
          case OperandTree.Current(var current) -> current;
          case OperandTree.OrElse(var current, var ignored) -> current;
          case OperandTree.Literal ignored -> throw notAPath();
          case OperandTree.Parameter ignored -> throw notAPath();
          case OperandTree.Plus ignored -> throw notAPath();
          case OperandTree.Minus ignored -> throw notAPath();
          case OperandTree.Joined ignored -> throw notAPath();
        };
    var base = conditions.target(path);
    var least = operands.placed(given -> from.apply(given).subtract(bounds.max()));
    var most = operands.placed(given -> from.apply(given).subtract(bounds.min()));
    texts.add(
        ExpressionText.fixed(
            "%1$s BETWEEN %2$s AND %3$s OR attribute_not_exists(%1$s)"
                .formatted(base.path(), least, most)));
  }

  private static IllegalStateException notAPath() {
    return new IllegalStateException("a sum has one component");
  }
}
