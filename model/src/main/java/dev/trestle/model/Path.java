package dev.trestle.model;

import java.util.List;

/** A component of the stored record, or an entry of a map in it. */
public record Path(Ref.Named component, List<Operand<String>> entries) {
  public Path {
    entries = List.copyOf(entries);
  }

  static Path of(Ref<?, ?> component) {
    return new Path(component.named(), List.of());
  }
}
