package dev.trestle.store.property;

import static dev.trestle.model.Conditions.field;
import static dev.trestle.model.Conditions.optional;
import static dev.trestle.model.Conditions.param;

import dev.trestle.gen.Choices;
import dev.trestle.gen.Gen;
import dev.trestle.model.Operand;
import dev.trestle.model.Update;
import dev.trestle.store.property.Sample.Given;
import java.math.BigInteger;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.UnaryOperator;

/**
 * One action of an update, declared for the store and written in plain Java.
 *
 * @param onInsert only a new item gets it
 * @param after the value of the column afterwards; empty where the update has to be refused
 */
record RandomUpdate(
    String text,
    Column<?> column,
    boolean onInsert,
    UnaryOperator<Update.Builder<Given, Sample>> declare,
    BiFunction<Sample, Given, Optional<Object>> after) {

  /** The numbers that a column can have. */
  record Range(long min, long max) {
    boolean has(BigInteger number) {
      return number.compareTo(BigInteger.valueOf(min)) >= 0
          && number.compareTo(BigInteger.valueOf(max)) <= 0;
    }
  }

  /** What a model says of a column that is to be changed. */
  interface Place {
    /** The numbers it can have; those of its type unless it is alone in the key of an index. */
    Range range(Column<?> column);

    /** Whether it is one of several parts of an index's key, which is then written whole. */
    boolean isInCompositeKey(Column<?> column);

    /** Whether it is alone in a key that stores it as something that nothing can be added to. */
    boolean isNoNumberInKey(Column<?> column);

    /** Whether items have it as a plain long, which others can be compared with and made of. */
    boolean isLongOfItem(Column<?> column);

    /** Whether items may lack it or have it under a former name: nothing can be made of it. */
    boolean isFixed(Column<?> column);

    /** Whether a part of the table's key is computed from it: it is what the key is found by. */
    boolean isSourceOfKey(Column<?> column);
  }

  static RandomUpdate random(Choices choices, Column<?> column, Place place) {
    if (place.isSourceOfKey(column)) return given(column, false);
    boolean computed =
        !place.isInCompositeKey(column)
            && !place.isNoNumberInKey(column)
            && !place.isFixed(column)
            && choices.oneOf(3) != 0;
    if (computed) {
      var made = computed(choices, column, place);
      if (made.isPresent()) return made.get();
    }
    if (column.is(Columns.TAG) && choices.oneOf(3) == 0) return removeTag();
    if (column.is(Columns.TAG) && choices.oneOf(3) == 0) return setTag(computed);
    return choices.oneOf(3) == 0 ? literal(choices, column) : given(column, false);
  }

  /** An action that makes something of what the item has. */
  private static Optional<RandomUpdate> computed(Choices choices, Column<?> column, Place place) {
    var range = place.range(column);
    if (column.is(Columns.COUNT)) return Optional.of(makeCount(choices, place));
    if (column.is(Columns.TOTAL)) return Optional.of(addTotal(choices, range));
    if (column.is(Columns.LEVEL)) return Optional.of(addLevel(choices, range));
    if (column.is(Columns.TIER)) return Optional.of(addTier(choices, range));
    if (column.is(Columns.PRICE)) return Optional.of(addPrice());
    if (column.is(Columns.SCORE)) return Optional.of(score(choices, range));
    return CollectionUpdates.random(choices, column);
  }

  static <T> RandomUpdate given(Column<T> column, boolean onInsert) {
    return new RandomUpdate(
        "%s(%s).to(:%s)".formatted(onInsert ? "setOnInsert" : "set", column, column),
        column,
        onInsert,
        update ->
            (onInsert ? update.setOnInsert(column.ref()) : update.set(column.ref()))
                .to(param(column.given())),
        (sample, given) -> Optional.of(column.of(given)));
  }

  private static <T> RandomUpdate literal(Choices choices, Column<T> column) {
    var value = column.values().from(choices);
    return new RandomUpdate(
        "set(%s).to(%s)".formatted(column, value),
        column,
        false,
        update -> update.set(column.ref()).to(value),
        (sample, given) -> Optional.of(value));
  }

  private static RandomUpdate makeCount(Choices choices, Place place) {
    var range = place.range(Columns.COUNT);
    boolean ofTotal = place.isLongOfItem(Columns.COUNT) && place.isLongOfItem(Columns.TOTAL);
    boolean ofScore = place.isLongOfItem(Columns.COUNT) && place.isLongOfItem(Columns.SCORE);
    return switch (choices.oneOf(6)) {
      case 1 ->
          count(
              "count - :count",
              field(Sample::count).minus(param(Given::count)),
              range,
              (sample, given) -> sum(sample.count(), -given.count()));
      case 2 ->
          count(
              ":count + 5",
              param(Given::count).plus(5L),
              range,
              (sample, given) -> sum(given.count(), 5));
      case 3 ->
          ofTotal
              ? count(
                  "total + :count",
                  field(Sample::total).plus(param(Given::count)),
                  range,
                  (sample, given) -> sum(sample.total(), given.count()))
              : addCount(range);
      case 4 ->
          ofTotal
              ? count(
                  ":total - total",
                  param(Given::total).minus(field(Sample::total)),
                  range,
                  (sample, given) ->
                      BigInteger.valueOf(given.total())
                          .subtract(BigInteger.valueOf(sample.total())))
              : addCount(range);
      case 5 ->
          ofScore
              ? count(
                  ":count - score or else 2000",
                  param(Given::count).minus(optional(Sample::score).orElse(2000L)),
                  range,
                  (sample, given) -> sum(given.count(), -sample.score().orElse(2000L)))
              : addCount(range);
      default -> addCount(range);
    };
  }

  private static BigInteger sum(long one, long other) {
    return BigInteger.valueOf(one).add(BigInteger.valueOf(other));
  }

  private static RandomUpdate count(
      String text,
      Operand<? super Sample, ? super Given, Long> operand,
      Range range,
      BiFunction<Sample, Given, BigInteger> sum) {
    return new RandomUpdate(
        "set(count).to(" + text + ")",
        Columns.COUNT,
        false,
        update -> update.set(Sample::count).to(operand),
        (sample, given) -> within(range, sum.apply(sample, given)).map(number -> (Object) number));
  }

  /** An amount that is added to a count, also by an upsert. */
  static RandomUpdate addCount(Range range) {
    return new RandomUpdate(
        "add(count).of(:count)",
        Columns.COUNT,
        false,
        update -> update.add(Sample::count).of(param(Given::count)),
        (sample, given) ->
            within(range, sum(sample.count(), given.count())).map(number -> (Object) number));
  }

  private static RandomUpdate addTotal(Choices choices, Range range) {
    boolean minus = choices.oneOf(2) == 0;
    return new RandomUpdate(
        minus ? "set(total).to(total - :total)" : "add(total).of(:total)",
        Columns.TOTAL,
        false,
        update ->
            minus
                ? update.set(Sample::total).to(field(Sample::total).minus(param(Given::total)))
                : update.add(Sample::total).of(param(Given::total)),
        (sample, given) -> {
          var by = BigInteger.valueOf(given.total());
          var sum = BigInteger.valueOf(sample.total()).add(minus ? by.negate() : by);
          return within(range, sum).map(number -> (Object) number);
        });
  }

  private static RandomUpdate addLevel(Choices choices, Range range) {
    int amount = Gen.of(1, -1, 50, -50, 0).from(choices);
    return new RandomUpdate(
        "add(level).of(" + amount + ")",
        Columns.LEVEL,
        false,
        update -> update.add(Sample::level).of(amount),
        (sample, given) -> within(range, sum(sample.level(), amount)).map(Long::intValue));
  }

  private static RandomUpdate addTier(Choices choices, Range range) {
    int amount = Gen.of(1, -1, Integer.MAX_VALUE, Integer.MIN_VALUE, 0).from(choices);
    boolean ofGiven = choices.oneOf(2) == 1;
    return new RandomUpdate(
        ofGiven ? "set(tier).to(:tier + " + amount + ")" : "add(tier).of(" + amount + ")",
        Columns.TIER,
        false,
        update ->
            ofGiven
                ? update.set(Sample::tier).to(param(Given::tier).plus(amount))
                : update.add(Sample::tier).of(amount),
        (sample, given) ->
            within(range, sum(ofGiven ? given.tier() : sample.tier(), amount)).map(Long::intValue));
  }

  private static Optional<Long> within(Range range, BigInteger number) {
    return Optional.of(number).filter(range::has).map(BigInteger::longValueExact);
  }

  private static RandomUpdate addPrice() {
    return new RandomUpdate(
        "add(price).of(:price)",
        Columns.PRICE,
        false,
        update -> update.add(Sample::price).of(param(Given::price)),
        (sample, given) -> Optional.of(sample.price().add(given.price())));
  }

  private static RandomUpdate score(Choices choices, Range range) {
    return switch (choices.oneOf(4)) {
      case 1 -> {
        long fallback = Gen.of(1L, 2000L, Long.MAX_VALUE).from(choices);
        yield new RandomUpdate(
            "set(optional(score)).to(score or else %d, + :count)".formatted(fallback),
            Columns.SCORE,
            false,
            update ->
                update
                    .set(optional(Sample::score))
                    .to(optional(Sample::score).orElse(fallback).plus(param(Given::count))),
            (sample, given) ->
                within(range, sum(sample.score().orElse(fallback), given.count()))
                    .map(Optional::of));
      }
      case 3 ->
          new RandomUpdate(
              "set(optional(score)).to(score or else :count)",
              Columns.SCORE,
              false,
              update ->
                  update
                      .set(optional(Sample::score))
                      .to(optional(Sample::score).orElse(param(Given::count))),
              (sample, given) -> Optional.of(sample.score().or(() -> Optional.of(given.count()))));
      case 2 ->
          new RandomUpdate(
              "set(optional(score)).to(:count)",
              Columns.SCORE,
              false,
              update -> update.set(optional(Sample::score)).to(param(Given::count)),
              (sample, given) -> Optional.of(Optional.of(given.count())));
      default ->
          new RandomUpdate(
              "add(optional(score)).of(:count)",
              Columns.SCORE,
              false,
              update -> update.add(optional(Sample::score)).of(param(Given::count)),
              (sample, given) ->
                  within(range, sum(sample.score().orElse(0L), given.count())).map(Optional::of));
    };
  }

  /** Where something can be made of what the item has, an item with a tag keeps it. */
  private static RandomUpdate setTag(boolean keep) {
    if (keep) {
      return new RandomUpdate(
          "set(optional(tag)).to(tag or else :word)",
          Columns.TAG,
          false,
          update ->
              update
                  .set(optional(Sample::tag))
                  .to(optional(Sample::tag).orElse(param(Given::word))),
          (sample, given) -> Optional.of(sample.tag().or(() -> Optional.of(given.word()))));
    }
    return new RandomUpdate(
        "set(optional(tag)).to(:word)",
        Columns.TAG,
        false,
        update -> update.set(optional(Sample::tag)).to(param(Given::word)),
        (sample, given) -> Optional.of(Optional.of(given.word())));
  }

  private static RandomUpdate removeTag() {
    return new RandomUpdate(
        "remove(tag)",
        Columns.TAG,
        false,
        update -> update.remove(Sample::tag),
        (sample, given) -> Optional.of(Optional.empty()));
  }

  /** Whether it adds nothing. */
  boolean isIdle() {
    return text.endsWith(".of(0)");
  }

  @Override
  public String toString() {
    return text;
  }
}
