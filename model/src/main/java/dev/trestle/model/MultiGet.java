package dev.trestle.model;

import dev.trestle.model.codec.RecordShape;
import java.lang.invoke.MethodHandles.Lookup;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;

/**
 * Reads items of several entities by their whole keys, in one batch or in one transaction.
 *
 * @param parameters a record with the keys: one, an Optional or a list for each step
 * @param result a record with what was found: an Optional or a list for each step
 * @param transactional all items as they were at one moment, for twice the read units
 */
public record MultiGet<P, V>(
    Heading heading,
    RecordShape<P> parameters,
    RecordShape<V> result,
    List<Step<?, ?>> steps,
    boolean transactional)
    implements AccessPattern {
  public MultiGet {
    steps = List.copyOf(steps);
  }

  /**
   * The items of one entity.
   *
   * @param component the component of the parameters that has the key or keys
   * @param result the component of the result that takes what was found
   * @param many the most keys, where the component is a list
   * @param optional the component is an Optional: nothing is read for an empty one
   * @param typical how many keys a call usually has; its cost is computed from this
   */
  public record Step<K, R>(
      Get<K, R> get,
      String component,
      String result,
      Optional<Integer> many,
      boolean optional,
      double typical) {}

  /**
   * Begins the declaration of a read.
   *
   * @param lookup the caller's own, {@code MethodHandles.lookup()}, so that the records can be
   *     private
   */
  public static <P extends Record, V extends Record> Builder<P, V> of(
      String id, String title, Class<P> parameters, Class<V> result, Lookup lookup) {
    var heading = new Heading(id, title, SourceLocation.ofCaller(), Load.NONE);
    return new Builder<>(
        heading, RecordShape.of(parameters, lookup), RecordShape.of(result, lookup));
  }

  /** Declares a multi-get. Each component of the result is filled by one step. */
  public static final class Builder<P extends Record, V extends Record> {
    private final RecordShape<P> parameters;
    private final RecordShape<V> result;
    private final List<Step<?, ?>> steps = new ArrayList<>();
    private Heading heading;
    private boolean transactional;

    private Builder(Heading heading, RecordShape<P> parameters, RecordShape<V> result) {
      this.heading = heading;
      this.parameters = parameters;
      this.result = result;
    }

    /** Adds an item: the component that has its key, and the one that takes what was found. */
    public <K, R> Builder<P, V> step(Get<K, R> get, Ref<P, K> key, Ref<V, Optional<R>> found) {
      return and(get, key, found, Optional.empty(), false, 1);
    }

    /** An item that is not asked for when its key is not there. */
    public <K, R> Builder<P, V> maybe(
        Get<K, R> get, Ref<P, Optional<K>> key, Ref<V, Optional<R>> found) {
      return and(get, key, found, Optional.empty(), true, 1);
    }

    /** The items of a list of keys, in their order and without those that are missing. */
    public <K, R> Builder<P, V> each(
        Get<K, R> get, Ref<P, List<K>> keys, Ref<V, List<R>> found, int most) {
      return each(get, keys, found, most, most);
    }

    /** The same where a call usually has fewer keys than it may have. */
    public <K, R> Builder<P, V> each(
        Get<K, R> get, Ref<P, List<K>> keys, Ref<V, List<R>> found, int most, double typically) {
      if (!(most >= 1 && typically >= 0 && typically <= most)) {
        throw heading.refused("Usually %s of at most %d keys.".formatted(typically, most));
      }
      return and(get, keys, found, Optional.of(most), false, typically);
    }

    private <K, R> Builder<P, V> and(
        Get<K, R> get,
        Ref<P, ?> key,
        Ref<V, ?> found,
        Optional<Integer> many,
        boolean optional,
        double typical) {
      var name = key.named().in(parameters.type());
      new StepComponents(heading, parameters).expectDeclared(get, name);
      steps.add(new Step<>(get, name, found.named().in(result.type()), many, optional, typical));
      return this;
    }

    /** Reads by TransactGetItems instead of BatchGetItem: all items as they were at one moment. */
    public Builder<P, V> transactional() {
      transactional = true;
      return this;
    }

    /** How often it is called, for checks of hot keys and for its cost. */
    public Builder<P, V> load(Load load) {
      heading = heading.with(load);
      return this;
    }

    /** Ends the declaration. A mistake in it is refused here, with what is wrong. */
    public MultiGet<P, V> build() {
      var filled = new HashSet<String>();
      for (var step : steps) {
        if (!filled.add(step.result())) {
          throw heading.refused(
              "%s.%s is filled twice.".formatted(result.type().getSimpleName(), step.result()));
        }
      }
      for (var component : result.components()) {
        if (filled.contains(component.name())) continue;
        throw heading.refused(
            "%s.%s is filled by no step."
                .formatted(result.type().getSimpleName(), component.name()));
      }
      new StepComponents(heading, parameters)
          .expectAllUsed(steps.stream().map(Step::component).toList());
      return new MultiGet<>(heading, parameters, result, steps, transactional);
    }
  }
}
