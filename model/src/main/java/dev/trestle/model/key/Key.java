package dev.trestle.model.key;

import dev.trestle.item.Type;
import java.util.List;

/** The content of one key attribute: a template's text, or a single part. */
public sealed interface Key {
  /** A template's text, in an attribute of type S. */
  record Text(KeyTemplate template) implements Key {}

  /** A part that has a number, in an attribute of type N. */
  @SuppressWarnings("AvoidCommonTypeNames") // Always referred to as Key.Number.
  record Number(Part<?> part) implements Key {
    public Number {
      if (part.number().isEmpty()) throw new IllegalArgumentException(part + " is no number");
    }
  }

  /** A part that has bytes, in an attribute of type B. */
  record Bytes(Part<?> part) implements Key {
    public Bytes {
      if (part.bytes().isEmpty()) throw new IllegalArgumentException(part + " is no bytes");
    }
  }

  /** The type of the attribute. */
  default Type type() {
    return switch (this) {
      case Text ignored -> Type.S;
      case Number ignored -> Type.N;
      case Bytes ignored -> Type.B;
    };
  }

  /** The parts, in order. */
  default List<Part<?>> parts() {
    return switch (this) {
      case Text(var template) -> template.parts();
      case Number(var part) -> List.of(part);
      case Bytes(var part) -> List.of(part);
    };
  }

  /** Returns a single part for an attribute of this type. */
  static Key bare(Part<?> part, Type type) {
    return switch (type) {
      case S -> new Text(KeyTemplate.of(part));
      case N -> new Number(part);
      case B -> new Bytes(part);
      case BOOL, NULL, SS, NS, BS, L, M -> throw new IllegalArgumentException("a key of " + type);
    };
  }
}
