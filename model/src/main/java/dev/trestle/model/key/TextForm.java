package dev.trestle.model.key;

import java.util.Optional;

/**
 * Converts one kind of value to text and back. The part's name is passed for error messages only.
 */
abstract class TextForm<T> {
  /** The texts that this writes. */
  abstract Language shape();

  abstract Class<T> type();

  /** The same as data. */
  abstract PartForm data();

  /** Whether the order of texts, as UTF-8, is the order of values, or its exact reverse. */
  abstract boolean ordered();

  String text(T value, String part) {
    var out = new StringBuilder();
    append(out, value, part);
    return out.toString();
  }

  abstract void append(StringBuilder out, T value, String part);

  /** Reads the value of a text. Rejects any other spelling of it. */
  abstract T parse(String text, int from, int to, String part);

  /**
   * Returns the furthest position at which a text of this part that starts here can end; the only
   * one if the form is prefix-free. Not beyond {@code from} if no text starts here.
   */
  abstract int end(String text, int from);

  /** Whether what is read may differ from what was written, or be changed by who wrote it. */
  boolean converted() {
    return false;
  }

  /** Returns whether larger values come first. */
  boolean descending() {
    return false;
  }

  /**
   * Returns the values as numbers, in the same order as the texts; empty if they are not numbers.
   */
  Optional<Part.NumberForm<T>> number(String part) {
    return Optional.empty();
  }

  /** Returns the values as bytes; empty if they are not binary. */
  Optional<Part.BytesForm<T>> bytes(String part) {
    return Optional.empty();
  }

  static RefusedValueException refused(String part, String rule) {
    return new RefusedValueException(part, rule);
  }
}
