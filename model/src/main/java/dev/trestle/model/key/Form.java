package dev.trestle.model.key;

import java.util.Optional;

/** How one kind of value becomes text and back. The part's name is passed for refusals only. */
abstract class Form<T> {
  /** The texts that this writes. */
  abstract Shape shape();

  abstract Class<T> type();

  /** The same as data. */
  abstract PartForm data();

  /** Whether the order of texts, as UTF-8, is the order of values, or its exact reverse. */
  abstract boolean ordered();

  abstract void append(StringBuilder out, T value, String part);

  /** The value that is written so; any other spelling of it is refused. */
  abstract T parse(String text, int from, int to, String part);

  /**
   * Where a text of this part that starts here can end at most: the only place it can where the
   * shape is prefix-free. Not beyond {@code from} if none starts here.
   */
  abstract int end(String text, int from);

  /** Whether greater values come first. */
  boolean descending() {
    return false;
  }

  /** The values as numbers, in the same order as the texts; none where they are no numbers. */
  Optional<Part.NumberForm<T>> number(String part) {
    return Optional.empty();
  }

  /** The values as bytes; none where they are no bytes. */
  Optional<Part.BytesForm<T>> bytes(String part) {
    return Optional.empty();
  }

  static RefusedValueException refused(String part, String text, int from, int to, String rule) {
    return new RefusedValueException(part, text.substring(from, to), rule);
  }
}
