package dev.trestle.model;

import dev.trestle.model.codec.RecordShape;
import java.lang.invoke.MethodHandles.Lookup;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Several writes that happen together or not at all. Its steps are puts, updates, deletes and
 * checks of any entities, each with parameters of its own.
 */
public record Transaction<P>(Heading heading, RecordShape<P> parameters, List<Step<?>> steps)
    implements AccessPattern {
  public Transaction {
    steps = List.copyOf(steps);
  }

  /**
   * One step, or several similar ones.
   *
   * @param component the component of the transaction's parameters that contains the step's
   *     parameters
   * @param many the maximum number of elements, if the component is a list
   * @param optional whether the component is an Optional; if it is empty, the step is left out
   * @param typical how many of them a call usually has, for cost estimates
   */
  public record Step<K>(
      ItemWrite<K> write,
      String component,
      Optional<Integer> many,
      boolean optional,
      double typical) {}

  /**
   * Begins the declaration of a transaction.
   *
   * @param lookup the caller's own, {@code MethodHandles.lookup()}, so that the records can be
   *     private
   */
  public static <P extends Record> Builder<P> of(
      String id, String title, Class<P> parameters, Lookup lookup) {
    var heading = new Heading(id, title, SourceLocation.ofCaller(), Load.NONE);
    return new Builder<>(heading, RecordShape.of(parameters, lookup));
  }

  /** Declares a transaction. Steps run in the order in which they are declared. */
  public static final class Builder<P extends Record> {
    private final RecordShape<P> parameters;
    private final List<Step<?>> steps = new ArrayList<>();
    private Heading heading;

    private Builder(Heading heading, RecordShape<P> parameters) {
      this.heading = heading;
      this.parameters = parameters;
    }

    /** Adds a write: the component that has its parameters. */
    public <K> Builder<P> step(ItemWrite<K> write, Ref<P, K> component) {
      return and(write, component, Optional.empty(), false, 1);
    }

    /** Adds a step that is left out if its parameters are absent. */
    public <K> Builder<P> maybe(ItemWrite<K> write, Ref<P, Optional<K>> component) {
      return and(write, component, Optional.empty(), true, 1);
    }

    /** Adds a step for each element of a list, at most this many and usually this many. */
    public <K> Builder<P> each(ItemWrite<K> write, Ref<P, List<K>> component, int most) {
      return each(write, component, most, most);
    }

    /**
     * Adds a step for each element of a list, of which there are usually fewer than the maximum.
     */
    public <K> Builder<P> each(
        ItemWrite<K> write, Ref<P, List<K>> component, int most, double typically) {
      if (!(typically >= 0 && typically <= most)) {
        throw heading.refused("Usually %s of at most %d steps.".formatted(typically, most));
      }
      return and(write, component, Optional.of(most), false, typically);
    }

    private <K> Builder<P> and(
        ItemWrite<K> write,
        Ref<P, ?> component,
        Optional<Integer> many,
        boolean optional,
        double typical) {
      var name = component.named().in(parameters.type());
      new StepComponents(heading, parameters).expectDeclared(write, name);
      steps.add(new Step<>(write, name, many, optional, typical));
      return this;
    }

    /** How often it is called, for checks of hot keys and for its cost. */
    public Builder<P> load(Load load) {
      heading = heading.with(load);
      return this;
    }

    /** Ends the declaration. A mistake in it is refused here, with what is wrong. */
    public Transaction<P> build() {
      if (steps.isEmpty()) throw heading.refused("It has no steps.");
      new StepComponents(heading, parameters)
          .expectAllUsed(steps.stream().map(Step::component).toList());
      return new Transaction<>(heading, parameters, steps);
    }
  }
}
