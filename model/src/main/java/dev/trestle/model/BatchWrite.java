package dev.trestle.model;

import dev.trestle.model.codec.RecordShape;
import java.util.Optional;

/** Puts and deletes of one entity in any number, each by itself and without conditions. */
public record BatchWrite<K, R>(
    Heading heading, Entity<R> entity, RecordShape<K> parameters, Binding binding, double typical)
    implements AccessPattern {

  /** The draft of a batch of writes. */
  public static final class Builder<K, R> {
    private final Entity<R> entity;
    private final RecordShape<K> parameters;
    private Heading heading;
    private double typical = 1;

    Builder(Heading heading, Entity<R> entity, RecordShape<K> parameters) {
      this.heading = heading;
      this.entity = entity;
      this.parameters = parameters;
    }

    /** How many items a call usually writes. */
    public Builder<K, R> typically(double items) {
      typical = items;
      return this;
    }

    public Builder<K, R> load(Load load) {
      heading = heading.with(load);
      return this;
    }

    public BatchWrite<K, R> build() {
      var binding = Binding.of(entity.keys(), parameters, Optional.empty());
      return new BatchWrite<>(heading, entity, parameters, binding, typical);
    }
  }
}
