package dev.trestle.app.backup;

import dev.trestle.app.backup.FolderBackup.StoredFile;
import dev.trestle.platform.crypto.Sha256;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemLoopException;
import java.nio.file.FileVisitOption;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The files of backups that are not tables, each stored once under the SHA-256 of its content. A
 * file is written and synced beside its place and then moved there.
 */
final class CopiedFiles {
  private static final int BUFFER_BYTES = 1 << 16;

  private final Path folder;

  CopiedFiles(Path folder) {
    this.folder = folder;
  }

  /**
   * Copies all files below a folder except those at the given places and in folders of backups.
   * Links are followed: the folder may be one, or have parts that are kept elsewhere.
   */
  List<StoredFile> copy(Path source, Set<Path> except, BackupProgress progress) throws IOException {
    SyncedFiles.createFolders(folder);
    var copied = new ArrayList<StoredFile>();
    var all = filesBelow(source, except, Set.of(FileVisitOption.FOLLOW_LINKS));
    int done = 0;
    for (var file : all) {
      progress.at("copying files", done++, all.size());
      try {
        copied.add(copy(source, file));
      } catch (NoSuchFileException e) {
        // Deleted in the meantime.
      }
    }
    var changed = new HashSet<Path>();
    for (var file : copied) changed.add(place(file.sha256()).resolveSibling("."));
    for (var each : changed) SyncedFiles.syncFolder(each);
    return copied;
  }

  private static List<Path> filesBelow(Path source, Set<Path> except, Set<FileVisitOption> options)
      throws IOException {
    var found = new ArrayList<Path>();
    Files.walkFileTree(
        source,
        options,
        Integer.MAX_VALUE,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path dir, BasicFileAttributes attributes) {
            return except.contains(dir) || StoredBackups.isAt(dir)
                ? FileVisitResult.SKIP_SUBTREE
                : FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            if (attributes.isRegularFile() && !except.contains(file)) found.add(file);
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFileFailed(Path file, IOException e) throws IOException {
            boolean isGone = e instanceof NoSuchFileException;
            boolean isLoop = e instanceof FileSystemLoopException;
            if (isGone || isLoop) return FileVisitResult.CONTINUE;
            throw e;
          }
        });
    return found;
  }

  private StoredFile copy(Path source, Path file) throws IOException {
    var path = source.relativize(file).toString().replace('\\', '/');
    var sum = hash(file);
    var known = place(sum);
    long bytes = Files.exists(known) ? Files.size(known) : -1;
    // It may have changed since, and is hashed again while it is copied.
    return bytes >= 0 ? new StoredFile(path, bytes, sum, permissions(file)) : add(path, file);
  }

  private StoredFile add(String path, Path file) throws IOException {
    var draft = Files.createTempFile(folder, "copy", ".tmp");
    try {
      var sum = copyAndHash(file, draft);
      var place = place(sum);
      long bytes = Files.size(draft);
      if (!Files.exists(place)) {
        SyncedFiles.createFolders(place.resolveSibling(".").normalize());
        Files.move(draft, place, StandardCopyOption.ATOMIC_MOVE);
      }
      return new StoredFile(path, bytes, sum, permissions(file));
    } finally {
      Files.deleteIfExists(draft);
    }
  }

  /**
   * Copies a file back.
   *
   * @throws BackupException if it is missing or damaged, or its path leads out of the folder
   */
  void restore(StoredFile file, Path target) throws IOException {
    var place = target.resolve(file.path()).normalize();
    if (!place.startsWith(target)) throw new BackupException("invalid path: " + file.path());
    // A server refuses secrets in a folder that others may read.
    SyncedFiles.createPrivate(place.resolveSibling(".").normalize());
    requireSame(file, () -> copyAndHash(place(file.sha256()), place));
    if (!file.permissions().isEmpty()) {
      Files.setPosixFilePermissions(place, PosixFilePermissions.fromString(file.permissions()));
    }
  }

  /**
   * Reads a file.
   *
   * @throws BackupException if it is missing or damaged
   */
  void verify(StoredFile file) throws IOException {
    requireSame(file, () -> hash(place(file.sha256())));
  }

  private interface Hashing {
    String run() throws IOException;
  }

  private static void requireSame(StoredFile file, Hashing content) throws IOException {
    try {
      if (content.run().equals(file.sha256())) return;
      throw new BackupException("the copy of " + file.path() + " is damaged");
    } catch (NoSuchFileException e) {
      throw new BackupException("the copy of " + file.path() + " is missing", e);
    }
  }

  /** Removes copies that no backup has, and drafts that a crash left. */
  void keepOnly(List<FolderBackup> backups) throws IOException {
    if (!Files.exists(folder)) return;
    var kept =
        backups.stream()
            .flatMap(backup -> backup.files().stream())
            .map(file -> place(file.sha256()))
            .collect(Collectors.toSet());
    for (var file : filesBelow(folder, kept, Set.of())) Files.deleteIfExists(file);
  }

  private Path place(String sum) {
    return folder.resolve(sum.substring(0, 2)).resolve(sum);
  }

  private static String permissions(Path file) throws IOException {
    try {
      return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
    } catch (UnsupportedOperationException e) {
      return "";
    }
  }

  private static String copyAndHash(Path from, Path to) throws IOException {
    var digest = Sha256.digest();
    try (var in = FileChannel.open(from, StandardOpenOption.READ);
        var out =
            FileChannel.open(
                to,
                StandardOpenOption.CREATE,
                StandardOpenOption.WRITE,
                StandardOpenOption.TRUNCATE_EXISTING)) {
      var buffer = ByteBuffer.allocate(BUFFER_BYTES);
      while (in.read(buffer.clear()) >= 0) {
        digest.update(buffer.flip().duplicate());
        while (buffer.hasRemaining()) out.write(buffer);
      }
      out.force(true);
    }
    return HexFormat.of().formatHex(digest.digest());
  }

  private static String hash(Path file) throws IOException {
    var digest = Sha256.digest();
    try (var in = Files.newInputStream(file)) {
      var buffer = new byte[BUFFER_BYTES];
      for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
        digest.update(buffer, 0, read);
      }
    }
    return HexFormat.of().formatHex(digest.digest());
  }
}
