package dev.trestle.model;

import dev.trestle.model.codec.RecordShape;
import java.util.List;
import java.util.Optional;

/**
 * Writes a whole record, over what was there unless a condition forbids it.
 *
 * @param whole the component of the parameters that is the record; none where they are the record
 */
public record Put<P, R>(
    Heading heading,
    Entity<R> entity,
    RecordShape<P> parameters,
    Optional<String> whole,
    Optional<Condition> condition)
    implements AccessPattern, Step<P> {

  /** The draft of a put. */
  public static final class Builder<P, R> {
    private final Entity<R> entity;
    private final RecordShape<P> parameters;
    private final Optional<String> whole;
    private Heading heading;
    private Optional<Condition> condition = Optional.empty();

    Builder(Heading heading, Entity<R> entity, RecordShape<P> parameters, Optional<String> whole) {
      this.heading = heading;
      this.entity = entity;
      this.parameters = parameters;
      this.whole = whole;
    }

    /** Only where no item has this key yet. */
    public Builder<P, R> ifAbsent() {
      return when(Conditions.itemAbsent());
    }

    public Builder<P, R> when(Condition condition) {
      this.condition = Optional.of(condition);
      return this;
    }

    public Builder<P, R> load(Load load) {
      heading = heading.with(load);
      return this;
    }

    public Put<P, R> build() {
      condition.ifPresent(given -> Names.check(given, List.of(entity), parameters));
      return new Put<>(heading, entity, parameters, whole, condition);
    }
  }
}
