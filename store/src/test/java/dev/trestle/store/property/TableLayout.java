package dev.trestle.store.property;

import dev.trestle.gen.Choices;
import dev.trestle.gen.Gen;
import dev.trestle.item.Type;
import dev.trestle.model.Projection;
import dev.trestle.model.TableIndex.Scope;
import dev.trestle.store.property.RandomUpdate.Range;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The keys of a table and of its indexes. */
record TableLayout(KeyLayout partition, Optional<KeyLayout> sort, List<IndexLayout> indexes)
    implements RandomTraits.Keys {

  /** An index with its key. */
  record IndexLayout(
      String name,
      Scope scope,
      KeyLayout partition,
      Optional<KeyLayout> sort,
      Projection projection) {
    Stream<KeyLayout> keys() {
      return Stream.concat(Stream.of(partition), sort.stream());
    }

    IndexLayout with(Projection other) {
      return new IndexLayout(name, scope, partition, sort, other);
    }

    /** Whether it shows whole items. */
    boolean isWhole() {
      return projection instanceof Projection.All;
    }

    @Override
    public String toString() {
      return "%s %s: partition %s%s %s"
          .formatted(
              scope, name, partition, sort.map(key -> ", sort " + key).orElse(""), projection);
    }
  }

  static TableLayout random(Choices choices) {
    var table = tableKey(choices);
    var free = new ArrayList<>(Columns.OF_INDEX_KEYS);
    free.removeAll(table.keyColumns());
    int count = choices.oneOf(3);
    var indexes = new ArrayList<IndexLayout>();
    for (int i = 0; i < count; i++) indexes.add(table.index(choices, i, free));
    return table.with(indexes);
  }

  /** The key of the table; of some, the days or months of a time. */
  private static TableLayout tableKey(Choices choices) {
    if (choices.oneOf(8) == 7) {
      var bucket = choices.oneOf(2) == 0 ? Columns.AT_DAY : Columns.AT_MONTH;
      return new TableLayout(
          KeyLayout.of("pk", "p#", List.of(Columns.OTHER, bucket), choices),
          Optional.of(KeyLayout.of("sk", "a#", List.of(Columns.AT, Columns.WORD), choices)),
          List.of());
    }
    var free = new ArrayList<>(Columns.OF_TABLE_KEYS);
    var first = KeyLayout.random(choices, "pk", free, 2, Gen.of("", "p#").from(choices));
    Optional<KeyLayout> second =
        choices.oneOf(5) == 0
            ? Optional.empty()
            : Optional.of(KeyLayout.random(choices, "sk", free, 3, Gen.of("", "a#").from(choices)));
    return new TableLayout(first, second, List.of());
  }

  private IndexLayout index(Choices choices, int number, List<Column<?>> free) {
    var all = new Projection.All();
    if (sort.isPresent() && choices.oneOf(4) == 3) {
      var own = KeyLayout.random(choices, "i" + number + "s", free, 2, prefix(choices));
      return new IndexLayout("index" + number, Scope.LOCAL, partition, Optional.of(own), all);
    }
    var first = KeyLayout.random(choices, "i" + number + "p", free, 2, prefix(choices));
    var second =
        choices.oneOf(3) == 0
            ? Optional.<KeyLayout>empty()
            : Optional.of(KeyLayout.random(choices, "i" + number + "s", free, 2, prefix(choices)));
    return new IndexLayout("index" + number, Scope.GLOBAL, first, second, all);
  }

  private static String prefix(Choices choices) {
    return Gen.of("", "x#").from(choices);
  }

  TableLayout with(List<IndexLayout> others) {
    return new TableLayout(partition, sort, List.copyOf(others));
  }

  List<Column<?>> keyColumns() {
    var columns = new ArrayList<>(partition.columns());
    sort.ifPresent(key -> columns.addAll(key.columns()));
    return columns;
  }

  List<Column<?>> indexColumns() {
    return indexKeys().<Column<?>>flatMap(key -> key.columns().stream()).toList();
  }

  private Stream<KeyLayout> indexKeys() {
    return indexes.stream().flatMap(IndexLayout::keys);
  }

  boolean isInKey(Column<?> column) {
    return keyColumns().contains(column) || indexColumns().contains(column);
  }

  @Override
  public boolean isInAnyKey(Column<?> column) {
    return Stream.concat(keyColumns().stream(), indexColumns().stream())
        .anyMatch(each -> each.component().is(column));
  }

  @Override
  public boolean hasAttribute(Column<?> column) {
    return !keyColumns().contains(column) && !isAlone(column);
  }

  private boolean isAlone(Column<?> column) {
    return indexKeys().anyMatch(key -> key.isAlone(column));
  }

  boolean isInCompositeKey(Column<?> column) {
    return indexKeys().anyMatch(key -> key.uses(column) && !key.isAlone(column));
  }

  boolean isSourceOfKey(Column<?> column) {
    return keyColumns().stream().anyMatch(each -> each.isDerived() && each.component().is(column));
  }

  /** Whether its stored form is another than that of a plain number. */
  boolean isNoNumberInKey(Column<?> column) {
    return indexKeys()
        .filter(key -> key.isAlone(column))
        .anyMatch(
            key -> key.attribute().type() != Type.N || key.slots().getFirst().part().isConverted());
  }

  /** Whether its stored number is the negative one. */
  boolean isNegatedInKey(Column<?> column) {
    return indexKeys()
        .filter(key -> key.isAlone(column))
        .anyMatch(key -> key.slots().getFirst().part().isDescending());
  }

  Range range(Column<?> column) {
    boolean isInt = column.is(Columns.LEVEL) || column.is(Columns.TIER);
    if (!isAlone(column) || column.is(Columns.TOTAL)) {
      return isInt
          ? new Range(Integer.MIN_VALUE, Integer.MAX_VALUE)
          : new Range(Long.MIN_VALUE, Long.MAX_VALUE);
    }
    return isInt ? new Range(0, 120) : new Range(-100, 1000);
  }

  /** Conditions can name what is an attribute of its own, in a form that has its order. */
  List<Column<?>> nameable(List<Column<?>> attributes) {
    return attributes.stream()
        .filter(column ->
            indexKeys()
                .filter(key -> key.isAlone(column))
                .allMatch(key -> key.slots().getFirst().part().ordered()))
        .toList();
  }
}
