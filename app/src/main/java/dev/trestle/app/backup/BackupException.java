package dev.trestle.app.backup;

/** A backup cannot be made, found or restored. The message says why, for people to read. */
public final class BackupException extends RuntimeException {
  public BackupException(String message) {
    super(message);
  }

  public BackupException(String message, Throwable cause) {
    super(message, cause);
  }
}
