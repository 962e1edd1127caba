package dev.trestle.model;

import dev.trestle.model.codec.RecordShape;
import java.lang.invoke.MethodHandles.Lookup;
import java.util.ArrayList;
import java.util.List;

/**
 * Puts and deletes of several entities in any number, each by itself and without conditions. What
 * must happen together is a {@link Transaction}.
 *
 * @param parameters a record with a list for each step
 */
public record MultiWrite<P>(Heading heading, RecordShape<P> parameters, List<Step<?>> steps)
    implements AccessPattern {
  public MultiWrite {
    steps = List.copyOf(steps);
  }

  /**
   * A write for each element of a list.
   *
   * @param component the component of the parameters that is the list
   * @param typical how many a call usually has; its cost is computed from this
   */
  public record Step<K>(ItemWrite<K> write, String component, double typical) {}

  /**
   * Begins the declaration of a write.
   *
   * @param lookup the caller's own, {@code MethodHandles.lookup()}, so that the records can be
   *     private
   */
  public static <P extends Record> Builder<P> of(
      String id, String title, Class<P> parameters, Lookup lookup) {
    var heading = new Heading(id, title, SourceLocation.ofCaller(), Load.NONE);
    return new Builder<>(heading, RecordShape.of(parameters, lookup));
  }

  /** Declares a multi-write. */
  public static final class Builder<P extends Record> {
    private final RecordShape<P> parameters;
    private final List<Step<?>> steps = new ArrayList<>();
    private Heading heading;

    private Builder(Heading heading, RecordShape<P> parameters) {
      this.heading = heading;
      this.parameters = parameters;
    }

    /** Puts each record of a list; usually so many. */
    public <K, R> Builder<P> each(Put<K, R> put, Ref<P, List<K>> component, double typically) {
      return and(put, component, typically);
    }

    /** Deletes the item of each key of a list; usually so many. */
    public <K, R> Builder<P> each(
        Delete<K, R> delete, Ref<P, List<K>> component, double typically) {
      return and(delete, component, typically);
    }

    private <K> Builder<P> and(ItemWrite<K> write, Ref<P, ?> component, double typically) {
      var name = component.named().in(parameters.type());
      new StepComponents(heading, parameters).expectDeclared(write, name);
      var id = write.heading().id();
      if (write.condition().isPresent()) {
        throw heading.refused("%s has a condition, which a batch cannot check.".formatted(id));
      }
      if (write.entity().version().isPresent()) {
        throw heading.refused(
            "%s writes %s, which has versions that a batch cannot check."
                .formatted(id, write.entity().name()));
      }
      if (!(typically >= 0)) throw heading.refused("%s is done %s times.".formatted(id, typically));
      steps.add(new Step<>(write, name, typically));
      return this;
    }

    /** How often it is called, for checks of hot keys and for its cost. */
    public Builder<P> load(Load load) {
      heading = heading.with(load);
      return this;
    }

    /** Ends the declaration. A mistake in it is refused here, with what is wrong. */
    public MultiWrite<P> build() {
      if (steps.isEmpty()) throw heading.refused("It writes nothing.");
      new StepComponents(heading, parameters)
          .expectAllUsed(steps.stream().map(Step::component).toList());
      return new MultiWrite<>(heading, parameters, steps);
    }
  }
}
