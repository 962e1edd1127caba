package dev.trestle.engine.expression;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What an expression compares, passes to functions or assigns, as it is written. */
public sealed interface Operand extends Term {
  /**
   * A {@code :value}.
   *
   * @param slot which of the expression's value placeholders it is
   */
  record ValueReference(int slot, String placeholder) implements Operand {}

  /** A call of a function: a predicate where the function is one. */
  record Call(String function, List<Operand> arguments) implements Operand, Predicate {
    public Call {
      arguments = List.copyOf(arguments);
    }
  }

  /** Whether a condition holds, as a boolean to compare with: PartiQL has that. */
  record Truth(Predicate predicate) implements Operand {}

  /** A document path. One without placeholders is bound once and for all. */
  final class Path implements Operand {
    private final List<Step> steps;
    private final Optional<BoundPath> ready;

    public Path(List<? extends Step> steps) {
      this.steps = List.copyOf(steps);
      var parts = this.steps.stream().filter(Part.class::isInstance).map(Part.class::cast).toList();
      this.ready =
          parts.size() == steps.size() ? Optional.of(BoundPath.of(parts)) : Optional.empty();
    }

    public List<Step> steps() {
      return steps;
    }

    /** The attribute, where the path leads to nothing inside of one. */
    public Optional<String> attribute() {
      return steps.size() == 1 && steps.getFirst() instanceof Part.Name name
          ? Optional.of(name.text())
          : Optional.empty();
    }

    BoundPath bind(Scope scope) {
      if (ready.isPresent()) return ready.get();
      var parts = new Part[steps.size()];
      for (int i = 0; i < parts.length; i++) {
        parts[i] =
            switch (steps.get(i)) {
              case Step.NameReference reference -> scope.name(reference);
              case Part part -> part;
            };
      }
      return BoundPath.of(List.of(parts));
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Path path && steps.equals(path.steps);
    }

    @Override
    public int hashCode() {
      return steps.hashCode();
    }

    @Override
    public String toString() {
      return steps.toString();
    }
  }
}
