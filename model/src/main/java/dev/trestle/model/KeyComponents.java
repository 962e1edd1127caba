package dev.trestle.model;

import dev.trestle.model.codec.KeyCodec;
import dev.trestle.model.codec.RecordShape;
import dev.trestle.model.codec.RecordShape.Component;
import dev.trestle.model.key.Part;
import dev.trestle.model.key.PartSource;
import java.util.Optional;

/** Matches the parts of keys with the components of a record, by name and type. */
final class KeyComponents {
  private KeyComponents() {}

  /** Rejects a record that has no component for a part, or one of another type. */
  static void expect(RecordShape<?> shape, Part<?> part) {
    var component =
        KeyCodec.find(shape, part)
            .orElseThrow(() ->
                new IllegalArgumentException(
                    "%s has no component %s for the part <%s> of its key"
                        .formatted(
                            shape.type().getSimpleName(),
                            part.source().map(PartSource::component).orElse(part.name()),
                            part.name())));
    expectType(shape, component, part);
  }

  /** Rejects a component whose values do not fit the part. */
  static void expectType(RecordShape<?> shape, Component component, Part<?> part) {
    KeyCodec.expect(shape, component.index(), part);
  }

  /** Whether the part is computed from a component, so that the record cannot be read from it. */
  static boolean isDerived(RecordShape<?> shape, Part<?> part) {
    return part.source().isPresent() && find(shape, part.name()).isEmpty();
  }

  /** Refuses an Optional in a table's key; only an index leaves out the items that lack a part. */
  static void expectAlwaysThere(RecordShape<?> shape, Part<?> part) {
    if (!StoredComponent.isOptional(KeyCodec.component(shape, part).type())) return;
    throw new IllegalArgumentException(
        ("%s.%s is an Optional and fills the part <%s> of the table's key, which every item must"
                + " have. Make the component a plain value, or use it in an index's key only.")
            .formatted(
                shape.type().getSimpleName(), KeyCodec.component(shape, part).name(), part.name()));
  }

  static Optional<Component> find(RecordShape<?> shape, String name) {
    return shape.components().stream()
        .filter(component -> component.name().equals(name))
        .findFirst();
  }
}
