package dev.trestle.engine.storage;

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
 * The folder that holds an engine's data: claimed by one process at a time, marked with the version
 * of its format. A folder that is not ours, or is of a newer format, is refused and left as it is.
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
      var channel =
          FileChannel.open(
              folder.resolve(LOCK_FILE), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      var lock = tryLock(channel);
      if (lock == null) {
        channel.close();
        throw new StorageException(
            folder
                + " is in use by another process or another engine of this one. Stop that, or open"
                + " a different folder.");
      }
      var claimed = new DataFolder(folder, channel, lock);
      claimed.checkFormat();
      return claimed;
    } catch (IOException e) {
      throw new StorageException("cannot use " + folder + " as a data folder: " + e, e);
    }
  }

  private static void createFolder(Path folder) throws IOException {
    try {
      Files.createDirectories(folder);
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
                + " holds other files ("
                + entry.getFileName()
                + ", …) and no data of this engine. Nothing was changed; name an empty folder.");
      }
    }
  }

  private static @Nullable FileLock tryLock(FileChannel channel) throws IOException {
    try {
      return channel.tryLock();
    } catch (OverlappingFileLockException _) {
      return null;
    }
  }

  private void checkFormat() throws IOException {
    var file = folder.resolve(FORMAT_FILE);
    var expected = FORMAT_NAME + FORMAT_VERSION;
    if (!Files.exists(file)) {
      if (Files.exists(database())) {
        close();
        throw new StorageException(
            folder + " is damaged: " + FORMAT_FILE + " is missing. Nothing was changed.");
      }
      writeFormat(file, expected);
      return;
    }
    var found = Files.readString(file).strip();
    if (!found.equals(expected)) {
      close();
      throw new StorageException(
          folder
              + " has the format '"
              + found
              + "', and this version reads '"
              + expected
              + "'. Nothing was changed; use the version that wrote it, or a newer one.");
    }
  }

  /** All of it or nothing, also if the machine stops: half a format would be refused for ever. */
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
