package dev.trestle.design.export;

/** Thrown if a file does not have the expected format. The message says where. */
public final class UnreadableFileException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  UnreadableFileException(String message) {
    super(message);
  }
}
