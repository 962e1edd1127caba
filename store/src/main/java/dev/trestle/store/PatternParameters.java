package dev.trestle.store;

import dev.trestle.model.Heading;
import dev.trestle.model.codec.RecordShape;
import dev.trestle.model.codec.RecordShape.Component;
import java.util.List;
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

  /** Returns the elements of a list. Rejects null with a message that names the list. */
  static <T> List<T> elements(String pattern, String list, List<T> all) {
    if (all == null) {
      throw new IllegalArgumentException("%s: %s is null.".formatted(pattern, list));
    }
    for (int i = 0; i < all.size(); i++) {
      if (all.get(i) == null) {
        throw new IllegalArgumentException(
            "%s: element %d of %s is null.".formatted(pattern, i, list));
      }
    }
    return all;
  }

  /** The same of a list that has a limit. */
  static <T> List<T> elements(String pattern, String list, List<T> all, int most) {
    if (all.size() > most) {
      throw new IllegalArgumentException(
          "%s: %s has %d elements; at most %d are declared."
              .formatted(pattern, list, all.size(), most));
    }
    return elements(pattern, list, all);
  }

  private Object present(Object value, String name) {
    if (value != null) return value;
    throw new IllegalArgumentException(
        "%s: the parameter %s.%s is null. An absent value is an empty Optional."
            .formatted(pattern.id(), shape.type().getSimpleName(), name));
  }
}
