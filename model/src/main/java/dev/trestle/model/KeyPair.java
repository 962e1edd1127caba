package dev.trestle.model;

import dev.trestle.model.key.Key;
import dev.trestle.model.key.Part;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The content of the two key attributes of a table or an index. */
public record KeyPair(Key partition, Optional<Key> sort) {
  /** The parts of both, in the order of their templates. */
  public List<Part<?>> parts() {
    var parts = new ArrayList<>(partition.parts());
    sort.ifPresent(key -> parts.addAll(key.parts()));
    return parts;
  }
}
