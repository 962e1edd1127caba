package dev.trestle.model;

import dev.trestle.model.codec.RecordShape;
import java.util.Optional;

/**
 * Reads one item by its complete key. Declared by {@link Entity#get}; {@code store.run(GET, key)}
 * returns the record, or empty if there is none.
 */
public record Get<K, R>(
    Heading heading,
    Entity<?> entity,
    RecordShape<K> parameters,
    Binding binding,
    boolean consistent,
    boolean withExpired,
    ResultType<R> result)
    implements AccessPattern {

  /** Declares a get. Eventually consistent by default. */
  public static final class Builder<K, R> {
    private final Entity<?> entity;
    private final RecordShape<K> parameters;
    private final ResultType<R> result;
    private Heading heading;
    private boolean consistent;
    private boolean withExpired;

    Builder(Heading heading, Entity<?> entity, RecordShape<K> parameters, ResultType<R> result) {
      this.heading = heading;
      this.entity = entity;
      this.parameters = parameters;
      this.result = result;
    }

    /** Reads only the components of this record. */
    public <V extends Record> Builder<K, V> as(Class<V> type) {
      var view =
          new Builder<>(
              heading, entity, parameters, ViewCodecs.of(heading, entity, Optional.empty(), type));
      view.consistent = consistent;
      view.withExpired = withExpired;
      return view;
    }

    /** Reads what was written last, for twice the read units. */
    public Builder<K, R> consistent() {
      consistent = true;
      return this;
    }

    /** Also returns items that have expired but were not yet removed. */
    public Builder<K, R> withExpired() {
      withExpired = true;
      return this;
    }

    /** How often it is called, for checks of hot keys and for its cost. */
    public Builder<K, R> load(Load load) {
      heading = heading.with(load);
      return this;
    }

    /** Ends the declaration. A mistake in it is refused here, with what is wrong. */
    public Get<K, R> build() {
      var binding = Binding.of(entity.keys(), parameters, Optional.empty());
      return new Get<>(heading, entity, parameters, binding, consistent, withExpired, result);
    }
  }
}
