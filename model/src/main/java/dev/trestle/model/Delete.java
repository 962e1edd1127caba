package dev.trestle.model;

import dev.trestle.model.codec.RecordShape;
import dev.trestle.model.expression.ConditionTree;
import java.util.Optional;

/**
 * Removes one item by its whole key. Declared by {@link Entity#delete}; {@code store.run(DELETE,
 * key)} returns the record that was there.
 */
public record Delete<K, R>(
    Heading heading,
    Entity<R> entity,
    RecordShape<K> parameters,
    Binding binding,
    Optional<ConditionTree> condition)
    implements AccessPattern, ItemWrite<K> {

  /** The draft of a delete. */
  public static final class Builder<K, R> {
    private final Entity<R> entity;
    private final RecordShape<K> parameters;
    private Heading heading;
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

    /** How often it is called, for checks of hot keys and for its cost. */
    public Builder<K, R> load(Load load) {
      heading = heading.with(load);
      return this;
    }

    /** Ends the declaration. A mistake in it is refused here, with what is wrong. */
    public Delete<K, R> build() {
      var binding = Binding.of(entity.keys(), parameters, Optional.empty());
      return new Delete<>(heading, entity, parameters, binding, condition);
    }
  }
}
