package dev.trestle.store.property;

import static dev.trestle.model.Conditions.element;
import static dev.trestle.model.Conditions.entry;
import static dev.trestle.model.Conditions.field;
import static dev.trestle.model.Conditions.optional;
import static dev.trestle.model.Conditions.param;

import dev.trestle.gen.Choices;
import dev.trestle.model.Field;
import dev.trestle.store.property.Sample.Given;
import dev.trestle.store.property.Sample.Inner;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Optional;
import java.util.function.Function;

/** Actions on what lies inside a component: members, elements, entries, nested records. */
final class CollectionUpdates {
  private CollectionUpdates() {}

  static Optional<RandomUpdate> random(Choices choices, Column<?> column) {
    if (column.is(Columns.LABELS)) return Optional.of(labels(choices));
    if (column.is(Columns.NUMBERS)) return Optional.of(numbers(choices));
    if (column.is(Columns.LINES)) return Optional.of(lines(choices));
    if (column.is(Columns.MARKS)) return Optional.of(mark(choices));
    if (column.is(Columns.INNER)) return Optional.of(inner(choices));
    if (column.is(Columns.EXTRA)) return Optional.of(extra(choices));
    return Optional.empty();
  }

  private static RandomUpdate labels(Choices choices) {
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

  private static RandomUpdate numbers(Choices choices) {
    boolean add = choices.oneOf(2) == 0;
    return new RandomUpdate(
        (add ? "addAll" : "removeAll") + "(numbers).of(:numbers)",
        Columns.NUMBERS,
        false,
        update ->
            (add ? update.addAll(Sample::numbers) : update.removeAll(Sample::numbers))
                .of(param(Given::numbers)),
        (sample, given) -> {
          var numbers = new HashSet<>(sample.numbers());
          if (add) numbers.addAll(given.numbers());
          else numbers.removeAll(given.numbers());
          return Optional.of(numbers);
        });
  }

  private static RandomUpdate lines(Choices choices) {
    return switch (choices.oneOf(3)) {
      case 1 ->
          new RandomUpdate(
              "set(element(lines, 1)).to(:word)",
              Columns.LINES,
              false,
              update -> update.set(element(Sample::lines, 1)).to(param(Given::word)),
              (sample, given) -> {
                if (sample.lines().size() < 2) return Optional.empty();
                var lines = new ArrayList<>(sample.lines());
                lines.set(1, given.word());
                return Optional.of(lines);
              });
      case 2 ->
          new RandomUpdate(
              "remove(element(lines, 0))",
              Columns.LINES,
              false,
              update -> update.remove(element(Sample::lines, 0)),
              (sample, given) -> {
                var lines = sample.lines();
                return Optional.of(lines.isEmpty() ? lines : lines.subList(1, lines.size()));
              });
      default ->
          new RandomUpdate(
              "set(lines).to(lines then :lines)",
              Columns.LINES,
              false,
              update ->
                  update.set(Sample::lines).to(field(Sample::lines).then(param(Given::lines))),
              (sample, given) -> {
                var lines = new ArrayList<>(sample.lines());
                lines.addAll(given.lines());
                return Optional.of(lines);
              });
    };
  }

  /** The entry that a text names, or a parameter. */
  private static RandomUpdate mark(Choices choices) {
    boolean named = choices.oneOf(2) == 0;
    Field<Sample, Given, Long> entry = named ? fixed() : entry(Sample::marks, param(Given::word));
    Function<Given, String> key = given -> named ? "k" : given.word();
    var text = named ? "entry(marks, k)" : "entry(marks, :word)";
    return switch (choices.oneOf(3)) {
      case 1 ->
          new RandomUpdate(
              "remove(" + text + ")",
              Columns.MARKS,
              false,
              update -> update.remove(entry),
              (sample, given) -> {
                var marks = new HashMap<>(sample.marks());
                marks.remove(key.apply(given));
                return Optional.of(marks);
              });
      case 2 ->
          new RandomUpdate(
              "add(" + text + ").of(:count)",
              Columns.MARKS,
              false,
              update -> update.add(entry).of(param(Given::count)),
              (sample, given) -> {
                var marks = new HashMap<>(sample.marks());
                marks.merge(key.apply(given), given.count(), Long::sum);
                return Optional.of(marks);
              });
      default ->
          new RandomUpdate(
              "set(" + text + ").to(:count)",
              Columns.MARKS,
              false,
              update -> update.set(entry).to(param(Given::count)),
              (sample, given) -> {
                var marks = new HashMap<>(sample.marks());
                marks.put(key.apply(given), given.count());
                return Optional.of(marks);
              });
    };
  }

  @SuppressWarnings("unchecked")
  private static Field<Sample, Given, Long> fixed() {
    return (Field<Sample, Given, Long>) (Field<?, ?, Long>) entry(Sample::marks, "k");
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
        (sample, given) -> Optional.of(numbered(sample.inner(), add, given)));
  }

  /** Refused where there is no record to change. */
  private static RandomUpdate extra(Choices choices) {
    boolean add = choices.oneOf(2) == 0;
    var number = optional(Sample::extra).at(Inner::number);
    return new RandomUpdate(
        add ? "add(extra.number).of(:count)" : "set(extra.number).to(:count)",
        Columns.EXTRA,
        false,
        update ->
            add
                ? update.add(number).of(param(Given::count))
                : update.set(number).to(param(Given::count)),
        (sample, given) -> sample.extra().map(inner -> Optional.of(numbered(inner, add, given))));
  }

  private static Inner numbered(Inner inner, boolean add, Given given) {
    long after = (add ? inner.number() : 0) + given.count();
    return new Inner(inner.name(), after, inner.note());
  }
}
