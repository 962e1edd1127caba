package dev.trestle.model;

import dev.trestle.item.Type;

/** One attribute of a key schema. */
public record KeyAttribute(String name, Type type) {
  public KeyAttribute {
    if (name.isEmpty()) throw new IllegalArgumentException("a key attribute without a name");
    if (!type.isKeyType()) throw new IllegalArgumentException(name + " of type " + type);
  }
}
