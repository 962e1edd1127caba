package dev.trestle.store.property;

import static dev.trestle.model.Conditions.element;
import static dev.trestle.model.Conditions.elements;
import static dev.trestle.model.Conditions.entry;
import static dev.trestle.model.Conditions.field;
import static dev.trestle.model.Conditions.not;
import static dev.trestle.model.Conditions.optional;
import static dev.trestle.model.Conditions.param;
import static dev.trestle.model.Conditions.size;

import dev.trestle.gen.Choices;
import dev.trestle.gen.Gen;
import dev.trestle.model.Condition;
import dev.trestle.model.Field;
import dev.trestle.model.Operand;
import dev.trestle.model.expression.Comparison;
import dev.trestle.store.property.Sample.Given;
import java.util.List;
import java.util.Optional;
import java.util.function.BiPredicate;

/**
 * A condition, declared for the store and written in plain Java.
 *
 * @param text how a person would write it
 */
record RandomCondition(
    String text, Condition<Sample, Given> declared, BiPredicate<Sample, Given> holds) {

  /** A condition on these columns, of at most this depth. */
  static RandomCondition random(Choices choices, List<Column<?>> columns, int depth) {
    return switch (depth == 0 ? 0 : choices.oneOf(4)) {
      case 1 -> {
        var one = random(choices, columns, depth - 1);
        var two = random(choices, columns, depth - 1);
        yield new RandomCondition(
            "(" + one + " and " + two + ")",
            one.declared.and(two.declared),
            one.holds.and(two.holds));
      }
      case 2 -> {
        var one = random(choices, columns, depth - 1);
        var two = random(choices, columns, depth - 1);
        yield new RandomCondition(
            "(" + one + " or " + two + ")", one.declared.or(two.declared), one.holds.or(two.holds));
      }
      case 3 -> {
        var one = random(choices, columns, depth - 1);
        yield new RandomCondition("not(" + one + ")", not(one.declared), one.holds.negate());
      }
      default -> leaf(choices, columns);
    };
  }

  private static RandomCondition leaf(Choices choices, List<Column<?>> columns) {
    var column = columns.get(choices.oneOf(columns.size()));
    if (column.is(Columns.LONGS)) return longs(choices);
    if (column.is(Columns.FIRST_LINE)) return firstLine();
    if (column.is(Columns.TAG)) return optionalText(choices);
    if (column.is(Columns.SCORE)) return optionalNumber(choices);
    if (column.is(Columns.LABELS) && choices.oneOf(2) == 0) return labels(choices);
    if (column.is(Columns.LINES) && choices.oneOf(2) == 0) return lines(choices);
    if (column.is(Columns.INNER) && choices.oneOf(2) == 0) return inner(choices);
    if (column.is(Columns.WORD) && choices.oneOf(3) == 0) return text(choices, Columns.WORD);
    if (column.is(Columns.TITLE) && choices.oneOf(3) == 0) return text(choices, Columns.TITLE);
    if (column.is(Columns.MARKS) && choices.oneOf(2) == 0) return mark(choices);
    if (column.is(Columns.EXTRA) && choices.oneOf(2) == 0) return extra(choices);
    return compared(choices, column);
  }

  private static <T> RandomCondition compared(Choices choices, Column<T> column) {
    boolean ordered = column.order().isPresent() && !column.isOptional();
    if (ordered && choices.oneOf(5) == 0) return between(choices, column);
    if (!column.isOptional() && choices.oneOf(6) == 0) return oneOf(choices, column);
    var comparison = ordered ? Gen.of(Comparison.class).from(choices) : equality().from(choices);
    boolean parameter = choices.oneOf(2) == 0;
    var literal = column.values().from(choices);
    Operand<Object, Given, T> operand =
        parameter ? widened(column) : widened(dev.trestle.model.Conditions.value(literal));
    return new RandomCondition(
        "%s %s %s".formatted(column, comparison.sign(), parameter ? ":" + column : literal),
        compare(field(column.ref()), comparison, operand),
        (sample, given) ->
            holds(column, column.of(sample), comparison, parameter ? column.of(given) : literal));
  }

  private static Gen<Comparison> equality() {
    return Gen.of(Comparison.EQUAL, Comparison.NOT_EQUAL);
  }

  private static <T> Operand<Object, Given, T> widened(Column<T> column) {
    return param(column.given());
  }

  @SuppressWarnings("unchecked")
  private static <T> Operand<Object, Given, T> widened(Operand<Object, Object, T> value) {
    return (Operand<Object, Given, T>) (Operand<?, ?, T>) value;
  }

  @SuppressWarnings("unchecked")
  private static <T> Condition<Sample, Given> compare(
      Field<Sample, Object, T> field, Comparison comparison, Operand<Object, Given, T> operand) {
    return compareWide((Field<Sample, Given, T>) (Field<?, ?, T>) field, comparison, operand);
  }

  private static <T> Condition<Sample, Given> compareWide(
      Field<Sample, Given, T> field, Comparison comparison, Operand<Object, Given, T> operand) {
    return switch (comparison) {
      case EQUAL -> field.is(operand);
      case NOT_EQUAL -> field.isNot(operand);
      case LESS -> field.lessThan(operand);
      case AT_MOST -> field.atMost(operand);
      case MORE -> field.moreThan(operand);
      case AT_LEAST -> field.atLeast(operand);
    };
  }

  private static <T> boolean holds(Column<T> column, T one, Comparison comparison, T other) {
    if (column.order().isPresent() && !column.isOptional()) {
      return comparison.holds(column.order().get().compare(one, other));
    }
    return comparison.holds(one.equals(other) ? 0 : 1);
  }

  private static <T> RandomCondition between(Choices choices, Column<T> column) {
    var from = column.values().from(choices);
    var to = column.values().from(choices);
    var order = column.order().orElseThrow();
    return new RandomCondition(
        "%s between %s and %s".formatted(column, from, to),
        wide(field(column.ref()).between(from, to)),
        (sample, given) ->
            order.compare(column.of(sample), from) >= 0
                && order.compare(column.of(sample), to) <= 0);
  }

  private static <T> RandomCondition oneOf(Choices choices, Column<T> column) {
    var values = column.values().list(1, 3).from(choices);
    return new RandomCondition(
        "%s in %s".formatted(column, values),
        wide(field(column.ref()).oneOf(values)),
        (sample, given) ->
            values.stream()
                .anyMatch(value -> holds(column, column.of(sample), Comparison.EQUAL, value)));
  }

  private static RandomCondition text(Choices choices, Column<String> column) {
    var piece = column.values().from(choices);
    boolean begins = choices.oneOf(2) == 0;
    var field = field(column.ref());
    return new RandomCondition(
        "%s %s '%s'".formatted(column, begins ? "begins with" : "contains", piece),
        wide(begins ? field.beginsWith(piece) : field.contains(piece)),
        (sample, given) ->
            begins ? column.of(sample).startsWith(piece) : column.of(sample).contains(piece));
  }

  /** An entry that is not there fulfils no comparison. */
  private static RandomCondition mark(Choices choices) {
    var comparison = Gen.of(Comparison.class).from(choices);
    return new RandomCondition(
        "entry(marks, :word) %s :count".formatted(comparison.sign()),
        compareWide(entry(Sample::marks, param(Given::word)), comparison, widened(Columns.COUNT)),
        (sample, given) ->
            sample.marks().containsKey(given.word())
                && comparison.holds(Long.compare(sample.marks().get(given.word()), given.count())));
  }

  private static RandomCondition extra(Choices choices) {
    var comparison = Gen.of(Comparison.class).from(choices);
    return new RandomCondition(
        "extra.number %s :count".formatted(comparison.sign()),
        compare(
            optional(Sample::extra).at(Sample.Inner::number), comparison, widened(Columns.COUNT)),
        (sample, given) ->
            sample
                .extra()
                .filter(inner -> comparison.holds(Long.compare(inner.number(), given.count())))
                .isPresent());
  }

  /** Two components of one item. */
  private static RandomCondition longs(Choices choices) {
    var comparison = Gen.of(Comparison.class).from(choices);
    Operand<Sample, Object, Long> total = field(Sample::total);
    var count = field(Sample::count);
    var declared =
        switch (comparison) {
          case EQUAL -> count.is(total);
          case NOT_EQUAL -> count.isNot(total);
          case LESS -> count.lessThan(total);
          case AT_MOST -> count.atMost(total);
          case MORE -> count.moreThan(total);
          case AT_LEAST -> count.atLeast(total);
        };
    return new RandomCondition(
        "count %s total".formatted(comparison.sign()),
        wide(declared),
        (sample, given) -> comparison.holds(Long.compare(sample.count(), sample.total())));
  }

  private static RandomCondition optionalText(Choices choices) {
    var value = Columns.WORD.values().from(choices);
    var comparison = Gen.of(Comparison.class).from(choices);
    return switch (choices.oneOf(4)) {
      case 0 ->
          new RandomCondition(
              "tag is present",
              wide(optional(Sample::tag).isPresent()),
              (sample, given) -> sample.tag().isPresent());
      case 1 ->
          new RandomCondition(
              "tag is absent",
              wide(optional(Sample::tag).isAbsent()),
              (sample, given) -> sample.tag().isEmpty());
      case 2 -> compared(choices, Columns.TAG);
      default ->
          new RandomCondition(
              "optional tag %s '%s'".formatted(comparison.sign(), value),
              compare(
                  optional(Sample::tag),
                  comparison,
                  widened(dev.trestle.model.Conditions.value(value))),
              (sample, given) ->
                  sample.tag().filter(tag -> comparison.holds(tag.compareTo(value))).isPresent());
    };
  }

  private static RandomCondition optionalNumber(Choices choices) {
    if (choices.oneOf(3) == 0) return compared(choices, Columns.SCORE);
    var comparison = Gen.of(Comparison.class).from(choices);
    return new RandomCondition(
        "optional score %s :count".formatted(comparison.sign()),
        compare(optional(Sample::score), comparison, widened(Columns.COUNT)),
        (sample, given) ->
            sample
                .score()
                .filter(score -> comparison.holds(Long.compare(score, given.count())))
                .isPresent());
  }

  private static RandomCondition labels(Choices choices) {
    if (choices.oneOf(2) == 0) {
      int count = choices.oneOf(3);
      return new RandomCondition(
          "size(labels) <= " + count,
          wide(size(Sample::labels).atMost(count)),
          (sample, given) -> sample.labels().size() <= count);
    }
    return new RandomCondition(
        "labels contain :word",
        elements(Sample::labels).contain(param(Given::word)),
        (sample, given) -> sample.labels().contains(given.word()));
  }

  private static RandomCondition lines(Choices choices) {
    if (choices.oneOf(2) == 0) {
      int count = choices.oneOf(3);
      return new RandomCondition(
          "size(lines) > " + count,
          wide(size(Sample::lines).moreThan(count)),
          (sample, given) -> sample.lines().size() > count);
    }
    return new RandomCondition(
        "lines contain :word",
        elements(Sample::lines).contain(param(Given::word)),
        (sample, given) -> sample.lines().contains(given.word()));
  }

  private static RandomCondition firstLine() {
    return new RandomCondition(
        "element(lines, 0) <> :word",
        element(Sample::lines, 0).isNot(param(Given::word)),
        (sample, given) ->
            !sample.lines().isEmpty() && !sample.lines().getFirst().equals(given.word()));
  }

  private static RandomCondition inner(Choices choices) {
    var comparison = Gen.of(Comparison.class).from(choices);
    if (choices.oneOf(2) == 0) {
      return new RandomCondition(
          "inner.number %s :count".formatted(comparison.sign()),
          compare(
              field(Sample::inner).at(Sample.Inner::number), comparison, widened(Columns.COUNT)),
          (sample, given) ->
              comparison.holds(Long.compare(sample.inner().number(), given.count())));
    }
    return new RandomCondition(
        "inner.note is present",
        wide(field(Sample::inner).atOptional(Sample.Inner::note).isPresent()),
        (sample, given) -> sample.inner().note().isPresent());
  }

  @SuppressWarnings("unchecked")
  private static Condition<Sample, Given> wide(Condition<Sample, Object> condition) {
    return (Condition<Sample, Given>) (Condition<?, ?>) condition;
  }

  static Optional<RandomCondition> maybe(Choices choices, List<Column<?>> columns) {
    return choices.oneOf(2) == 0 || columns.isEmpty()
        ? Optional.empty()
        : Optional.of(random(choices, columns, 2));
  }

  @Override
  public String toString() {
    return text;
  }
}
