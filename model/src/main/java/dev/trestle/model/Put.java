package dev.trestle.model;

import dev.trestle.model.codec.RecordShape;
import dev.trestle.model.expression.ConditionTree;
import java.util.Optional;

/**
 * Writes a whole record. Replaces an existing one unless a condition forbids it. Declared by {@code
 * put} of an {@link Entity}; {@code store.run(PUT, record)} says whether it was written.
 *
 * @param whole the component of the parameters that is the record; empty if the parameters are the
 *     record
 */
public record Put<P, R>(
    Heading heading,
    Entity<R> entity,
    RecordShape<P> parameters,
    Optional<String> whole,
    Optional<ConditionTree> condition)
    implements AccessPattern, ItemWrite<P> {

  /** Declares a put. */
  public static final class Builder<P, R> {
    private final Entity<R> entity;
    private final RecordShape<P> parameters;
    private final Optional<String> whole;
    private Heading heading;
    private Optional<ConditionTree> condition = Optional.empty();

    Builder(Heading heading, Entity<R> entity, RecordShape<P> parameters, Optional<String> whole) {
      this.heading = heading;
      this.entity = entity;
      this.parameters = parameters;
      this.whole = whole;
    }

    /** Requires that no item with this key exists. */
    public Builder<P, R> ifAbsent() {
      return when(Conditions.itemAbsent());
    }

    /** Adds a condition. */
    public Builder<P, R> when(Condition<? super R, ? super P> condition) {
      var scope = Scope.of(heading, entity, parameters);
      this.condition = scope.both(this.condition, condition);
      return this;
    }

    /** How often it is called, for checks of hot keys and for its cost. */
    public Builder<P, R> load(Load load) {
      heading = heading.with(load);
      return this;
    }

    /** Ends the declaration. */
    public Put<P, R> build() {
      return new Put<>(heading, entity, parameters, whole, condition);
    }
  }
}
