package dev.trestle.model.export;

/** What is declared cannot be had from AWS in that way; the text says why. */
public final class UnexportableException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  UnexportableException(String message) {
    super(message);
  }
}
