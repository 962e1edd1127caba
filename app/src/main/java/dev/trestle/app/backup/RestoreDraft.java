package dev.trestle.app.backup;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/**
 * The folder beside a data folder to which a backup is copied. It is removed unless it becomes that
 * folder. A lock beside it keeps out another restore to the same place, which would mix its files
 * with these.
 */
final class RestoreDraft implements AutoCloseable {
  private static final String SUFFIX = ".restoring";
  private static final String LOCK_SUFFIX = ".lock";

  private final Path folder;
  private final Path lock;
  private final FileChannel channel;

  private RestoreDraft(Path folder, Path lock, FileChannel channel) {
    this.folder = folder;
    this.lock = lock;
    this.channel = channel;
  }

  /** Claims the folder, and removes what an interrupted restore left in it. */
  static RestoreDraft beside(Path place) throws IOException {
    var folder = place.resolveSibling(place.getFileName() + SUFFIX);
    var lock = place.resolveSibling(folder.getFileName() + LOCK_SUFFIX);
    SyncedFiles.createFolders(place.resolveSibling(".").normalize());
    var channel = FileChannel.open(lock, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    if (!isLocked(channel)) {
      channel.close();
      throw new BackupException("Another restore to " + place + " is under way.");
    }
    var draft = new RestoreDraft(folder, lock, channel);
    try {
      SyncedFiles.removeAll(folder);
      SyncedFiles.createPrivate(folder);
      return draft;
    } catch (IOException | RuntimeException | Error e) {
      draft.release();
      throw e;
    }
  }

  private static boolean isLocked(FileChannel channel) throws IOException {
    try {
      return channel.tryLock() != null;
    } catch (OverlappingFileLockException e) {
      return false;
    }
  }

  Path folder() {
    return folder;
  }

  /** Makes everything durable and renames the folder. The place is free or an empty folder. */
  void moveTo(Path place) throws IOException {
    SyncedFiles.syncAll(folder);
    Files.deleteIfExists(place);
    Files.move(folder, place, StandardCopyOption.ATOMIC_MOVE);
    SyncedFiles.syncFolder(place.resolveSibling("."));
  }

  @Override
  public void close() throws IOException {
    try {
      SyncedFiles.removeAll(folder);
    } finally {
      release();
    }
  }

  private void release() throws IOException {
    try (channel) {
      Files.deleteIfExists(lock);
    }
  }
}
