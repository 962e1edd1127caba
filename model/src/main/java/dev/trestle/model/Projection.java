package dev.trestle.model;

import java.util.List;

/** The attributes of an index besides the keys of the index and the table. */
public sealed interface Projection {
  /** All attributes of the item. */
  record All() implements Projection {}

  /** No other attributes. */
  record KeysOnly() implements Projection {}

  /** These attributes. */
  record Include(List<String> attributes) implements Projection {
    public Include {
      attributes = List.copyOf(attributes);
    }
  }
}
