package dev.trestle.store;

import dev.trestle.model.Heading;
import dev.trestle.model.codec.RecordShape;
import dev.trestle.model.codec.RecordShape.Component;
import java.util.function.Function;

/** The parameters of one pattern, read by name. */
record PatternParameters<P>(Heading pattern, RecordShape<P> shape) {
  Component component(String name) {
    return shape.component(name);
  }

  /**
   * Returns the value of a parameter. Rejects null with a message that names the pattern and the
   * parameter.
   */
  Function<P, Object> value(String name) {
    int index = component(name).index();
    return given -> present(shape.value(given, index), name);
  }

  private Object present(Object value, String name) {
    if (value != null) return value;
    throw new IllegalArgumentException(
        "%s: the parameter %s.%s is null. An absent value is an empty Optional."
            .formatted(pattern.id(), shape.type().getSimpleName(), name));
  }
}
