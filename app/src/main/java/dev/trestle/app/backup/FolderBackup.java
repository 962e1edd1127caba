package dev.trestle.app.backup;

import java.time.Instant;
import java.util.List;

/**
 * One backup of a data folder.
 *
 * @param id the number of the tables' backup, which increases
 * @param tableBytes the size of the tables' files, including those shared with other backups
 * @param files all other files of the folder
 */
public record FolderBackup(
    int id, Instant taken, long tookMillis, long tableBytes, List<StoredFile> files) {
  public FolderBackup {
    files = List.copyOf(files);
  }

  /** Its size, including files that it shares with other backups. */
  public long bytes() {
    return tableBytes + files.stream().mapToLong(StoredFile::bytes).sum();
  }

  /**
   * A file beside the tables, such as a secret or a photo.
   *
   * @param path relative to the data folder, with slashes
   * @param sha256 the checksum of its content, which is also its name in the backup
   * @param permissions as in {@code rw-------}; empty where files have none
   */
  public record StoredFile(String path, long bytes, String sha256, String permissions) {}
}
