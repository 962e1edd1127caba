package dev.trestle.store;

import java.util.List;
import java.util.stream.Collectors;

/**
 * A piece of an expression. It may depend on which values are absent: an empty Optional is not set
 * but removed, and not compared but looked for. Bits that are set stand for absent values.
 */
@FunctionalInterface
interface Text {
  String at(long absent);

  static Text fixed(String text) {
    return _ -> text;
  }

  /** The one where the value is there, the other where it is not. */
  static Text either(int bit, String present, String absent) {
    return mask -> (mask >>> bit & 1) == 0 ? present : absent;
  }

  /** Pieces in a row; those that are empty are left out with what would part them. */
  static Text joined(List<Text> texts, String by) {
    return mask ->
        texts.stream()
            .map(text -> text.at(mask))
            .filter(text -> !text.isEmpty())
            .collect(Collectors.joining(by));
  }

  default Text around(String before, String after) {
    return mask -> {
      var text = at(mask);
      return text.isEmpty() ? "" : before + text + after;
    };
  }
}
