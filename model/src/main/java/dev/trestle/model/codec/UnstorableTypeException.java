package dev.trestle.model.codec;

/**
 * Thrown at declaration for a Java type that cannot be stored. The message says what to use
 * instead.
 */
public final class UnstorableTypeException extends IllegalArgumentException {
  UnstorableTypeException(String where, String what, String remedy) {
    super((where.isEmpty() ? "" : where + ": ") + what + "; " + remedy);
  }
}
