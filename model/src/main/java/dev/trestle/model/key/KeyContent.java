package dev.trestle.model.key;

import dev.trestle.item.Type;

/** What a declaration puts into a key attribute: a template, or one part alone. */
public sealed interface KeyContent permits KeyTemplate, Part {
  /** The same in an attribute of this type; a template stands in text only. */
  default Key in(Type type) {
    return switch (this) {
      case Part<?> part -> Key.bare(part, type);
      case KeyTemplate template when type == Type.S -> new Key.Text(template);
      case KeyTemplate template ->
          throw new IllegalArgumentException(
              "template %s in an attribute of type %s".formatted(template.pattern(), type));
    };
  }
}
