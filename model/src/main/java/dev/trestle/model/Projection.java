package dev.trestle.model;

import java.util.List;

/** The attributes of an index besides the keys of the index and the table. */
public sealed interface Projection {
  record All() implements Projection {}

  record KeysOnly() implements Projection {}

  record Include(List<String> attributes) implements Projection {
    public Include {
      attributes = List.copyOf(attributes);
    }
  }
}
