package dev.trestle.design.source;

import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * A component of a generated record.
 *
 * @param boxed the type where a primitive cannot stand
 * @param example an expression of its type, as large as the values of the sample and without them
 */
record ComponentSource(String name, String type, String boxed, String example) {
  static ComponentSource text(String name, List<String> values) {
    return new ComponentSource(name, "String", "String", exampleText(values));
  }

  /** A text of the size of the longest value. Items hold what does not belong into sources. */
  static String exampleText(List<String> values) {
    int bytes =
        values.stream()
            .mapToInt(value -> value.getBytes(StandardCharsets.UTF_8).length)
            .max()
            .orElse(1);
    return bytes <= 1 ? "\"x\"" : "\"x\".repeat(%d)".formatted(bytes);
  }

  /** The same component where some items lack it. Collections are read as empty then. */
  ComponentSource optional() {
    return new ComponentSource(
        name,
        "Optional<%s>".formatted(boxed),
        "Optional<%s>".formatted(boxed),
        "Optional.of(%s)".formatted(example));
  }

  String declaration() {
    return type + " " + name;
  }
}
