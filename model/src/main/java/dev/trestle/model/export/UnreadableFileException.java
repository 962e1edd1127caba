package dev.trestle.model.export;

/** A file is not in the format it was taken for; the text says where. */
public final class UnreadableFileException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  UnreadableFileException(String message) {
    super(message);
  }
}
