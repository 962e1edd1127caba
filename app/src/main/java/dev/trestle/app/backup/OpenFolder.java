package dev.trestle.app.backup;

import dev.trestle.engine.Engine;
import dev.trestle.engine.VerifyReport;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.Set;

/** A data folder whose engine runs in this process. Backups of it are made one at a time. */
public final class OpenFolder {
  /** What the engine backs up itself, and what is of no use in a copy. */
  private static final Set<String> NOT_COPIED =
      Set.of(
          "db", "engine.lock", "FORMAT", "FORMAT.new", "backups", "requests", "blobs/.unfinished");

  private final Engine engine;
  private final Path data;
  private final InstantSource clock;

  public OpenFolder(Engine engine, Path data, InstantSource clock) {
    this.engine = engine;
    this.data = data.toAbsolutePath().normalize();
    this.clock = clock;
  }

  /** Whether a folder contains an engine's data. */
  public static boolean hasData(Path folder) {
    return Files.isDirectory(folder.resolve("db")) && Files.exists(folder.resolve("FORMAT"));
  }

  Path data() {
    return data;
  }

  /** Adds a backup to a folder of backups. */
  public synchronized FolderBackup backUp(Path folder, BackupProgress progress) {
    var place = folder.toAbsolutePath().normalize();
    var except = new HashSet<Path>();
    for (var name : NOT_COPIED) except.add(data.resolve(name));
    except.add(place);
    if (data.startsWith(place)) {
      throw new BackupException(place + " contains the data. Choose another folder.");
    }
    try (var target = BackupTarget.create(place)) {
      return target.add(engine, data, except, clock, progress);
    }
  }

  /** The time by which old backups may be deleted. */
  Instant trustedTime() {
    return engine.trustedTime();
  }

  /** Reads and compares all data. */
  public VerifyReport verify(BackupProgress progress) {
    return engine.verify((done, total) -> progress.at("verifying", done, total));
  }
}
