package dev.trestle.design.export;

/** Thrown if AWS does not support what is declared. The message says why. */
public final class UnexportableException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  UnexportableException(String message) {
    super(message);
  }
}
