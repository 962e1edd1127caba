package dev.trestle.store.property;

import static dev.trestle.model.Conditions.entry;
import static dev.trestle.model.Conditions.field;
import static dev.trestle.model.Conditions.optional;
import static dev.trestle.model.Conditions.param;

import dev.trestle.gen.Choices;
import dev.trestle.model.Update;
import dev.trestle.store.property.Sample.Given;
import dev.trestle.store.property.Sample.Inner;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
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
    boolean has(long number) {
      return number >= min && number <= max;
    }
  }

  /** What a model says of a column that is to be changed. */
  interface Place {
    /** The numbers it can have; those of its type unless it is alone in the key of an index. */
    Range range(Column<?> column);

    /** Whether it is one of several parts of an index's key, which is then written whole. */
    boolean isInCompositeKey(Column<?> column);

    /** Whether it is alone in a key that stores it as a text, which nothing can be added to. */
    boolean isTextInKey(Column<?> column);

    /** Whether items may lack it or have it under a former name: nothing can be made of it. */
    boolean isFixed(Column<?> column);

    /** Whether a part of the table's key is computed from it: it is what the key is found by. */
    boolean isSourceOfKey(Column<?> column);
  }

  static RandomUpdate random(Choices choices, Column<?> column, Place place) {
    if (place.isSourceOfKey(column)) return given(column, false);
    boolean computed =
        !place.isInCompositeKey(column)
            && !place.isTextInKey(column)
            && !place.isFixed(column)
            && choices.oneOf(3) != 0;
    if (computed && column.is(Columns.COUNT)) return addCount(choices, place.range(column));
    if (computed && column.is(Columns.LEVEL)) return addLevel(choices, place.range(column));
    if (computed && column.is(Columns.PRICE)) return addPrice();
    if (computed && column.is(Columns.SCORE)) return addScore(place.range(column));
    if (computed && column.is(Columns.LABELS)) return members(choices);
    if (computed && column.is(Columns.LINES)) return append();
    if (computed && column.is(Columns.MARKS)) return mark(choices);
    if (computed && column.is(Columns.INNER)) return inner(choices);
    if (column.is(Columns.TAG) && choices.oneOf(3) == 0) return removeTag();
    return choices.oneOf(3) == 0 ? literal(choices, column) : given(column, false);
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

  private static RandomUpdate addCount(Choices choices, Range range) {
    boolean minus = choices.oneOf(2) == 0;
    return new RandomUpdate(
        minus ? "set(count).to(count - :count)" : "add(count).of(:count)",
        Columns.COUNT,
        false,
        update ->
            minus
                ? update.set(Sample::count).to(field(Sample::count).minus(param(Given::count)))
                : update.add(Sample::count).of(param(Given::count)),
        (sample, given) ->
            within(range, minus ? sample.count() - given.count() : sample.count() + given.count())
                .map(number -> (Object) number));
  }

  private static RandomUpdate addLevel(Choices choices, Range range) {
    int amount = List.of(1, -1, 50, -50, 0).get(choices.oneOf(5));
    return new RandomUpdate(
        "add(level).of(" + amount + ")",
        Columns.LEVEL,
        false,
        update -> update.add(Sample::level).of(amount),
        (sample, given) -> within(range, sample.level() + amount).map(Long::intValue));
  }

  private static Optional<Long> within(Range range, long number) {
    return Optional.of(number).filter(range::has);
  }

  private static RandomUpdate addPrice() {
    return new RandomUpdate(
        "add(price).of(:price)",
        Columns.PRICE,
        false,
        update -> update.add(Sample::price).of(param(Given::price)),
        (sample, given) -> Optional.of(sample.price().add(given.price())));
  }

  private static RandomUpdate addScore(Range range) {
    return new RandomUpdate(
        "add(optional(score)).of(:count)",
        Columns.SCORE,
        false,
        update -> update.add(optional(Sample::score)).of(param(Given::count)),
        (sample, given) ->
            within(range, sample.score().orElse(0L) + given.count()).map(Optional::of));
  }

  private static RandomUpdate members(Choices choices) {
    boolean add = choices.oneOf(2) == 0;
    return new RandomUpdate(
        (add ? "addAll" : "removeAll") + "(labels).of(:labels)",
        Columns.LABELS,
        false,
        update ->
            (add ? update.addAll(Sample::labels) : update.removeAll(Sample::labels))
                .of(param(Given::labels)),
        (sample, given) -> {
          var labels = new HashSet<>(sample.labels());
          if (add) labels.addAll(given.labels());
          else labels.removeAll(given.labels());
          return Optional.of(labels);
        });
  }

  private static RandomUpdate append() {
    return new RandomUpdate(
        "set(lines).to(lines then :lines)",
        Columns.LINES,
        false,
        update -> update.set(Sample::lines).to(field(Sample::lines).then(param(Given::lines))),
        (sample, given) -> {
          var lines = new ArrayList<>(sample.lines());
          lines.addAll(given.lines());
          return Optional.of(lines);
        });
  }

  private static RandomUpdate mark(Choices choices) {
    boolean set = choices.oneOf(2) == 0;
    return new RandomUpdate(
        set ? "set(entry(marks, k)).to(:count)" : "remove(entry(marks, k))",
        Columns.MARKS,
        false,
        update ->
            set
                ? update.set(entry(Sample::marks, "k")).to(param(Given::count))
                : update.remove(entry(Sample::marks, "k")),
        (sample, given) -> {
          var marks = new HashMap<>(sample.marks());
          if (set) marks.put("k", given.count());
          else marks.remove("k");
          return Optional.of(marks);
        });
  }

  private static RandomUpdate inner(Choices choices) {
    boolean add = choices.oneOf(2) == 0;
    var number = field(Sample::inner).at(Inner::number);
    return new RandomUpdate(
        add ? "add(inner.number).of(:count)" : "set(inner.number).to(:count)",
        Columns.INNER,
        false,
        update ->
            add
                ? update.add(number).of(param(Given::count))
                : update.set(number).to(param(Given::count)),
        (sample, given) -> {
          long after = (add ? sample.inner().number() : 0) + given.count();
          return Optional.of(new Inner(sample.inner().name(), after, sample.inner().note()));
        });
  }

  private static RandomUpdate removeTag() {
    return new RandomUpdate(
        "remove(tag)",
        Columns.TAG,
        false,
        update -> update.remove(Sample::tag),
        (sample, given) -> Optional.of(Optional.empty()));
  }

  /** An amount that an upsert adds to a count. */
  static RandomUpdate addOnInsert(Range range) {
    return new RandomUpdate(
        "add(count).of(:count)",
        Columns.COUNT,
        false,
        update -> update.add(Sample::count).of(param(Given::count)),
        (sample, given) -> within(range, sample.count() + given.count()).map(number -> number));
  }

  @Override
  public String toString() {
    return text;
  }
}
