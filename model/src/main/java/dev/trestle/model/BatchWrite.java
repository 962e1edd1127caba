package dev.trestle.model;

import dev.trestle.model.codec.RecordShape;
import java.util.Optional;

/**
 * Any number of puts and deletes of one entity, independent and without conditions. Declared by
 * {@link Entity#batchWrite}.
 */
public record BatchWrite<K, R>(
    Heading heading, Entity<R> entity, RecordShape<K> parameters, Binding binding, double typical)
    implements AccessPattern {

  /** Declares a batch of writes. */
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
    public BatchWrite<K, R> build() {
      if (entity.version().isPresent()) {
        throw heading.refused(
            ("%s.%s counts writes, but a batch has no conditions and would overwrite what its writer"
                    + " never saw. Put each record by itself or in a transaction.")
                .formatted(entity.name(), entity.version().orElseThrow()));
      }
      var binding = Binding.of(entity.keys(), parameters, Optional.empty());
      return new BatchWrite<>(heading, entity, parameters, binding, typical);
    }
  }
}
