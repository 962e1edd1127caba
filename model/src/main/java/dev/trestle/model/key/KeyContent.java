package dev.trestle.model.key;

import dev.trestle.item.Type;

/** The content of a key attribute: a template, or a single part. */
public sealed interface KeyContent permits KeyTemplate, Part {
  /** Returns the content for an attribute of this type. A template needs a string attribute. */
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
