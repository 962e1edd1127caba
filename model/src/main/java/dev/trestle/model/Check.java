package dev.trestle.model;

import dev.trestle.model.codec.RecordShape;
import java.util.List;
import java.util.Optional;

/** A condition on an item that a transaction reads but does not write. */
public record Check<K, R>(
    Heading heading,
    Entity<R> entity,
    RecordShape<K> parameters,
    Binding binding,
    Optional<Condition> condition)
    implements Step<K> {

  /** The draft of a check. */
  public static final class Builder<K, R> {
    private final Heading heading;
    private final Entity<R> entity;
    private final RecordShape<K> parameters;
    private Optional<Condition> condition = Optional.empty();

    Builder(Heading heading, Entity<R> entity, RecordShape<K> parameters) {
      this.heading = heading;
      this.entity = entity;
      this.parameters = parameters;
    }

    public Builder<K, R> ifExists() {
      return when(Conditions.itemExists());
    }

    public Builder<K, R> when(Condition condition) {
      this.condition = Optional.of(condition);
      return this;
    }

    public Check<K, R> build() {
      if (condition.isEmpty()) throw new IllegalArgumentException(heading.id() + " checks nothing");
      condition.ifPresent(given -> Names.check(given, List.of(entity), parameters));
      var binding = Binding.of(entity.keys(), parameters, Optional.empty());
      return new Check<>(heading, entity, parameters, binding, condition);
    }
  }
}
