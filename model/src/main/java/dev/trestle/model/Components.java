package dev.trestle.model;

import dev.trestle.model.codec.KeyCodec;
import dev.trestle.model.codec.RecordShape;
import dev.trestle.model.codec.RecordShape.Component;
import dev.trestle.model.key.Part;
import java.util.Optional;

/** Matches parts of keys to the components of a record, by name and by type. */
final class Components {
  private Components() {}

  /** Refuses a record that has no component for a part, or one of another type. */
  static void expect(RecordShape<?> shape, Part<?> part) {
    if (find(shape, part.name()).isEmpty()) {
      throw new IllegalArgumentException(
          "%s has no component %s for the part <%s> of its key"
              .formatted(shape.type().getSimpleName(), part.name(), part.name()));
    }
    expectType(shape, find(shape, part.name()).get(), part);
  }

  /** Refuses a component whose values are not those of the part. */
  static void expectType(RecordShape<?> shape, Component component, Part<?> part) {
    KeyCodec.expect(shape, component.index(), part);
  }

  static Optional<Component> find(RecordShape<?> shape, String name) {
    return shape.components().stream()
        .filter(component -> component.name().equals(name))
        .findFirst();
  }
}
