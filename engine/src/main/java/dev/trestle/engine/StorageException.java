package dev.trestle.engine;

/**
 * Thrown if the folder cannot be opened, or if the disk fails to read or write. The message says
 * what to do. After a failed write the engine rejects all writes until it is opened again.
 */
public sealed class StorageException extends RuntimeException permits FolderInUseException {
  public StorageException(String message) {
    super(message);
  }

  public StorageException(String message, Throwable cause) {
    super(message, cause);
  }
}
