package dev.trestle.store;

import java.util.List;
import java.util.stream.Collectors;

/**
 * A piece of an expression that may depend on the parameters: an empty Optional is removed instead
 * of set, and checked for absence instead of compared. A set bit means that a value is absent, or
 * that a choice does not apply.
 */
@FunctionalInterface
interface ExpressionText {
  String at(long bits);

  static ExpressionText fixed(String text) {
    return ignored -> text;
  }

  /** The first text if the bit is clear, the second if it is set. */
  static ExpressionText either(int bit, String present, String absent) {
    return bits -> (bits >>> bit & 1) == 0 ? present : absent;
  }

  static ExpressionText either(int bit, ExpressionText present, ExpressionText absent) {
    return bits -> ((bits >>> bit & 1) == 0 ? present : absent).at(bits);
  }

  /** Concatenates pieces and drops empty ones. */
  static ExpressionText joined(List<ExpressionText> texts, String separator) {
    var all = List.copyOf(texts);
    return bits ->
        all.stream()
            .map(text -> text.at(bits))
            .filter(text -> !text.isEmpty())
            .collect(Collectors.joining(separator));
  }

  default ExpressionText around(String before, String after) {
    return bits -> {
      var text = at(bits);
      return text.isEmpty() ? "" : before + text + after;
    };
  }
}
