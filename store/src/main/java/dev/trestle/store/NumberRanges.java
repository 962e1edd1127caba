package dev.trestle.store;

import dev.trestle.item.Limits;
import dev.trestle.model.Update;
import dev.trestle.model.codec.Codec.Bounds;
import dev.trestle.model.expression.AttributePath;
import dev.trestle.model.expression.ConditionTree;
import dev.trestle.model.expression.OperandTree;
import dev.trestle.model.expression.UpdateAction;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * Conditions that keep sums in range. An int that grew beyond its range would make its item
 * unreadable, so an update that would do this is refused like one whose condition fails.
 */
final class NumberRanges<P> {
  /** The largest float minus a small one has more digits than a request can. */
  private static final MathContext FLOOR =
      new MathContext(Limits.NUMBER_DIGITS, RoundingMode.FLOOR);

  private static final MathContext CEILING =
      new MathContext(Limits.NUMBER_DIGITS, RoundingMode.CEILING);

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
          keep(new Sum<>(base(path), false, operands.amount(amount, target)), bounds.get());
      case UpdateAction.Set(var ignored, OperandTree.Plus(var left, var right)) ->
          keepSum(left, right, false, target, bounds.get());
      case UpdateAction.Set(var ignored, OperandTree.Minus(var left, var right)) ->
          keepSum(left, right, true, target, bounds.get());
      case UpdateAction.Set ignored -> {}
      case UpdateAction.Remove ignored -> {}
      case UpdateAction.AddAll ignored -> {}
      case UpdateAction.RemoveAll ignored -> {}
    }
  }

  /** The number that a sum starts from, and what stands for it if the item has none. */
  private record Base<P>(PathTarget target, Function<P, BigDecimal> missing) {}

  /** A stored number, as it is or negated, plus a given amount. */
  private record Sum<P>(Base<P> base, boolean negated, Function<P, BigDecimal> amount) {
    BigDecimal of(BigDecimal stored, P given) {
      return (negated ? stored.negate() : stored).add(amount.apply(given));
    }

    /** The least number that gives a sum in range. */
    BigDecimal least(Bounds bounds, P given) {
      var added = amount.apply(given);
      return negated ? added.subtract(bounds.max()) : bounds.min().subtract(added);
    }

    /** The largest number that gives a sum in range. */
    BigDecimal most(Bounds bounds, P given) {
      var added = amount.apply(given);
      return negated ? added.subtract(bounds.min()) : bounds.max().subtract(added);
    }
  }

  private void keepSum(
      OperandTree left, OperandTree right, boolean minus, PathTarget target, Bounds bounds) {
    if (isGiven(left) && isGiven(right)) {
      keepGiven(amount(left, target), signed(amount(right, target), minus), bounds);
    } else if (isGiven(left)) {
      keep(new Sum<>(base(right, target), minus, amount(left, target)), bounds);
    } else {
      var amount = signed(amount(right, target), minus);
      keep(new Sum<>(base(left, target), false, amount), bounds);
    }
  }

  private static <P> Function<P, BigDecimal> signed(
      Function<P, BigDecimal> amount, boolean negative) {
    return negative ? given -> amount.apply(given).negate() : amount;
  }

  private static boolean isGiven(OperandTree operand) {
    return operand instanceof OperandTree.Literal || operand instanceof OperandTree.Parameter;
  }

  private Function<P, BigDecimal> amount(OperandTree operand, PathTarget target) {
    if (isGiven(operand)) return operands.amount(operand, target);
    throw new IllegalArgumentException(
        "A sum that takes two numbers from the item could leave the range of %s. Add a value or a parameter."
            .formatted(target.root().component()));
  }

  private Base<P> base(OperandTree operand, PathTarget target) {
    return switch (operand) {
      case OperandTree.Current(var path) -> base(path);
      case OperandTree.OrElse(var path, var otherwise) ->
          new Base<>(conditions.target(path), amount(otherwise, target));
      case OperandTree.Literal ignored -> throw notStored();
      case OperandTree.Parameter ignored -> throw notStored();
      case OperandTree.Plus ignored -> throw notStored();
      case OperandTree.Minus ignored -> throw notStored();
      case OperandTree.Joined ignored -> throw notStored();
    };
  }

  private Base<P> base(AttributePath path) {
    var target = conditions.target(path);
    var missing =
        target
            .whenMissing()
            .map(target::stored)
            .map(AttributeValues.SDK::asNumber)
            .orElse(BigDecimal.ZERO);
    return new Base<>(target, given -> missing);
  }

  private static IllegalStateException notStored() {
    return new IllegalStateException("a sum has one component");
  }

  /**
   * The sum is in range. If the attribute is missing, the same must hold for what stands for it.
   */
  private void keep(Sum<P> sum, Bounds bounds) {
    var base = sum.base.target;
    var least = operands.placed(given -> sum.least(bounds, given).round(CEILING));
    var most = operands.placed(given -> sum.most(bounds, given).round(FLOOR));
    var within = ExpressionText.fixed("%s BETWEEN %s AND %s".formatted(base.path(), least, most));
    if (!upsert && !base.mayBeMissing()) {
      texts.add(within);
      return;
    }
    int startsWithin =
        builder.choice(given -> bounds.has(sum.of(sum.base.missing.apply(given), given)));
    var lacks = ConditionWriter.lacks(base.path());
    texts.add(
        ExpressionText.joined(
            List.of(within, ExpressionText.either(startsWithin, lacks, ExpressionText.fixed(""))),
            " OR "));
  }

  /**
   * A sum of given numbers is known before the request, which no item passes if it is too large.
   */
  private void keepGiven(
      Function<P, BigDecimal> one, Function<P, BigDecimal> other, Bounds bounds) {
    int within = builder.choice(given -> bounds.has(one.apply(given).add(other.apply(given))));
    var never =
        conditions.of(
            new ConditionTree.All(
                List.of(new ConditionTree.ItemExists(), new ConditionTree.ItemAbsent())));
    texts.add(ExpressionText.either(within, ExpressionText.fixed(""), never));
  }
}
