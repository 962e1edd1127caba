package dev.trestle.model;

import dev.trestle.model.codec.RecordShape;
import dev.trestle.model.expression.ConditionTree;
import java.util.Optional;

/** A condition on an item that a transaction reads but does not write. */
public record ConditionCheck<K, R>(
    Heading heading,
    Entity<R> entity,
    RecordShape<K> parameters,
    Binding binding,
    Optional<ConditionTree> condition)
    implements ItemWrite<K> {

  /** Declares a condition check. */
  public static final class Builder<K, R> {
    private final Heading heading;
    private final Entity<R> entity;
    private final RecordShape<K> parameters;
    private Optional<ConditionTree> condition = Optional.empty();

    Builder(Heading heading, Entity<R> entity, RecordShape<K> parameters) {
      this.heading = heading;
      this.entity = entity;
      this.parameters = parameters;
    }

    /** Requires that the item exists. */
    public Builder<K, R> ifExists() {
      return when(Conditions.itemExists());
    }

    /** Adds a condition. */
    public Builder<K, R> when(Condition<? super R, ? super K> condition) {
      var scope = Scope.of(heading, entity, parameters);
      this.condition = scope.both(this.condition, condition);
      return this;
    }

    /** Ends the declaration. A mistake in it is refused here, with what is wrong. */
    public ConditionCheck<K, R> build() {
      if (condition.isEmpty()) throw new IllegalArgumentException(heading.id() + " checks nothing");
      var binding = Binding.of(entity.keys(), parameters, Optional.empty());
      return new ConditionCheck<>(heading, entity, parameters, binding, condition);
    }
  }
}
