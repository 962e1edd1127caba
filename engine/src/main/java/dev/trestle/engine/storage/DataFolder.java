package dev.trestle.engine.storage;

import dev.trestle.engine.FolderInUseException;
import dev.trestle.engine.StorageException;
import java.io.File;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/**
 * The folder with an engine's data. It is locked by one process at a time and contains the version
 * of its format. A folder that is not an engine's, or has a newer format, is rejected and not
 * changed.
 */
final class DataFolder implements AutoCloseable {
  private static final String FORMAT_FILE = "FORMAT";
  private static final String LOCK_FILE = "engine.lock";
  private static final String DATABASE_FOLDER = "db";
  private static final String FORMAT_NAME = "trestle-engine ";
  private static final int FORMAT_VERSION = 1;

  private final Path folder;
  private final FileChannel channel;
  private final FileLock lock;

  private DataFolder(Path folder, FileChannel channel, FileLock lock) {
    this.folder = folder;
    this.channel = channel;
    this.lock = lock;
  }

  static DataFolder claim(Path folder) {
    try {
      createFolder(folder);
      checkOwnership(folder);
      var claimed = lock(folder);
      try {
        claimed.checkFormat();
      } catch (IOException | RuntimeException e) {
        claimed.close();
        throw e;
      }
      return claimed;
    } catch (IOException e) {
      throw new StorageException("cannot use " + folder + " as a data folder: " + e, e);
    }
  }

  private static DataFolder lock(Path folder) throws IOException {
    var channel =
        FileChannel.open(
            folder.resolve(LOCK_FILE), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    var lock = tryLock(channel);
    if (lock != null) return new DataFolder(folder, channel, lock);
    channel.close();
    throw new FolderInUseException(
        folder
            + " is in use by another process, or by another engine in this process. Stop it, or open"
            + " a different folder.");
  }

  /**
   * Claims a folder without data. It has no format until {@link #completeRestore}, so an
   * interrupted restore cannot be opened.
   */
  static DataFolder claimForRestore(Path folder) {
    try {
      createFolder(folder);
      boolean isComplete = Files.exists(folder.resolve(FORMAT_FILE));
      if (isComplete || Files.exists(folder.resolve(DATABASE_FOLDER))) {
        throw new StorageException(
            folder
                + " already contains "
                + (isComplete ? "data" : "data of an unfinished restore")
                + ". Nothing was changed. Choose another folder, or delete this one.");
      }
      checkOwnership(folder);
      return lock(folder);
    } catch (IOException e) {
      throw new StorageException("cannot use " + folder + " as a data folder: " + e, e);
    }
  }

  /** Makes a restored folder usable. */
  void completeRestore() {
    try {
      writeFormat(folder.resolve(FORMAT_FILE), FORMAT_NAME + FORMAT_VERSION);
    } catch (IOException e) {
      throw new StorageException("cannot write to " + folder + ": " + e, e);
    }
  }

  private static void createFolder(Path folder) throws IOException {
    try {
      createSynced(folder);
    } catch (FileAlreadyExistsException e) {
      throw new StorageException(folder + " is a file, not a folder", e);
    }
  }

  private static void checkOwnership(Path folder) throws IOException {
    if (Files.exists(folder.resolve(FORMAT_FILE)) || Files.exists(folder.resolve(LOCK_FILE))) {
      return;
    }
    try (var entries = Files.newDirectoryStream(folder)) {
      for (var entry : entries) {
        throw new StorageException(
            folder
                + " contains other files ("
                + entry.getFileName()
                + ", …) but no engine data. Nothing was changed; choose an empty folder.");
      }
    }
  }

  private static @Nullable FileLock tryLock(FileChannel channel) throws IOException {
    try {
      return channel.tryLock();
    } catch (OverlappingFileLockException e) {
      return null;
    }
  }

  private void checkFormat() throws IOException {
    var file = folder.resolve(FORMAT_FILE);
    var expected = FORMAT_NAME + FORMAT_VERSION;
    if (!Files.exists(file)) {
      if (Files.exists(database())) {
        throw new StorageException(
            folder
                + " is damaged: "
                + FORMAT_FILE
                + " is missing. Nothing was changed. If a backup was being restored to it, delete the"
                + " folder and restore again.");
      }
      writeFormat(file, expected);
      return;
    }
    var found = Files.readString(file).strip();
    if (!found.equals(expected)) {
      throw new StorageException(
          folder
              + " has format '"
              + found
              + "', but this version reads '"
              + expected
              + "'. Nothing was changed; use the version that wrote it, or a newer one.");
    }
  }

  /**
   * Writes the file atomically: a partly written one would make the folder unusable after a crash.
   */
  private void writeFormat(Path file, String format) throws IOException {
    var draft = folder.resolve(FORMAT_FILE + ".new");
    try (var out =
        FileChannel.open(
            draft,
            StandardOpenOption.CREATE,
            StandardOpenOption.TRUNCATE_EXISTING,
            StandardOpenOption.WRITE)) {
      out.write(StandardCharsets.UTF_8.encode(format + "\n"));
      out.force(true);
    }
    Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE);
    syncFolder(folder);
  }

  /** Creates a folder, and those above it, so that they survive a power cut. */
  static void createSynced(Path folder) throws IOException {
    var place = folder.toAbsolutePath();
    if (Files.isDirectory(place)) return;
    var parent = place.getParent();
    if (parent != null) createSynced(parent);
    Files.createDirectories(place);
    if (parent != null) syncFolder(parent);
  }

  /** Makes new names in a folder survive a power cut, which the files' own fsync does not do. */
  static void syncFolder(Path folder) throws IOException {
    if (File.separatorChar == '\\') return; // Windows cannot open folders.
    try (var opened = FileChannel.open(folder, StandardOpenOption.READ)) {
      opened.force(true);
    }
  }

  Path database() {
    return folder.resolve(DATABASE_FOLDER);
  }

  @Override
  public void close() {
    try {
      lock.release();
      channel.close();
    } catch (IOException e) {
      throw new StorageException("cannot release " + folder, e);
    }
  }
}
