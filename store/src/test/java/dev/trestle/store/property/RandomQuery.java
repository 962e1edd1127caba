package dev.trestle.store.property;

import dev.trestle.gen.Choices;
import dev.trestle.gen.Gen;
import dev.trestle.model.Binding;
import dev.trestle.model.Count;
import dev.trestle.model.Entity;
import dev.trestle.model.FanOut;
import dev.trestle.model.FanOut.Buckets;
import dev.trestle.model.ItemCollection;
import dev.trestle.model.Query;
import dev.trestle.model.Range.Kind;
import dev.trestle.model.Ref;
import dev.trestle.model.TableIndex;
import dev.trestle.store.property.Column.Bounds;
import dev.trestle.store.property.Sample.Given;
import dev.trestle.store.property.Sample.Glance;
import dev.trestle.store.property.TableLayout.IndexLayout;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A query of the table or of an index.
 *
 * @param bound how many parts of the sort key are given
 * @param range a range over the part behind them
 * @param across the partitions that are read, where they are several
 */
record RandomQuery(
    String id,
    Optional<String> index,
    KeyLayout partition,
    Optional<KeyLayout> sort,
    int bound,
    Optional<Kind> range,
    boolean descending,
    int page,
    Optional<RandomCondition> filter,
    Optional<FanOut> across,
    boolean consistent,
    boolean withExpired) {
  /** A table or an index, with its keys; global indexes have no consistent reads. */
  record Source(
      Optional<String> index, KeyLayout partition, Optional<KeyLayout> sort, boolean consistent) {
    static Source of(IndexLayout index) {
      return new Source(
          Optional.of(index.name()),
          index.partition(),
          index.sort(),
          index.scope() == TableIndex.Scope.LOCAL);
    }
  }

  /** More than a run ever stores. */
  private static final int COUNTED_MAX = 100;

  static RandomQuery random(Choices choices, String id, Source source, List<Column<?>> filterable) {
    var partition = source.partition;
    var sort = source.sort;
    int slots = sort.map(key -> key.slots().size()).orElse(0);
    int bound = choices.oneOf(slots + 1);
    boolean ranged =
        bound < slots
            && sort.get().disorder(bound).isEmpty()
            && sort.get().columns().get(bound).bounds().isPresent();
    Optional<Kind> range =
        ranged && choices.oneOf(3) != 0
            ? Optional.of(Gen.of(Kind.class).from(choices))
            : Optional.empty();
    var across =
        sort.isEmpty() || choices.oneOf(3) != 0
            ? Optional.<FanOut>empty()
            : fanOut(partition, sort.get(), bound, range);
    return new RandomQuery(
        id,
        source.index,
        partition,
        sort,
        bound,
        range,
        choices.oneOf(2) == 1,
        1 + choices.oneOf(4),
        RandomCondition.maybe(choices, filterable),
        across,
        source.consistent && choices.oneOf(3) == 2,
        choices.oneOf(4) == 3);
  }

  /** A query for all entities of a collection; through an index also for a range they share. */
  static RandomQuery collection(Choices choices, String id, Source source) {
    var sort = source.sort;
    var any = random(choices, id, source, List.of());
    boolean ranged =
        source.index.isPresent()
            && any.range.isPresent()
            && sort.get().disorder(0).isEmpty()
            && sort.get().columns().getFirst().bounds().isPresent();
    return new RandomQuery(
        id,
        source.index,
        source.partition,
        sort,
        0,
        ranged ? any.range : Optional.empty(),
        any.descending,
        any.page,
        Optional.empty(),
        Optional.empty(),
        any.consistent,
        any.withExpired);
  }

  /** The same, which also finds what has expired. */
  RandomQuery alsoExpired() {
    return new RandomQuery(
        id,
        index,
        partition,
        sort,
        bound,
        range,
        descending,
        page,
        filter,
        across,
        consistent,
        true);
  }

  boolean reads(String name) {
    return index.filter(name::equals).isPresent();
  }

  /** The partitions that a query could read, by the first part that allows it. */
  private static Optional<FanOut> fanOut(
      KeyLayout partition, KeyLayout sort, int bound, Optional<Kind> range) {
    return partition.slots().stream()
        .flatMap(slot -> fanOut(slot, sort, bound, range).stream())
        .findFirst();
  }

  private static Optional<FanOut> fanOut(
      KeyLayout.Slot slot, KeyLayout sort, int bound, Optional<Kind> range) {
    var column = slot.column();
    boolean overTime = bound == 0 && sort.columns().getFirst().is(Columns.AT);
    if (overTime
        && range.filter(kind -> kind == Kind.BETWEEN).isPresent()
        && (column.is(Columns.AT_DAY) || column.is(Columns.AT_MONTH))) {
      return Optional.of(new FanOut(Buckets.RANGED, column.name(), Optional.empty(), 100, 2));
    }
    if (column.is(Columns.WORD_SHARD) || column.is(Columns.GRADE)) {
      int all = slot.part().values().orElseThrow().size();
      return Optional.of(new FanOut(Buckets.ALL, column.name(), Optional.empty(), all, all));
    }
    return listed(column)
        .map(list -> new FanOut(Buckets.LISTED, column.name(), Optional.of(list), 10, 2));
  }

  /** The parameter that lists values of a column. */
  private static Optional<String> listed(Column<?> column) {
    if (column.is(Columns.WORD) || column.is(Columns.OTHER) || column.is(Columns.TAG)) {
      return Optional.of("words");
    }
    return column.is(Columns.COUNT) || column.is(Columns.SCORE)
        ? Optional.of("counts")
        : Optional.empty();
  }

  /**
   * The query as it is declared. Parameters are bound by name, and these have all names, so the
   * binding is cut to the parts that this query gives.
   */
  Query<Given, Sample> declare(Entity<Sample> entity) {
    return cut(builder(entity, id).page(page).build());
  }

  /** The same, which counts. */
  Count<Given> declareCount(Entity<Sample> entity) {
    return new Count<>(cut(builder(entity, id + "-count").page(COUNTED_MAX).build()));
  }

  /** The same, which reads some of the components. */
  Query<Given, Glance> declareView(Entity<Sample> entity) {
    return cut(builder(entity, id + "-view").as(Glance.class).page(page).build());
  }

  /** The same, which reads one of the components. */
  <V extends Record> Query<Given, V> declareView(Entity<Sample> entity, Class<V> view) {
    return cut(builder(entity, id + "-" + view.getSimpleName()).as(view).page(page).build());
  }

  /** The same for an item collection. */
  Query<Given, Stored> declare(ItemCollection<Stored> collection) {
    return cut(builder(collection, id).page(page).build());
  }

  /** The same, which counts. */
  Count<Given> declareCount(ItemCollection<Stored> collection) {
    return new Count<>(cut(builder(collection, id + "-count").page(COUNTED_MAX).build()));
  }

  private Query.Builder<Given, Stored, Stored> builder(
      ItemCollection<Stored> collection, String name) {
    return declared(
        index.isPresent()
            ? collection.index(index.get()).query(name, "query", Given.class)
            : collection.query(name, "query", Given.class));
  }

  private Query.Builder<Given, Sample, Sample> builder(Entity<Sample> entity, String name) {
    var builder =
        declared(
            index.isPresent()
                ? entity.index(index.get()).query(name, "query", Given.class)
                : entity.query(name, "query", Given.class));
    filter.ifPresent(condition -> builder.filter(condition.declared()));
    return builder;
  }

  private <S> Query.Builder<Given, S, S> declared(Query.Builder<Given, S, S> builder) {
    range.ifPresent(kind -> range(builder, kind, ranged().bounds().orElseThrow()));
    if (descending) builder.descending();
    if (consistent) builder.consistent();
    if (withExpired) builder.withExpired();
    return builder;
  }

  private <R> Query<Given, R> cut(Query<Given, R> whole) {
    return new Query<>(
        whole.heading(),
        whole.table(),
        whole.index(),
        whole.keys(),
        whole.parameters(),
        binding(whole.binding()),
        whole.filter(),
        whole.reading(),
        across,
        whole.result());
  }

  private Column<?> ranged() {
    return sort.orElseThrow().columns().get(bound);
  }

  private static <T> void range(Query.Builder<Given, ?, ?> builder, Kind kind, Bounds bounds) {
    @SuppressWarnings("unchecked")
    var low = (Ref<Given, T>) bounds.low();
    @SuppressWarnings("unchecked")
    var high = (Ref<Given, T>) bounds.high();
    switch (kind) {
      case MORE_THAN -> builder.after(low);
      case AT_LEAST -> builder.from(low);
      case LESS_THAN -> builder.before(low);
      case AT_MOST -> builder.upTo(low);
      case BETWEEN -> builder.between(low, high);
    }
  }

  private Binding binding(Binding whole) {
    var names =
        sort.map(key -> key.columns().stream().map(Column::name).toList()).orElse(List.of());
    return new Binding(
        whole.partition(),
        whole.partitionMissing(),
        names.subList(0, bound),
        names.subList(bound, names.size()),
        List.of(),
        whole.range(),
        range.map(kind -> names.get(bound)),
        Set.of());
  }

  /** Whether the parameters name a partition: an empty Optional names none. */
  boolean isAsked(Given given) {
    return Stream.concat(
            partition.columns().stream().filter(column -> !isAcross(column)),
            sort.stream().flatMap(key -> key.columns().stream().limit(bound)))
        .noneMatch(column -> column.of(given) instanceof Optional<?> value && value.isEmpty());
  }

  /** Whether the keys of a sample are those that are asked for. */
  boolean selects(Sample sample, Given given) {
    if (!partition.has(sample) || sort.filter(key -> !key.has(sample)).isPresent()) return false;
    if (!partition.columns().stream().allMatch(column -> isIn(column, sample, given))) return false;
    if (sort.isEmpty()) return true;
    return sort.get().matches(sample, given, bound)
        && range.filter(kind -> !isWithin(sample, given, kind)).isEmpty();
  }

  private boolean isAcross(Column<?> column) {
    return across.filter(fanOut -> fanOut.part().equals(column.name())).isPresent();
  }

  private boolean isIn(Column<?> column, Sample sample, Given given) {
    if (!isAcross(column)) return column.of(sample).equals(column.of(given));
    var value =
        column.of(sample) instanceof Optional<?> some ? some.orElseThrow() : column.of(sample);
    return across
        .orElseThrow()
        .parameter()
        .map(list -> list.equals("words") ? given.words() : given.counts())
        .map(values -> values.contains(value))
        .orElse(true);
  }

  private boolean isWithin(Sample sample, Given given, Kind kind) {
    var column = ranged();
    var bounds = column.bounds().orElseThrow();
    int low = column.compareWith(sample, bounds.low().of(given));
    return switch (kind) {
      case MORE_THAN -> low > 0;
      case AT_LEAST -> low >= 0;
      case LESS_THAN -> low < 0;
      case AT_MOST -> low <= 0;
      case BETWEEN -> low >= 0 && column.compareWith(sample, bounds.high().of(given)) <= 0;
    };
  }

  /** The order of two records that the query returns; 0 where it promises none. */
  int compare(Stored one, Stored other) {
    boolean apart = index.isEmpty() && one instanceof Sample != other instanceof Sample;
    int order =
        apart
            ? one instanceof Sample ? -1 : 1
            : sort.map(key -> key.compare(one.asSample(), other.asSample(), bound)).orElse(0);
    return descending ? -order : order;
  }

  @Override
  public String toString() {
    return "%s: query(%s) given %d of the sort key%s%s page(%d)%s%s%s%s"
        .formatted(
            id,
            index.orElse("table"),
            bound,
            range.map(kind -> ", " + kind + " over " + ranged()).orElse(""),
            descending ? " descending" : "",
            page,
            filter.map(condition -> " filter " + condition).orElse(""),
            across.map(fanOut -> " across " + fanOut.buckets() + " " + fanOut.part()).orElse(""),
            consistent ? " consistent" : "",
            withExpired ? " withExpired" : "");
  }
}
