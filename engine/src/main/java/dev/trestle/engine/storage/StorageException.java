package dev.trestle.engine.storage;

/**
 * The folder cannot be opened, or the disk no longer takes or gives data. The message says what to
 * do; after a failed write the engine refuses further writes until it is opened again.
 */
public final class StorageException extends RuntimeException {
  public StorageException(String message) {
    super(message);
  }

  public StorageException(String message, Throwable cause) {
    super(message, cause);
  }
}
