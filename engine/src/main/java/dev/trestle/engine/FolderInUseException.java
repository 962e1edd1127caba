package dev.trestle.engine;

/** Thrown if another process, or another engine of this process, has the folder open. */
public final class FolderInUseException extends StorageException {
  public FolderInUseException(String message) {
    super(message);
  }
}
