package dev.trestle.model;

import dev.trestle.model.codec.RecordShape;
import java.util.Optional;

/**
 * Reads any number of items by their complete keys, with as many requests as needed. Declared by
 * {@link Entity#batchGet}.
 */
public record BatchGet<K, R>(
    Heading heading,
    Entity<R> entity,
    RecordShape<K> parameters,
    Binding binding,
    boolean consistent,
    boolean withExpired,
    double typical)
    implements AccessPattern {

  /** Declares a batch of gets. */
  public static final class Builder<K, R> {
    private final Entity<R> entity;
    private final RecordShape<K> parameters;
    private Heading heading;
    private boolean consistent;
    private boolean withExpired;
    private double typical = 1;

    Builder(Heading heading, Entity<R> entity, RecordShape<K> parameters) {
      this.heading = heading;
      this.entity = entity;
      this.parameters = parameters;
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

    /** How many items a call usually requests. */
    public Builder<K, R> typically(double items) {
      heading.expectUsual(items);
      typical = items;
      return this;
    }

    /** How often it is called, for checks of hot keys and for its cost. */
    public Builder<K, R> load(Load load) {
      heading = heading.with(load);
      return this;
    }

    /** Ends the declaration. A mistake in it is refused here, with what is wrong. */
    public BatchGet<K, R> build() {
      var binding = Binding.of(entity.keys(), parameters, Optional.empty());
      return new BatchGet<>(heading, entity, parameters, binding, consistent, withExpired, typical);
    }
  }
}
