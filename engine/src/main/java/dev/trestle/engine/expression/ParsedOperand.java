package dev.trestle.engine.expression;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A parsed operand: something that an expression compares, passes to a function or assigns. */
public sealed interface ParsedOperand extends Term {
  /**
   * A {@code :value} placeholder.
   *
   * @param slot the index among the expression's value placeholders
   */
  record ValueReference(int slot, String placeholder) implements ParsedOperand {}

  /** A function call. It is also a predicate, since most functions are. */
  record Call(String function, List<ParsedOperand> arguments) implements ParsedOperand, Predicate {
    public Call {
      arguments = List.copyOf(arguments);
    }
  }

  /** Whether a condition holds, as a boolean to compare with. Only PartiQL has this. */
  record Truth(Predicate predicate) implements ParsedOperand {}

  /** A document path. If it has no placeholders, it is bound only once. */
  final class Path implements ParsedOperand {
    private final List<PathStep> steps;
    private final Optional<BoundPath> ready;

    public Path(List<? extends PathStep> steps) {
      this.steps = List.copyOf(steps);
      var parts =
          this.steps.stream()
              .filter(PathElement.class::isInstance)
              .map(PathElement.class::cast)
              .toList();
      this.ready =
          parts.size() == steps.size() ? Optional.of(BoundPath.of(parts)) : Optional.empty();
    }

    public List<PathStep> steps() {
      return steps;
    }

    /** Returns the attribute's name if the path is a single name. */
    public Optional<String> attribute() {
      return steps.size() == 1 && steps.getFirst() instanceof PathElement.Name name
          ? Optional.of(name.text())
          : Optional.empty();
    }

    BoundPath bind(Bindings bindings) {
      if (ready.isPresent()) return ready.get();
      var parts = new PathElement[steps.size()];
      for (int i = 0; i < parts.length; i++) {
        parts[i] =
            switch (steps.get(i)) {
              case PathStep.NameReference reference -> bindings.name(reference);
              case PathElement part -> part;
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
