package dev.trestle.model.key;

import dev.trestle.item.Type;
import java.util.List;

/** What stands in one key attribute: a template's text, or one bare part. */
public sealed interface Key {
  record Text(KeyTemplate template) implements Key {}

  record Number(Part<?> part) implements Key {}

  record Bytes(Part<?> part) implements Key {}

  default Type type() {
    return switch (this) {
      case Text _ -> Type.S;
      case Number _ -> Type.N;
      case Bytes _ -> Type.B;
    };
  }

  default List<Part<?>> parts() {
    return switch (this) {
      case Text(var template) -> template.parts();
      case Number(var part) -> List.of(part);
      case Bytes(var part) -> List.of(part);
    };
  }

  /** A bare part in an attribute of this type. */
  static Key bare(Part<?> part, Type type) {
    return switch (type) {
      case S -> new Text(KeyTemplate.of(part));
      case N -> new Number(part);
      case B -> new Bytes(part);
      case BOOL, NULL, SS, NS, BS, L, M -> throw new IllegalArgumentException("a key of " + type);
    };
  }
}
