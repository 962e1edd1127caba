package dev.trestle.app.backup;

import dev.trestle.platform.crypto.Sha256;
import dev.trestle.platform.web.ApiError;
import dev.trestle.platform.web.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The manifests of backups: one file each, with a line of JSON and a line with its SHA-256. A
 * backup exists once its manifest does, so the manifest is written last and removed first.
 */
final class Manifests {
  private static final String SUFFIX = ".manifest";

  private final Path folder;

  Manifests(Path folder) {
    this.folder = folder;
  }

  void add(FolderBackup backup) throws IOException {
    SyncedFiles.createFolders(folder);
    var json = Json.write(backup);
    var text = new String(json, StandardCharsets.UTF_8) + "\n" + sum(json) + "\n";
    SyncedFiles.replace(file(backup.id()), text.getBytes(StandardCharsets.UTF_8));
  }

  void remove(int id) throws IOException {
    Files.deleteIfExists(file(id));
    SyncedFiles.syncFolder(folder);
  }

  /**
   * Returns all backups, oldest first.
   *
   * @throws BackupException if a manifest is damaged
   */
  List<FolderBackup> all() throws IOException {
    var found = new ArrayList<FolderBackup>();
    if (!Files.exists(folder)) return found;
    try (var files = Files.newDirectoryStream(folder, "*" + SUFFIX)) {
      for (var file : files) {
        try {
          found.add(read(file));
        } catch (NoSuchFileException e) {
          // Deleted by another process since it was listed.
        }
      }
    }
    found.sort(Comparator.comparingInt(FolderBackup::id));
    return found;
  }

  boolean has(int id) {
    return Files.exists(file(id));
  }

  private static FolderBackup read(Path file) throws IOException {
    try {
      var lines = Files.readAllLines(file);
      if (lines.size() == 2) {
        var json = lines.get(0).getBytes(StandardCharsets.UTF_8);
        if (sum(json).equals(lines.get(1))) return Json.read(json, FolderBackup.class);
      }
    } catch (java.nio.charset.CharacterCodingException | ApiError e) {
      throw new BackupException("the manifest " + file + " is damaged", e);
    }
    throw new BackupException(
        "the manifest " + file + " is damaged. Remove this file to use the other backups.");
  }

  private static String sum(byte[] json) {
    return Sha256.hex(json);
  }

  private Path file(int id) {
    return folder.resolve("%010d%s".formatted(id, SUFFIX));
  }
}
