package dev.trestle.model.key;

import dev.trestle.item.Type;
import java.util.List;

/** What stands in one key attribute: a template's text, or one bare part. */
public sealed interface Key {
  /** A template's text, in an attribute of type S. */
  record Text(KeyTemplate template) implements Key {}

  /** A part that has a number, in an attribute of type N. */
  @SuppressWarnings("AvoidCommonTypeNames") // always written Key.Number, as DynamoDB's word for N
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
      case Text _ -> Type.S;
      case Number _ -> Type.N;
      case Bytes _ -> Type.B;
    };
  }

  /** The parts in their order. */
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
