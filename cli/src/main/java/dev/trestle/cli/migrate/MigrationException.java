package dev.trestle.cli.migrate;

/** A migration cannot go on. The message says why, and what to do. */
public final class MigrationException extends RuntimeException {
  private static final long serialVersionUID = 1;

  MigrationException(String message) {
    super(message);
  }
}
