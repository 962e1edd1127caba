package dev.trestle.app.backup;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;

/** Writes, syncs and removes files so that a power cut leaves the old state or the new one. */
final class SyncedFiles {
  private SyncedFiles() {}

  /** Writes a file beside its place, makes it durable and moves it there. */
  static void replace(Path file, byte[] content) throws IOException {
    var draft = file.resolveSibling(file.getFileName() + ".tmp");
    try (var out =
        FileChannel.open(
            draft,
            StandardOpenOption.CREATE,
            StandardOpenOption.WRITE,
            StandardOpenOption.TRUNCATE_EXISTING)) {
      var buffer = ByteBuffer.wrap(content);
      while (buffer.hasRemaining()) out.write(buffer);
      out.force(true);
    }
    Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    syncFolder(file.resolveSibling("."));
  }

  /** Creates a folder, and those above it that are missing, so that a power cut keeps them. */
  static void createFolders(Path folder) throws IOException {
    if (Files.isDirectory(folder)) return;
    var parent = folder.toAbsolutePath().getParent();
    if (parent == null) return;
    createFolders(parent);
    Files.createDirectories(folder);
    syncFolder(parent);
  }

  /** Creates a folder that only its owner may read, and those above it that are missing. */
  static void createPrivate(Path folder) throws IOException {
    if (Files.isDirectory(folder)) return;
    try {
      Files.createDirectories(
          folder,
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    } catch (UnsupportedOperationException e) {
      // A file system without permissions.
      Files.createDirectories(folder);
    }
  }

  /** Makes all files and folders below a folder durable. */
  static void syncAll(Path folder) throws IOException {
    try (var all = Files.walk(folder)) {
      for (var each : (Iterable<Path>) all::iterator) {
        if (Files.isDirectory(each)) syncFolder(each);
        else if (Files.isRegularFile(each)) sync(each);
      }
    }
  }

  static void syncFolder(Path folder) throws IOException {
    sync(folder);
  }

  private static void sync(Path file) throws IOException {
    try (var channel = FileChannel.open(file, StandardOpenOption.READ)) {
      channel.force(true);
    }
  }

  /** Removes a folder with everything in it. */
  static void removeAll(Path folder) throws IOException {
    if (!Files.exists(folder)) return;
    try (var all = Files.walk(folder)) {
      for (var each : all.sorted(Comparator.reverseOrder()).toList()) Files.deleteIfExists(each);
    }
  }
}
