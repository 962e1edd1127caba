package dev.trestle.model;

import java.util.List;

/** Which attributes an index has beside the keys of index and table. */
public sealed interface Projection {
  record All() implements Projection {}

  record KeysOnly() implements Projection {}

  record Include(List<String> attributes) implements Projection {
    public Include {
      attributes = List.copyOf(attributes);
    }
  }
}
