package dev.trestle.model;

import dev.trestle.model.codec.RecordShape;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The components of a pattern's parameters that its steps take theirs from. */
record StepComponents(Heading heading, RecordShape<?> parameters) {
  /** A constant that is declared below the one that uses it is null there. */
  void expectDeclared(@Nullable Object step, String component) {
    if (step != null) return;
    throw heading.refused(
        "the step of %s is null. Declare its pattern above this one.".formatted(label(component)));
  }

  /** Rejects a component that no step takes: whatever a caller gives there would have no effect. */
  void expectAllUsed(List<String> taken) {
    for (var component : parameters.components()) {
      if (taken.contains(component.name())) continue;
      throw heading.refused(
          "no step takes %s, so it has no effect. Add its step, or remove the component."
              .formatted(label(component.name())));
    }
  }

  private String label(String component) {
    return parameters.type().getSimpleName() + "." + component;
  }
}
