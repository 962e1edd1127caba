package dev.trestle.engine.storage;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A folder that stands in for a folder of backups. RocksDB wants to create folders where it finds
 * backups, although it writes nothing to read them. So backups on a disk that is mounted to be read
 * only are reached through links in a temporary folder.
 */
final class BackupLinks implements AutoCloseable {
  private final Path folder;
  private final boolean isTemporary;

  private BackupLinks(Path folder, boolean isTemporary) {
    this.folder = folder;
    this.isTemporary = isTemporary;
  }

  static BackupLinks to(Path backups) throws IOException {
    if (Files.isWritable(backups)) return new BackupLinks(backups, false);
    var links = new BackupLinks(Files.createTempDirectory("trestle-backups"), true);
    try (var parts = Files.newDirectoryStream(backups.toRealPath())) {
      for (var part : parts) {
        Files.createSymbolicLink(links.folder.resolve(part.getFileName()), part);
      }
      return links;
    } catch (IOException | RuntimeException e) {
      links.close();
      throw e;
    }
  }

  Path folder() {
    return folder;
  }

  /** Removes the links, and not what they lead to. */
  @Override
  public void close() throws IOException {
    if (!isTemporary) return;
    try (var entries = Files.newDirectoryStream(folder)) {
      for (var entry : entries) Files.delete(entry);
    }
    Files.delete(folder);
  }
}
