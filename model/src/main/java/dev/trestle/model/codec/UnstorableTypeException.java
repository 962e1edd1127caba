package dev.trestle.model.codec;

/** Thrown at declaration for a Java type that has no form in DynamoDB, with what to do instead. */
public final class UnstorableTypeException extends IllegalArgumentException {
  UnstorableTypeException(String where, String what, String remedy) {
    super((where.isEmpty() ? "" : where + ": ") + what + "; " + remedy);
  }
}
