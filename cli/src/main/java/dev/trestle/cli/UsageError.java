package dev.trestle.cli;

/** The command line or the configuration is wrong. The program prints the text and exits with 2. */
public final class UsageError extends RuntimeException {
  /** An error with this text, which says what to do. */
  public UsageError(String message) {
    super(message);
  }
}
