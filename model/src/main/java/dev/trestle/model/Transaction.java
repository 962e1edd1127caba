package dev.trestle.model;

import dev.trestle.model.codec.RecordShape;
import java.lang.invoke.MethodHandles.Lookup;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Several writes that all happen or none of them. */
public record Transaction<P>(Heading heading, RecordShape<P> parameters, List<Part<?>> parts)
    implements AccessPattern {
  public Transaction {
    parts = List.copyOf(parts);
  }

  /**
   * One step, or a run of like ones.
   *
   * @param component the component of the transaction's parameters that has the step's parameters
   * @param many the most of them, where the component is a list
   * @param optional the component is an Optional: an empty one leaves the step out
   */
  public record Part<K>(Step<K> step, String component, Optional<Integer> many, boolean optional) {}

  public static <P extends Record> Builder<P> of(
      String id, String title, Class<P> parameters, Lookup lookup) {
    var heading = new Heading(id, title, Place.ofCaller(), Load.NONE);
    return new Builder<>(heading, RecordShape.of(parameters, lookup));
  }

  /** The draft of a transaction; its steps are in the order in which they are said. */
  public static final class Builder<P extends Record> {
    private final RecordShape<P> parameters;
    private final List<Part<?>> parts = new ArrayList<>();
    private Heading heading;

    private Builder(Heading heading, RecordShape<P> parameters) {
      this.heading = heading;
      this.parameters = parameters;
    }

    public <K> Builder<P> step(Step<K> step, Ref<P, K> component) {
      return and(step, component, Optional.empty(), false);
    }

    /** A step that is left out when its parameters are not there. */
    public <K> Builder<P> maybe(Step<K> step, Ref<P, Optional<K>> component) {
      return and(step, component, Optional.empty(), true);
    }

    /** The same step for each element of a list, at most so many. */
    public <K> Builder<P> each(Step<K> step, Ref<P, List<K>> component, int most) {
      return and(step, component, Optional.of(most), false);
    }

    private <K> Builder<P> and(
        Step<K> step, Ref<P, ?> component, Optional<Integer> many, boolean optional) {
      parts.add(new Part<>(step, component.named().in(parameters.type()), many, optional));
      return this;
    }

    public Builder<P> load(Load load) {
      heading = heading.with(load);
      return this;
    }

    public Transaction<P> build() {
      if (parts.isEmpty()) throw new IllegalArgumentException(heading.id() + " has no steps");
      return new Transaction<>(heading, parameters, parts);
    }
  }
}
