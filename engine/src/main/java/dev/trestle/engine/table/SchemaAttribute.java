package dev.trestle.engine.table;

import dev.trestle.item.Item;
import dev.trestle.item.Type;
import dev.trestle.item.Value;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A key attribute: its name and its type, which is S, N or B. */
public final class SchemaAttribute {
  private final String name;
  private final Type type;
  private final byte[] utf8;

  public SchemaAttribute(String name, Type type) {
    if (!type.isKeyType()) throw new IllegalArgumentException("not a key type: " + type);
    this.name = name;
    this.type = type;
    this.utf8 = name.getBytes(StandardCharsets.UTF_8);
  }

  public String name() {
    return name;
  }

  public Type type() {
    return type;
  }

  /** Returns this attribute's value in the item, whatever its type. */
  public Optional<Value> in(Item item) {
    return item.get(utf8);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof SchemaAttribute key && key.name.equals(name) && key.type == type;
  }

  @Override
  public int hashCode() {
    return Objects.hash(name, type);
  }

  @Override
  public String toString() {
    return name + " " + type;
  }
}
