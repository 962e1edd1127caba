package dev.trestle.model;

import dev.trestle.model.Range.Kind;
import dev.trestle.model.codec.RecordShape;
import java.util.Optional;

/** Reads the items of one partition, all of them or a range, in pages. */
public record Query<K, R>(
    Heading heading,
    Table table,
    Optional<TableIndex> index,
    KeyPair keys,
    RecordShape<K> parameters,
    Binding binding,
    Optional<Condition> filter,
    Reading reading,
    Result<R> result)
    implements AccessPattern {

  /**
   * How a query reads.
   *
   * @param page the most items of a page, before the filter
   * @param typical how many items a call usually reads: what its cost is reckoned from
   * @param single nobody expects a second item: something must see to it
   */
  public record Reading(
      boolean consistent,
      boolean descending,
      int page,
      double typical,
      boolean single,
      boolean withExpired) {}

  /** The draft of a query: ascending, eventually consistent, in pages of 100. */
  public static final class Builder<K, R> {
    private static final int PAGE = 100;

    private final Source source;
    private final RecordShape<K> parameters;
    private final Result<R> result;
    private Heading heading;
    private Optional<Range> range = Optional.empty();
    private Optional<Condition> filter = Optional.empty();
    private boolean consistent;
    private boolean descending;
    private boolean single;
    private boolean withExpired;
    private int page = PAGE;
    private Optional<Double> typical = Optional.empty();

    Builder(Heading heading, Source source, RecordShape<K> parameters, Result<R> result) {
      this.heading = heading;
      this.source = source;
      this.parameters = parameters;
      this.result = result;
    }

    /** Reads only the components of this record; to be said first. */
    public <V extends Record> Builder<K, V> as(Class<V> type) {
      var entity = result.sources().getFirst();
      var view = new Builder<>(heading, source, parameters, Views.of(entity, type));
      view.range = range;
      view.filter = filter;
      view.consistent = consistent;
      view.descending = descending;
      view.single = single;
      view.withExpired = withExpired;
      view.page = page;
      view.typical = typical;
      return view;
    }

    /** Sort keys above this parameter's value. */
    public <T> Builder<K, R> after(Ref<K, T> bound) {
      return range(Kind.MORE_THAN, bound);
    }

    public <T> Builder<K, R> from(Ref<K, T> bound) {
      return range(Kind.AT_LEAST, bound);
    }

    public <T> Builder<K, R> before(Ref<K, T> bound) {
      return range(Kind.LESS_THAN, bound);
    }

    public <T> Builder<K, R> upTo(Ref<K, T> bound) {
      return range(Kind.AT_MOST, bound);
    }

    /** Sort keys from the one value to the other, both within. */
    public <T> Builder<K, R> between(Ref<K, T> from, Ref<K, T> to) {
      range = Optional.of(new Range(Kind.BETWEEN, name(from), Optional.of(name(to))));
      return this;
    }

    private Builder<K, R> range(Kind kind, Ref<K, ?> bound) {
      range = Optional.of(new Range(kind, name(bound), Optional.empty()));
      return this;
    }

    private String name(Ref<K, ?> component) {
      return component.named().in(parameters.type());
    }

    /** Only items of which this holds; those it leaves out are paid for all the same. */
    public Builder<K, R> filter(Condition condition) {
      filter = Optional.of(condition);
      return this;
    }

    public Builder<K, R> consistent() {
      consistent = true;
      return this;
    }

    /** The greatest sort key first. */
    public Builder<K, R> descending() {
      descending = true;
      return this;
    }

    public Builder<K, R> page(int items) {
      if (items < 1) throw new IllegalArgumentException("a page of " + items + " items");
      page = items;
      return this;
    }

    /** How many items a call usually reads; a page without this. */
    public Builder<K, R> typically(double items) {
      typical = Optional.of(items);
      return this;
    }

    /** At most one item is expected: a check asks what sees to it. */
    public Builder<K, R> single() {
      single = true;
      return page(1);
    }

    /** Also returns what has expired and was not yet removed. */
    public Builder<K, R> withExpired() {
      withExpired = true;
      return this;
    }

    public Builder<K, R> load(Load load) {
      heading = heading.with(load);
      return this;
    }

    public Query<K, R> build() {
      var reading =
          new Reading(
              consistent, descending, page, typical.orElse((double) page), single, withExpired);
      filter.ifPresent(condition -> Names.check(condition, result.sources(), parameters));
      return new Query<>(
          heading,
          source.table(),
          source.index(),
          source.keys(),
          parameters,
          Binding.of(source.keys(), parameters, range),
          filter,
          reading,
          result);
    }
  }
}
