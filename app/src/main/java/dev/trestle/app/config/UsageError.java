package dev.trestle.app.config;

/** The command line or the configuration is wrong. The program prints the text and exits with 2. */
public final class UsageError extends RuntimeException {
  public UsageError(String message) {
    super(message);
  }
}
