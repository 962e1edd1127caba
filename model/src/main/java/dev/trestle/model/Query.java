package dev.trestle.model;

import dev.trestle.model.FanOut.Buckets;
import dev.trestle.model.Range.Kind;
import dev.trestle.model.codec.RecordShape;
import dev.trestle.model.expression.ConditionTree;
import dev.trestle.model.key.Part;
import java.util.List;
import java.util.Optional;

/**
 * Reads the items of one partition, or a range of them, in pages. Declared by {@link Entity#query}
 * or {@link Index#query}; {@code store.run(QUERY, parameters)} returns the first page.
 */
public record Query<K, R>(
    Heading heading,
    Table table,
    Optional<TableIndex> index,
    KeyPair keys,
    RecordShape<K> parameters,
    Binding binding,
    Optional<ConditionTree> filter,
    Reading reading,
    Optional<FanOut> across,
    ResultType<R> result)
    implements AccessPattern {

  /**
   * How a query reads.
   *
   * @param page the maximum number of items per page, before the filter
   * @param typical how many items a call usually reads, for cost estimates
   * @param single whether at most one item is expected, which something must guarantee
   */
  public record Reading(
      boolean consistent,
      boolean descending,
      int page,
      double typical,
      boolean single,
      boolean withExpired) {}

  /** Declares a query. By default it is ascending, eventually consistent, with pages of 100. */
  public static final class Builder<K, S, R> {
    private static final int PAGE = 100;

    private final QueryTarget source;
    private final RecordShape<K> parameters;
    private final ResultType<R> result;
    private Heading heading;
    private Optional<Range> range = Optional.empty();
    private Optional<Across> across = Optional.empty();
    private Optional<ConditionTree> filter = Optional.empty();
    private boolean consistent;
    private boolean descending;
    private boolean single;
    private boolean withExpired;
    private int page = PAGE;
    private Optional<Double> typical = Optional.empty();

    Builder(Heading heading, QueryTarget source, RecordShape<K> parameters, ResultType<R> result) {
      this.heading = heading;
      this.source = source;
      this.parameters = parameters;
      this.result = result;
    }

    /** Reads only the components of this record. Must be declared first. */
    public <V extends Record> Builder<K, S, V> as(Class<V> type) {
      var entity = result.sources().getFirst();
      var view =
          new Builder<K, S, V>(
              heading, source, parameters, ViewCodecs.of(heading, entity, source.index(), type));
      view.range = range;
      view.across = across;
      view.filter = filter;
      view.consistent = consistent;
      view.descending = descending;
      view.single = single;
      view.withExpired = withExpired;
      view.page = page;
      view.typical = typical;
      return view;
    }

    /** Reads sort keys greater than this parameter's value. */
    public <T> Builder<K, S, R> after(Ref<K, T> bound) {
      return range(Kind.MORE_THAN, bound);
    }

    /** Reads sort keys greater than or equal to this parameter's value. */
    public <T> Builder<K, S, R> from(Ref<K, T> bound) {
      return range(Kind.AT_LEAST, bound);
    }

    /** Reads sort keys less than this parameter's value. */
    public <T> Builder<K, S, R> before(Ref<K, T> bound) {
      return range(Kind.LESS_THAN, bound);
    }

    /** Reads sort keys less than or equal to this parameter's value. */
    public <T> Builder<K, S, R> upTo(Ref<K, T> bound) {
      return range(Kind.AT_MOST, bound);
    }

    /** Reads sort keys between two values, both inclusive. */
    public <T> Builder<K, S, R> between(Ref<K, T> from, Ref<K, T> to) {
      return range(new Range(Kind.BETWEEN, name(from), Optional.of(name(to))));
    }

    private Builder<K, S, R> range(Kind kind, Ref<K, ?> bound) {
      return range(new Range(kind, name(bound), Optional.empty()));
    }

    private Builder<K, S, R> range(Range declared) {
      if (range.isPresent()) {
        throw heading.refused(
            "A query has one range, and this is the second. Declare two bounds by between(…), which"
                + " includes both.");
      }
      range = Optional.of(declared);
      return this;
    }

    private String name(Ref<K, ?> component) {
      return component.named().in(parameters.type());
    }

    /**
     * Reads every partition of a part that has few values, such as all shards, and merges what they
     * hold in the order of the sort key. Each partition is a request of its own.
     */
    public Builder<K, S, R> across(Part<?> part) {
      int all = part.values().map(List::size).orElse(0);
      return across(new Across(Buckets.ALL, part, Optional.empty(), all, all));
    }

    /**
     * Reads the partitions whose values of a part are in a list, such as the cells of a map: at
     * most so many, usually fewer.
     */
    public <T> Builder<K, S, R> across(
        Part<T> part, Ref<K, List<T>> values, int most, double typically) {
      return across(new Across(Buckets.LISTED, part, Optional.of(name(values)), most, typically));
    }

    /**
     * Reads the partitions that the range touches, where their part is the day or month of what the
     * range is over. They are read one after the other, as far as the page needs them.
     */
    public Builder<K, S, R> acrossRange(Part<?> part, int most, double typically) {
      return across(new Across(Buckets.RANGED, part, Optional.empty(), most, typically));
    }

    private Builder<K, S, R> across(Across partitions) {
      if (across.isPresent()) {
        throw heading.refused("A query reads across one part, and this is the second.");
      }
      across = Optional.of(partitions);
      return this;
    }

    /** Returns only items for which this holds. Items that are filtered out are still paid for. */
    public Builder<K, S, R> filter(Condition<? super S, ? super K> condition) {
      filter = Scope.of(heading, result, parameters).both(filter, condition);
      return this;
    }

    /** Reads what was written last, for twice the read units. Not possible on global indexes. */
    public Builder<K, S, R> consistent() {
      consistent = true;
      return this;
    }

    /** Reads the largest sort key first. */
    public Builder<K, S, R> descending() {
      descending = true;
      return this;
    }

    /** Reads at most this many items in a call. The next call continues at the page's cursor. */
    public Builder<K, S, R> page(int items) {
      if (items < 1)
        throw heading.refused("A page has at least one item, not %d.".formatted(items));
      page = items;
      return this;
    }

    /** How many items a call usually reads; by default a page. */
    public Builder<K, S, R> typically(double items) {
      heading.expectUsual(items);
      typical = Optional.of(items);
      return this;
    }

    /** At most one item is expected. A check asks what guarantees it. */
    public Builder<K, S, R> single() {
      single = true;
      return page(1);
    }

    /**
     * Reads only the first item, such as the newest of a chat. There may be others; if there must
     * be none, use {@link #single()}. Run it with {@code store.first(query, key)}.
     */
    public Builder<K, S, R> first() {
      return page(1);
    }

    /** Also returns items that have expired but were not yet removed. */
    public Builder<K, S, R> withExpired() {
      withExpired = true;
      return this;
    }

    /** How often it is called, for checks of hot keys and for its cost. */
    public Builder<K, S, R> load(Load load) {
      heading = heading.with(load);
      return this;
    }

    /**
     * Counts the items instead of reading them. DynamoDB charges for every item that it looks at,
     * so the count ends after so many of them.
     */
    public Count<K> count(int itemsMax) {
      page(itemsMax);
      return new Count<>(build());
    }

    /** Ends the declaration. A mistake in it is refused here, with what is wrong. */
    public Query<K, R> build() {
      var reading =
          new Reading(
              consistent, descending, page, typical.orElse((double) page), single, withExpired);
      var fanOut = across.map(partitions -> partitions.checked(heading, source, parameters, range));
      return new Query<>(
          heading,
          source.table(),
          source.index(),
          source.keys(),
          parameters,
          Binding.of(source.keys(), parameters, range, fanOut),
          filter,
          reading,
          fanOut,
          result);
    }
  }
}
